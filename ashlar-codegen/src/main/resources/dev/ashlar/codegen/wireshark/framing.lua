-- Framing.

local function framing_number(tvb, at, layout)
    local range = tvb(at + layout.at, layout.width)
    if layout.width == 8 then
        return layout.big and range:uint64() or range:le_uint64()
    elseif layout.big then
        return range:uint()
    end
    return range:le_uint()
end

local function plain_number(number)
    return type(number) == "number" and number or number:tonumber()
end

-- The length of the frame at an offset; nil if there are too few bytes to tell, -1 if no frame begins there. Without
-- frames, a walk over the available bytes of the message finds the length. It also returns where the message ends too
-- early and the least length of the message.
local function frame_length_at(tvb, at, limit)
    local frame = framing.frame
    if not frame then
        local walk = walk_of(tvb, at, limit)
        local next = end_of(walk, at)
        if next then
            return next > at and next - at or -1
        elseif not walk.needed or walk.needed - at > MAX_FRAME then
            return -1
        end
        return walk.is_end and walk.needed - at or nil, walk.found, walk.needed - at
    end
    if limit - at < frame.header then
        return nil
    end
    local length = plain_number(framing_number(tvb, at, frame.length)) + frame.not_counted
    if length < frame.header or length > MAX_FRAME
        or frame.marker and not frame.markers[tvb(at + frame.marker, 2):uint()] then
        return -1
    end
    return length
end

local function padded(length)
    local align = framing.frame and framing.frame.align or 1
    return math.ceil(length / align) * align
end

local function add_packet(tvb, at, packet, tree)
    local item = tree:add(tvb(at, packet.length), "Packet header")
    for _, part in ipairs({{packet_sequence, packet.sequence}, {packet_time, packet.time}, {packet_count, packet.count}}) do
        if part[2] then
            local number = framing_number(tvb, at, part[2])
            item:add(part[1], tvb(at + part[2].at, part[2].width),
                type(number) == "number" and UInt64.new(number) or number)
        end
    end
end

local function dissect_frame(tvb, at, length, tree, names)
    local frame = framing.frame
    local offset = frame and frame.message or 0
    if frame and offset > 0 then
        tree:add(frame_length, tvb(at + frame.length.at, frame.length.width), UInt64.new(length))
    end
    dissect_message(tvb, at + offset, at + length, tree, names)
end

local function is_idle(tvb, packet)
    local idle = packet.idle
    return idle and tvb:len() == idle.length and (not idle.at or idle.kinds[tvb(idle.at, 1):uint()] ~= nil)
end

local function dissect_datagram(tvb, tree, names)
    local packet = framing.packet
    local limit = tvb:len()
    if is_idle(tvb, packet) then
        tree:add(tvb(), "Heartbeat")
        return
    elseif limit < packet.length then
        add_mark(tree, tvb(), malformed, string.format("packet header longer than bytes: position=0, bytes=%d", limit))
        return
    end
    local left = math.huge
    if packet.length > 0 then
        add_packet(tvb, 0, packet, tree)
        if packet.count then
            left = plain_number(framing_number(tvb, 0, packet.count))
        end
    end
    local at = packet.length
    while at < limit and left > 0 do
        local length = frame_length_at(tvb, at, limit)
        if not length or length < 0 or length > limit - at then
            local status = length and length < 0 and "no frame" or "frame longer than bytes"
            if framing.frame then
                add_mark(tree, tvb(at), malformed, string.format("%s: position=%d", status, at))
            else
                dissect_message(tvb, at, limit, tree, names)
            end
            return
        end
        dissect_frame(tvb, at, length, tree, names)
        at = at + padded(length)
        left = left - 1
    end
end

-- The next offset at which a frame can be read, if frames have a marker.
local function resynchronised(tvb, at, limit)
    for next = at + 1, limit - 1 do
        local length = frame_length_at(tvb, next, limit)
        if not length or length > 0 then
            return next
        end
    end
    return limit
