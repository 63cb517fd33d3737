# SPDX-License-Identifier: Apache-2.0
# Unpacks a store of the kit twice, for reading and for the fuzzer.
foreach(folder ${TARGET}/${STORE} ${TARGET}-fuzz/${STORE})
    file(REMOVE_RECURSE ${folder})
    file(ARCHIVE_EXTRACT INPUT ${KIT}/${STORE}.zip DESTINATION ${folder})
endforeach()
