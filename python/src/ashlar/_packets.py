# SPDX-License-Identifier: Apache-2.0
"""UDP payloads of packets: link layer, VLAN tags, IPv4 and IPv6."""
from __future__ import annotations

import struct
from dataclasses import dataclass

from ._captures import Packet

_ETHERNET, _SLL, _SLL2 = 1, 113, 276
_RAW = (101, 228, 229, 12, 14)
_FAMILY = (0, 108)
_FAMILIES = (2, 10, 23, 24, 28, 30)
_IP = (0x0800, 0x86DD)
_VLAN = (0x8100, 0x88A8, 0x9100)
_MAX_TAGS = 8
_UDP, _TCP, _FRAGMENT, _AUTHENTICATION = 17, 6, 44, 51
_EXTENSIONS = (0, 43, 60, 135, 139, 140, _AUTHENTICATION)
_MAX_EXTENSIONS = 16


@dataclass(frozen=True)
class Datagram:
    """The payload of a datagram.

    :ivar missing: bytes of the datagram that the capture lacks
    """
    payload: memoryview
    missing: int


class Skipped(Exception):
    """A packet without a datagram to decode.

    :ivar loss: whether messages may be lost because the packet is skipped
    """

    def __init__(self, reason: str, loss: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.loss = loss


_BAD = "packet with impossible headers"
_CUT = "packet cut short by the capture"


def _u16(data: memoryview, at: int) -> int:
    return int(struct.unpack_from(">H", data, at)[0])


def datagram(packet: Packet) -> Datagram:
    """The datagram of a packet.

    :raises Skipped: if there is none
    """
    try:
        return _ip(packet.data[_link(packet.data, packet.link):])
    except Skipped as e:
        if e.reason == _BAD and len(packet.data) < packet.wire:
            raise Skipped(_CUT) from e
        raise


def _link(data: memoryview, link: int) -> int:
    """Bytes before the IP header."""
    if link in _RAW:
        return 0
    if link in _FAMILY:
        if len(data) < 4:
            raise Skipped(_BAD)
        family = int.from_bytes(data[:4], "big")
        family = int.from_bytes(data[:4], "little") if family > 0xffff else family
        if family not in _FAMILIES:
            raise Skipped("packet without IP", False)
        return 4
    places = {_ETHERNET: (12, 14), _SLL: (14, 16), _SLL2: (0, 20)}.get(link)
    if places is None:
        raise Skipped(f"packet of an unknown link type: link={link}")
    at, end = places
    if len(data) < end:
        raise Skipped(_BAD)
    kind = _u16(data, at)
    for _ in range(_MAX_TAGS + 1):
        if kind in _IP:
            return end
        if kind not in _VLAN:
            raise Skipped("packet without IP", False)
        if len(data) < end + 4:
            break
        kind = _u16(data, end + 2)
        end += 4
    raise Skipped(_BAD)


def _ip(data: memoryview) -> Datagram:
    version = data[0] >> 4 if len(data) else 0
    if version == 4 and len(data) >= 20:
        return _ipv4(data)
    if version == 6 and len(data) >= 40:
        return _ipv6(data)
    raise Skipped(_BAD)


def _ipv4(data: memoryview) -> Datagram:
    header = (data[0] & 15) * 4
    # 0 with segmentation offload: the packet was captured before the network card filled in the length.
    total = _u16(data, 2) or len(data)
    if header < 20 or header > min(total, len(data)):
        raise Skipped(_BAD)
    if _u16(data, 6) & 0x3fff:
        raise Skipped("IP fragment, which Python does not put together: use ashlar load")
    return _transport(data[9], data[header:total], total - header)


def _ipv6(data: memoryview) -> Datagram:
    body = _u16(data, 4) or len(data) - 40
    protocol = data[6]
    end = 40
    for _ in range(_MAX_EXTENSIONS + 1):
        if protocol not in _EXTENSIONS and protocol != _FRAGMENT:
            break
        if len(data) < end + 8:
            raise Skipped(_BAD)
        if protocol == _FRAGMENT:
            if _u16(data, end + 2) & 0xfff9:
                raise Skipped("IP fragment, which Python does not put together: use ashlar load")
            size = 8
        else:
            size = (data[end + 1] + 2) * 4 if protocol == _AUTHENTICATION else (data[end + 1] + 1) * 8
        protocol = data[end]
        end += size
    if end > len(data) or end - 40 > body:
        raise Skipped(_BAD)
    return _transport(protocol, data[end:40 + body], body - (end - 40))


def _transport(protocol: int, data: memoryview, declared: int) -> Datagram:
    """
    :param declared: payload length by the IP header; `data` may be shorter
    """
    if protocol == _TCP:
        header = (data[12] >> 4) * 4 if len(data) > 12 else 0
        if 20 <= header == declared:
            raise Skipped("TCP segment without payload", False)
        raise Skipped("TCP, which Python does not decode: use ashlar load or ashlar decode")
    if protocol != _UDP:
        raise Skipped("packet neither UDP nor TCP", False)
    if len(data) < 8:
        raise Skipped(_CUT if len(data) < declared else _BAD)
    length = _u16(data, 4) or declared
    if not 8 <= length <= declared:
        raise Skipped(_BAD)
    payload = data[8:length]
    return Datagram(payload, length - 8 - len(payload))
