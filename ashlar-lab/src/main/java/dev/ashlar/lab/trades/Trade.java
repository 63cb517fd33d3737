// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

/// A trade as an object.
final class Trade {
    private long tradeId;
    private long clientId;
    private int venueCode;
    private int instrumentCode;
    private long price;
    private long quantity;
    private char side;

    void tradeId(long value) {
        tradeId = value;
    }

    void clientId(long value) {
        clientId = value;
    }

    void venueCode(int value) {
        venueCode = value;
    }

    void instrumentCode(int value) {
        instrumentCode = value;
    }

    long price() {
        return price;
    }

    void price(long value) {
        price = value;
    }

    long quantity() {
        return quantity;
    }

    void quantity(long value) {
        quantity = value;
    }

    char side() {
        return side;
    }

    void side(char value) {
        side = value;
    }

    /// Uses what the scan does not, so that nobody may leave it out of the object.
    @Override
    public String toString() {
        return "Trade[tradeId=" + tradeId + ", clientId=" + clientId + ", venueCode=" + venueCode + ", instrumentCode="
                + instrumentCode + ", price=" + price + ", quantity=" + quantity + ", side=" + side + "]";
    }
}
