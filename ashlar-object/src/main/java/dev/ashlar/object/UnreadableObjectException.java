// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// The bytes may be intact, but a registry cannot create an object from them: the class is not allowed, the description
/// is unknown or does not fit the class, or the elements of lists lack more fields than the length of the object
/// allows.
public final class UnreadableObjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableObjectException(String message) {
        super(message);
    }
}