end

-- `unfinished`: by packet number, where a packet ends inside a message that no later packet has continued yet.
-- `waiting`: by direction, the last such packet.
local unfinished = {}
local waiting = {}
local SAMPLE = 64
local LONG = 65536

function protocol.init()
    unfinished = {}
    waiting = {}
end

local function direction(pinfo)
    return string.format("%s %d %s %d", tostring(pinfo.src), pinfo.src_port, tostring(pinfo.dst), pinfo.dst_port)
end

-- The first and last bytes of an unfinished message, to recognize it by.
local function sample(tvb, at, length)
    local size = math.min(length, SAMPLE)
    return tvb(at, size):raw() .. tvb(at + length - size, size):raw()
end

-- The waiting message, if these bytes continue it: Wireshark passes its bytes again, with more bytes or as the last.
local function continued(tvb, pinfo)
    local key = direction(pinfo)
    local wait = waiting[key]
    waiting[key] = nil
    local longest = wait and tvb:len() - (pinfo.can_desegment > 0 and 1 or 0)
    if not wait or wait.length > longest or sample(tvb, 0, wait.length) ~= wait.sample then
        return nil
    end
    unfinished[wait.number] = nil
    return wait
end

-- Handles a frame that continues after these bytes.
--
-- length: length of the frame with its padding; nil if unknown
-- found: description of where the bytes end
-- least: least length of the message
local function await(tvb, pinfo, at, length, found, least, tree, names)
    local left = tvb:len() - at
    if pinfo.can_desegment > 0 then
        pinfo.desegment_offset = at
        pinfo.desegment_len = length and length - left or DESEGMENT_ONE_MORE_SEGMENT
        if not pinfo.visited then
            unfinished[pinfo.number] = found
            waiting[direction(pinfo)] = {number = pinfo.number, length = left, sample = sample(tvb, at, left), found = found,
                least = least}
        end
        tree:add(unfinished_bytes, tvb(at), UInt64.new(left)):set_text("Continues in later segments: bytes=" .. left)
    elseif framing.frame then
        add_mark(tree, tvb(at), unreassembled, found)
    else
        dissect_message(tvb, at, tvb:len(), tree, names, unreassembled)
    end
end

local function dissect_stream(tvb, pinfo, tree, names)
    local limit = tvb:len()
    local packet = framing.stream_packet
    local at = 0
    local wait = not pinfo.visited and continued(tvb, pinfo)
    if wait and limit > LONG and limit < wait.least and pinfo.can_desegment > 0 then
        -- Walking over a long message again with each of its segments would take forever.
        await(tvb, pinfo, 0, nil, wait.found, wait.least, tree, names)
        return
    end
    while at < limit do
        local length, found, bytes
        local is_packet = false
        if packet and limit - at < 2 then
            length = nil
        elseif packet and tvb(at, 2):uint() == packet.marker then
            length = packet.length
            is_packet = true
        else
            length, found, bytes = frame_length_at(tvb, at, limit)
        end
        -- The padding of the last frame may be missing.
        local is_last = pinfo.can_desegment == 0 and length and length <= limit - at
        if not length or length > 0 and not is_last and padded(length) > limit - at then
            found = found or string.format("frame longer than bytes: position=%d", at)
            await(tvb, pinfo, at, length and padded(length), found, bytes or 0, tree, names)
            return
        elseif length < 0 then
            local next = framing.frame and framing.frame.marker and resynchronised(tvb, at, limit) or limit
            if framing.frame then
                add_mark(tree, tvb(at, next - at), malformed, string.format("no frame: position=%d", at))
            else
                dissect_message(tvb, at, limit, tree, names)
            end
            at = next
        elseif is_packet then
            add_packet(tvb, at, packet, tree)
            at = at + length
        else
            dissect_frame(tvb, at, length, tree, names)
            at = at + padded(length)
        end
    end
end
