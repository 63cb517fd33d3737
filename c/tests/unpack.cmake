# SPDX-License-Identifier: Apache-2.0
# Unpacks a store of the kit for reading, for changes that are made on purpose, and for the fuzzer.
foreach(folder ${TARGET}/${STORE} ${TARGET}-damage/${STORE} ${TARGET}-fuzz/${STORE})
    file(REMOVE_RECURSE ${folder})
    file(ARCHIVE_EXTRACT INPUT ${KIT}/${STORE}.zip DESTINATION ${folder})
endforeach()
