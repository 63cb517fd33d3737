// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// What an [IOException] says, in words: those of files often hold nothing but the name.
final class FileProblem {
    private FileProblem() {
    }

    static String describe(IOException problem) {
        if (!(problem instanceof FileSystemException e) || e.getFile() == null) {
            return problem.getMessage() == null ? problem.toString() : problem.getMessage();
        }
        String reason = e.getReason() != null ? e.getReason() : switch (e) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "access denied";
            case FileAlreadyExistsException _ -> "is there already, and not what it should be";
            case DirectoryNotEmptyException _ -> "is a folder that is not empty";
            default -> e.getClass().getSimpleName();
        };
        return e.getFile() + ": " + reason;
    }
}
