// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// The bytes may be whole, but a registry can make no object of them: their class is not allowed, they are of a
/// description that was not learned or does not fit the class, or the elements of their lists lack more fields
/// than the object has bytes for.
public final class UnreadableObjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableObjectException(String message) {
        super(message);
    }
}
