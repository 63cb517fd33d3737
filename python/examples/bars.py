# SPDX-License-Identifier: Apache-2.0
"""Draws bars and the mean spread of one instrument, from a day of an archive. Needs matplotlib.

    ashlar demo --quick --keep=demo
    python bars.py demo/sample.archive bars.png --every 50ms

Without --every, bars are minutes; the demo's days last a few seconds.
"""
from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import ashlar

UNITS = {"ms": 10**6, "s": 10**9, "min": 60 * 10**9}


@dataclass
class Bars:
    """One value for each bar in which there was a trade, except for `begin` of all."""
    begin: np.ndarray
    open: np.ndarray
    high: np.ndarray
    low: np.ndarray
    close: np.ndarray
    volume: np.ndarray


def bars_of(times: np.ndarray, prices: np.ndarray, quantities: np.ndarray, every: int) -> Bars:
    """Bars of trades in the order of time."""
    bar = times.astype(np.int64) // every
    first = np.flatnonzero(np.diff(bar, prepend=bar[:1] - 1))
    last = np.append(first[1:], len(bar)) - 1
    return Bars((bar[first] * every).astype("M8[ns]"), prices[first], np.maximum.reduceat(prices, first),
                np.minimum.reduceat(prices, first), prices[last], np.add.reduceat(quantities.astype(np.int64), first))


def spread_of(times: np.ndarray, spreads: np.ndarray, every: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean spread of the quotes in each bar."""
    bar = times.astype(np.int64) // every
    first = np.flatnonzero(np.diff(bar, prepend=bar[:1] - 1))
    counts = np.diff(np.append(first, len(bar)))
    return (bar[first] * every).astype("M8[ns]"), np.add.reduceat(spreads, first) / counts


def read(archive: ashlar.Archive, day: str, security: int | None, every: int
         ) -> tuple[int, Bars, tuple[np.ndarray, np.ndarray]]:
    trades = archive["Trade"].days(day)
    ids = trades.column("securityId").values
    if security is None:
        found, counts = np.unique(ids, return_counts=True)
        security = int(found[counts.argmax()])
    which = ids == security
    bars = bars_of(trades.column("transactTime").values[which], trades.column("price").to_float()[which],
                   trades.column("quantity").values[which], every)
    quotes = archive["Quote"].days(day)
    # In basis points of the middle; NaN where nobody bids or offers.
    bid, offer = quotes.column("bidPrice").to_float(), quotes.column("offerPrice").to_float()
    spreads = (offer - bid) / (offer + bid) * 20_000
    which = (quotes.column("securityId").values == security) & ~np.isnan(spreads)
    return security, bars, spread_of(quotes.column("transactTime").values[which], spreads[which], every)


def draw(path: str, title: str, bars: Bars, spread: tuple[np.ndarray, np.ndarray]) -> None:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    figure, (price, volume, width) = plt.subplots(3, 1, sharex=True, figsize=(9, 6), height_ratios=[4, 1, 2],
                                                  layout="constrained")
    # One place for each bar with trades, so that pauses take no room.
    at = np.arange(len(bars.begin))
    colour = np.where(bars.close >= bars.open, "#2a7f62", "#c8553d")
    price.vlines(at, bars.low, bars.high, colors=colour, linewidth=1)
    flat = np.full(len(at), (bars.high.max() - bars.low.min()) / 300)
    price.bar(at, np.maximum(np.abs(bars.close - bars.open), flat), 0.8, np.minimum(bars.open, bars.close),
              color=colour)
    price.set_ylabel("price")
    price.set_title(title, loc="left")
    volume.bar(at, bars.volume, 0.8, color="#8d99ae")
    volume.set_ylabel("volume")
    # The latest that was known by then; nothing before the first quote.
    known = np.searchsorted(spread[0], bars.begin, side="right") - 1
    width.step(at, np.where(known < 0, np.nan, spread[1][known]), where="mid", color="#33658a", linewidth=1)
    width.set_ylabel("spread, bp")
    width.ticklabel_format(axis="y", useOffset=False)
    ticks = np.unique(np.linspace(0, len(at) - 1, 6).astype(int))
    width.set_xticks(ticks, [str(time)[11:23] for time in bars.begin[ticks]])
    width.set_xlabel("UTC")
    for axes in (price, volume, width):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.3, linewidth=0.5)
    figure.savefig(path, dpi=80, metadata={"Software": None})
    plt.close(figure)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Draws bars and the spread of one instrument.")
    parser.add_argument("archive")
    parser.add_argument("png")
    parser.add_argument("--every", default="1min", help="length of a bar, such as 50ms, 1s or 1min (default: 1min)")
    parser.add_argument("--day", help="its name (default: the newest)")
    parser.add_argument("--security", type=int, help="securityId (default: the one with most trades)")
    options = parser.parse_args(arguments)
    unit = next((u for u in UNITS if options.every.endswith(u)), None)
    number = options.every.removesuffix(unit or "")
    if unit is None or not number.isdigit() or int(number) == 0:
        parser.error(f"no length of a bar: {options.every}")
    every = int(number) * UNITS[unit]
    with ashlar.Archive(options.archive) as archive:
        day = options.day or archive.days[-1].name
        security, bars, spread = read(archive, day, options.security, every)
    draw(options.png, f"instrument {security}, {day}, bars of {options.every}", bars, spread)
    print(f"{options.png}: {len(bars.begin)} bars")


if __name__ == "__main__":
    main()
