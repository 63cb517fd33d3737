local function summary(names)
    local out = {}
    local i = 1
    while i <= #names do
        local n = 1
        while names[i + n] == names[i] do
            n = n + 1
        end
        out[#out + 1] = names[i] .. (n > 1 and " x" .. n or "")
        i = i + n
    end
    return table.concat(out, ", ")
end

local function dissect(tvb, pinfo, root)
    if tvb:len() == 0 then
        return 0
    end
    pinfo.cols.protocol = protocol.name
    local tree = root:add(protocol, tvb())
    local names = {}
    if pinfo.port_type == TCP then
        dissect_stream(tvb, pinfo, tree, names)
    else
        dissect_datagram(tvb, tree, names)
    end
    if #names > 0 then
        pinfo.cols.info = summary(names)
    end
    return tvb:len()
end

protocol.dissector = dissect

-- Whether a message stays incomplete is known only after the last packet. Wireshark does not pass packets with parts of
-- a message to the dissector above TCP again.
function ends.dissector(tvb, pinfo, root)
    local found = unfinished[pinfo.number]
    if found and pinfo.visited then
        add_mark(root:add(protocol, tvb()), tvb(), unreassembled, found)
    end
end

register_postdissector(ends)

-- Whether a message of the schema begins at the position of the first message.
local function is_ours(tvb, at)
    local limit = tvb:len()
    local length = at < limit and frame_length_at(tvb, at, limit)
    if not length then
        -- Without frames, the message may continue in the next segment.
        if framing.frame or at >= limit then
            return false
        end
    elseif length < 0 then
        return false
    end
    local from = at + (framing.frame and framing.frame.message or 0)
    return from + header.length <= limit and message_at(walk_of(tvb, from, limit), from) ~= nil
end

local function recognised(begins)
    return function(tvb, pinfo, root)
        local at = begins(tvb)
        if not at or not is_ours(tvb, at) then
            return false
        end
        pinfo.conversation = protocol
        -- Not protocol.dissector, which would count as another protocol above TCP: only the protocol directly above TCP
        -- can request more segments.
        dissect(tvb, pinfo, root)
        return true
    end
end

protocol:register_heuristic("udp", recognised(function(tvb)
    return framing.packet.length
end))

protocol:register_heuristic("tcp", recognised(function(tvb)
    local packet = framing.stream_packet
    if packet and tvb:len() > packet.length and tvb(0, 2):uint() == packet.marker then
        return packet.length
    end
    return 0
end))

DissectorTable.get("udp.port"):add_for_decode_as(protocol)
DissectorTable.get("tcp.port"):add_for_decode_as(protocol)
