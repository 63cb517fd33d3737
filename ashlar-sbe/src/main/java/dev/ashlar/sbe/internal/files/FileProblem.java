// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/// Describes what went wrong with a file. The messages of the JDK's exceptions often contain only the name of the file.
public final class FileProblem {
    private FileProblem() {
    }

    /// The file, if the exception names one, and the reason.
    public static String describe(IOException problem) {
        boolean named = problem instanceof FileSystemException e && e.getFile() != null;
        return named ? ((FileSystemException) problem).getFile() + ": " + reason(problem) : reason(problem);
    }

    /// The reason and `file`; and the file of the exception, if it names another one.
    public static String describe(IOException problem, Path file) {
        return file + ": " + reason(problem, file);
    }

    /// The reason; and the file of the exception, if that is another one than `file`.
    public static String reason(Throwable problem, Path file) {
        String reason = reason(problem);
        return problem instanceof FileSystemException e && e.getFile() != null && !isSame(e.getFile(), file)
                ? reason + ": " + e.getFile() : reason;
    }

    private static boolean isSame(String one, Path other) {
        return Path.of(one).toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    /// The reason without the file.
    public static String reason(Throwable problem) {
        if (problem instanceof FileSystemException e) {
            return e.getReason() != null ? lowerCase(e.getReason()) : switch (e) {
                case NoSuchFileException _ -> "no such file or folder";
                case AccessDeniedException _ -> "permission denied";
                case FileAlreadyExistsException _ -> "is there already, and not what it should be";
                case DirectoryNotEmptyException _ -> "is a folder that is not empty";
                case NotDirectoryException _ -> "not a folder";
                default -> e.getClass().getSimpleName();
            };
        }
        String message = problem.getMessage();
        if (message == null || message.isBlank()) {
            return problem.getClass().getSimpleName();
        }
        // Streams and RandomAccessFile: `path (Permission denied)`.
        int open = message.lastIndexOf(" (");
        boolean java = problem instanceof java.io.FileNotFoundException && open > 0 && message.endsWith(")");
        return lowerCase(java ? message.substring(open + 2, message.length() - 1) : message);
    }

    /// The system's words begin with a capital; ours do not.
    private static String lowerCase(String reason) {
        boolean word = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
        return word ? Character.toLowerCase(reason.charAt(0)) + reason.substring(1) : reason;
    }
}
