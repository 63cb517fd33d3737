
-- What follows is the same for every schema.

local MAX_LENGTH = 2147483647
local MAX_EMPTY_ENTRIES = 65536
local MAX_FRAME = 16777216
local MAX_ZEROS = 40
local TCP = 2

local malformed = field("STRING", "malformed", "Malformed")
local template = field("STRING", "template", "Message")
local frame_length = field("UINT64", "frame.length", "Frame length")
local packet_sequence = field("UINT64", "packet.sequence", "Packet sequence")
local packet_time = field("UINT64", "packet.time", "Sending time")
local packet_count = field("UINT64", "packet.count", "Frames")
local expert = ProtoExpert.new(prefix .. ".malformed.expert", "Malformed message", expert.group.MALFORMED,
    expert.severity.ERROR)

protocol.fields = fields
protocol.experts = {expert}

-- Numbers. 64-bit ones are userdata of Wireshark, because those of Lua lose digits.

local readers = {
    char = function(r) return r:uint() end,
    uint8 = function(r) return r:uint() end,
    int8 = function(r) return r:int() end,
    uint16 = function(r) return little and r:le_uint() or r:uint() end,
    int16 = function(r) return little and r:le_int() or r:int() end,
    uint32 = function(r) return little and r:le_uint() or r:uint() end,
    int32 = function(r) return little and r:le_int() or r:int() end,
    uint64 = function(r) return little and r:le_uint64() or r:uint64() end,
    int64 = function(r) return little and r:le_int64() or r:int64() end,
    float = function(r) return little and r:le_float() or r:float() end,
    double = function(r) return little and r:le_float() or r:float() end,
}

local sizes = {char = 1, uint8 = 1, int8 = 1, uint16 = 2, int16 = 2, uint32 = 4, int32 = 4, uint64 = 8, int64 = 8,
    float = 4, double = 8}

local function as_float(number)
    return (Struct.unpack("<f", Struct.pack("<f", number)))
end

-- The fewest digits, but at least two, that give the number back.
local function real_text(kind, value)
    if value ~= value then
        return "NaN"
    elseif value == math.huge then
        return "Infinity"
    elseif value == -math.huge then
        return "-Infinity"
    end
    local text
    for precision = 1, 16 do
        text = string.format("%." .. precision .. "e", value)
        local parsed = tonumber(text)
        if parsed == value or kind == "float" and as_float(parsed) == value then
            break
        end
    end
    local sign, first, rest, exponent = text:match("^(%-?)(%d)%.(%d+)e([-+]%d+)$")
    local digits = (first .. rest):gsub("0+$", "")
    exponent = tonumber(exponent)
    if digits == "" then
        digits = "0"
    end
    if exponent < -3 or exponent >= 7 then
        local tail = digits:sub(2)
        return sign .. digits:sub(1, 1) .. "." .. (tail == "" and "0" or tail) .. "E" .. string.format("%d", exponent)
    elseif exponent < 0 then
        return sign .. "0." .. string.rep("0", -exponent - 1) .. digits
    end
    local whole = digits:sub(1, exponent + 1)
    local tail = digits:sub(exponent + 2)
    return sign .. whole .. string.rep("0", exponent + 1 - #whole) .. "." .. (tail == "" and "0" or tail)
end

local function number_text(kind, value)
    if kind == "float" or kind == "double" then
        return real_text(kind, value)
    elseif kind == "int64" or kind == "uint64" then
        return tostring(value)
    end
    return string.format("%d", value)
end

-- A count, length, id or version; negative where 64 bits are beyond a signed number.
local function whole(tvb, at, member)
    if member.constant then
        return member.constant
    end
    local value = readers[member.type](tvb(at + member.at, sizes[member.type]))
    if member.type == "int64" or member.type == "uint64" then
        value = value:tonumber()
        if value >= 2 ^ 63 then
            value = value - 2 ^ 64
        end
    end
    return value
end

-- A decimal as exactly its digits.
--
-- known: whether a reader knows the exponent, so that zeros may stand for it
local function decimal_text(mantissa, exponent, known)
    local sign, digits = mantissa:match("^(%-?)(%d+)$")
    if exponent < 0 and exponent >= -MAX_ZEROS then
        local places = -exponent
        if #digits <= places then
            return sign .. "0." .. string.rep("0", places - #digits) .. digits
        end
        return sign .. digits:sub(1, #digits - places) .. "." .. digits:sub(#digits - places + 1)
    elseif exponent == 0 or known and digits == "0" then
        return sign .. digits
    elseif known and exponent > 0 and exponent <= MAX_ZEROS then
        return sign .. digits .. string.rep("0", exponent)
    end
    return sign .. digits .. "E" .. string.format("%d", exponent)
end

-- Text.

local function utf8_char(c)
    if c < 0x80 then
        return string.char(c)
    elseif c < 0x800 then
        return string.char(0xc0 + math.floor(c / 64), 0x80 + c % 64)
    elseif c < 0x10000 then
        return string.char(0xe0 + math.floor(c / 4096), 0x80 + math.floor(c / 64) % 64, 0x80 + c % 64)
    end
    return string.char(0xf0 + math.floor(c / 262144), 0x80 + math.floor(c / 4096) % 64,
        0x80 + math.floor(c / 64) % 64, 0x80 + c % 64)
end

local function is_utf8(bytes)
    local at = 1
    while at <= #bytes do
        local lead = bytes:byte(at)
        local more = lead < 0x80 and 0 or lead >= 0xf0 and 3 or lead >= 0xe0 and 2 or 1
        if lead >= 0x80 and (lead < 0xc2 or lead > 0xf4) or at + more > #bytes then
            return false
        end
        local c = more == 0 and lead or lead % (2 ^ (6 - more))
        for i = 1, more do
            local b = bytes:byte(at + i)
            if b < 0x80 or b > 0xbf then
                return false
            end
            c = c * 64 + b % 64
        end
        if more == 2 and (c < 0x800 or c >= 0xd800 and c < 0xe000) or more == 3 and (c < 0x10000 or c > 0x10ffff) then
            return false
        end
        at = at + more + 1
    end
    return true
end

local function from_utf16(bytes, little_endian)
    local out = {}
    if #bytes % 2 ~= 0 then
        return nil
    end
    local function unit(at)
        local first, second = bytes:byte(at, at + 1)
        return little_endian and first + 256 * second or 256 * first + second
    end
    local at = 1
    while at <= #bytes do
        local c = unit(at)
        if c >= 0xd800 and c < 0xdc00 and at + 2 <= #bytes then
            at = at + 2
            local low = unit(at)
            if low < 0xdc00 or low >= 0xe000 then
                return nil
            end
            c = 0x10000 + (c - 0xd800) * 1024 + low - 0xdc00
        elseif c >= 0xd800 and c < 0xe000 then
            return nil
        end
        out[#out + 1] = utf8_char(c)
        at = at + 2
    end
    return table.concat(out)
end

-- The bytes as UTF-8; nil if they are no text of this charset.
local function decoded(bytes, charset)
    if charset == "latin1" then
        return (bytes:gsub("[\128-\255]", function(c) return utf8_char(c:byte()) end))
    elseif charset == "utf8" then
        return is_utf8(bytes) and bytes or nil
    elseif charset == "utf16le" or charset == "utf16be" then
        return from_utf16(bytes, charset == "utf16le")
    end
    return nil
end

local function hex(bytes)
    return (bytes:gsub(".", function(c) return string.format("%02x", c:byte()) end))
end

local escapes = {["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\"}

local function escaped(text)
    return (text:gsub("[%c\\]", function(c) return escapes[c] or string.format("\\u%04x", c:byte()) end))
end

-- "name: text" of bytes in a charset; hexadecimal digits where they are no text.
local function add_text(tree, value, range, bytes)
    local text = value.charset ~= "bytes" and decoded(bytes, value.charset)
    local label = value.name .. ": " .. escaped(text or hex(bytes))
    if value.charset == "bytes" then
        tree:add(value.field, range):set_text(label)
    else
        tree:add(value.field, range, text or hex(bytes)):set_text(label)
    end
end

-- Null. A null value has no field in the tree, so that filters do not find it.

local function equals(kind, value, null)
    if kind == "int64" or kind == "uint64" then
        return tostring(value) == null
    elseif null ~= null then
        return value ~= value
    end
    return value == null
end

local function holds_null(walk, at, test)
    local size = sizes[test.type]
    for i = 0, test.count - 1 do
        if not equals(test.type, readers[test.type](walk.tvb(at + test.at + i * size, size)), test.value) then
            return false
        end
    end
    return true
end

-- at: offset of the block or composite that has the value
local function is_present(walk, value, at, limit)
    return not value.to or walk.version >= value.since and limit - at >= value.to
end

local function is_null(walk, value, at, limit)
    return not is_present(walk, value, at, limit)
        or value.null ~= nil and holds_null(walk, at + value.at, value.null)
end

-- Whether any member of a composite holds a value.
local function has_value(walk, members, at, limit)
    for _, member in ipairs(members) do
        if member.to and is_present(walk, member, at, limit) then
            local from = at + member.at
            if member.kind == "set" then
                if walk.tvb(from, sizes[member.type]):bytes() ~= ByteArray.new(string.rep("00", sizes[member.type])) then
                    return true
                end
            elseif member.kind == "decimal" then
                if not is_null(walk, member, at, limit) then
                    return true
                end
            elseif member.kind == "composite" then
                if has_value(walk, member.members, from, limit) then
                    return true
                end
            elseif not holds_null(walk, from, member.nothing) then
                return true
            end
        end
    end
    return false
end

-- Values.

local add_value
local add_values

local function add_null(tree, value)
    tree:add(value.name .. ": null")
end

local function add_whole(walk, tree, value, at)
    local range = walk.tvb(at, sizes[value.type])
    local number = readers[value.type](range)
    if value.type == "char" then
        local text = number == 0 and "" or utf8_char(number)
        tree:add(value.field, range, text):set_text(value.name .. ": " .. escaped(text))
    else
        tree:add(value.field, range, number):set_text(value.name .. ": " .. number_text(value.type, number))
    end
end

local function add_enum(walk, tree, value, at)
    local range = walk.tvb(at, sizes[value.type])
    local number = readers[value.type](range)
    local text = number_text(value.type, number)
    tree:add(value.field, range, number):set_text(value.name .. ": " .. (value.names[text] or text))
end

local function add_array(walk, tree, value, at)
    local size = sizes[value.type]
    local array = tree:add(walk.tvb(at, size * value.length), value.name)
    local texts = {}
    for i = 0, value.length - 1 do
        local range = walk.tvb(at + i * size, size)
        local number = readers[value.type](range)
        if value.optional and equals(value.type, number, value.nothing.value) then
            texts[#texts + 1] = "null"
        else
            texts[#texts + 1] = number_text(value.type, number)
            array:add(value.field, range, number):set_text("[" .. i .. "]: " .. texts[#texts])
        end
    end
    array:set_text(value.name .. ": " .. table.concat(texts, ", "))
end

local function add_set(walk, tree, value, at)
    local size = sizes[value.type]
    local range = walk.tvb(at, size)
    local item = tree:add(value.field, range, readers[value.type](range))
    local words = {[0] = 0, [1] = 0}
    local weights = {}
    for bit = 0, size * 8 - 1 do
        local byte = math.floor(bit / 8)
        local set = math.floor(walk.tvb(at + (little and byte or size - 1 - byte), 1):uint() / 2 ^ (bit % 8)) % 2 == 1
        weights[bit] = set
        if set then
            local word = math.floor(bit / 32)
            words[word] = words[word] + 2 ^ (bit % 32)
        end
    end
    local texts = {}
    for _, choice in ipairs(value.choices) do
        item:add(choice.field, range, weights[choice.bit]):set_text(choice.name .. ": " .. tostring(weights[choice.bit]))
        if weights[choice.bit] then
            texts[#texts + 1] = choice.name
        end
    end
    for _, choice in ipairs(value.choices) do
        if weights[choice.bit] then
            weights[choice.bit] = false
            local word = math.floor(choice.bit / 32)
            words[word] = words[word] - 2 ^ (choice.bit % 32)
        end
    end
    if words[0] + words[1] > 0 then
        texts[#texts + 1] = tostring(UInt64.new(words[0], words[1]))
    end
    item:set_text(value.name .. ": " .. table.concat(texts, ", "))
end

-- A member of a decimal as text, and whether it is null.
local function decimal_part(walk, member, at, limit)
    if member.kind == "constant" then
        return member.text, false
    elseif is_present(walk, member, at, limit) then
        local text = number_text(member.type, readers[member.type](walk.tvb(at + member.at, sizes[member.type])))
        return text, member.null ~= nil and holds_null(walk, at + member.at, member.null)
    end
    return tostring(member.nothing.value), true
end

local function signed_number(text)
    local number = tonumber(text)
    return number >= 2 ^ 63 and number - 2 ^ 64 or number
end

local function add_composite(walk, tree, value, at, limit)
    local range = walk.tvb(at, math.min(value.length, limit - at))
    local item
    if value.kind == "decimal" then
        local mantissa = decimal_part(walk, value.mantissa, at, limit)
        local exponent, no_exponent = decimal_part(walk, value.exponent, at, limit)
        local power = signed_number(exponent)
        if not no_exponent and power >= -99999 and power <= 99999 then
            local text = decimal_text(mantissa, power, value.exponent.kind == "constant")
            item = tree:add(value.field, range, tonumber(mantissa) * 10 ^ power)
            item:set_text(value.name .. ": " .. text)
        end
    end
    if not item then
        item = value.kind == "decimal" and tree:add(range, value.name) or tree:add(value.field, range):set_text(value.name)
    end
    for _, name in ipairs(value.order or {}) do
        add_value(walk, item, value[name], at, limit)
    end
    add_values(walk, item, value.members or {}, at, limit)
end

function add_value(walk, tree, value, at, limit)
    local from = at + value.at
    if value.kind == "constant" then
        tree:add(value.field, value.value):set_text(value.name .. ": " .. escaped(value.text))
    elseif value.kind == "composite" then
        if not is_present(walk, value, at, limit)
            or is_null(walk, value, at, limit) and not has_value(walk, value.members, from, limit) then
            add_null(tree, value)
        elseif value.length == 0 then
            add_values(walk, tree:add(value.field):set_text(value.name), value.members, from, from)
        else
            add_composite(walk, tree, value, from, limit)
        end
    elseif is_null(walk, value, at, limit) then
        add_null(tree, value)
    elseif value.kind == "decimal" then
        add_composite(walk, tree, value, from, limit)
    elseif value.kind == "text" then
        local bytes = walk.tvb(from, value.length):raw()
        add_text(tree, value, walk.tvb(from, value.length), bytes:match("^[^%z]*"))
    elseif value.kind == "array" then
        add_array(walk, tree, value, from)
    elseif value.kind == "enum" then
        add_enum(walk, tree, value, from)
    elseif value.kind == "set" then
        add_set(walk, tree, value, from)
    else
        add_whole(walk, tree, value, from)
    end
end

-- at, limit: of the block or composite
function add_values(walk, tree, values, at, limit)
    for _, value in ipairs(values) do
        add_value(walk, tree, value, at, limit)
    end
end

-- Walks over a message by its counts and lengths. Without a tree it only measures.

local walk_block

local function fail(walk, status, at, name)
    walk.found = string.format("%s: position=%d (%s)", status, at - walk.begin, name)
    walk.status = status
    return nil
end

local function walk_group(walk, group, at, tree)
    if walk.version < group.since then
        if tree then
            tree:add(group.field, UInt64.new(0)):set_text(group.name .. ": 0")
        end
        return at
    end
    if group.header > walk.limit - at then
        return fail(walk, "group longer than bytes", at, group.name)
    end
    local block_length = whole(walk.tvb, at, group.block_length)
    local count = whole(walk.tvb, at, group.count)
    local next = at + group.header
    local tail = walk.version >= group.tail_since
    local empty = block_length == 0 and not tail
    if block_length < 0 or block_length > MAX_LENGTH or count < 0 or count > MAX_LENGTH and not empty
        or block_length ~= 0 and count > math.floor((walk.limit - next) / block_length) then
        return fail(walk, "group longer than bytes", at, group.name)
    end
    if empty then
        walk.empty = walk.empty + count
        if walk.empty > MAX_EMPTY_ENTRIES then
            return fail(walk, "too many entries without bytes", at, group.name)
        end
    end
    local item = tree and tree:add(group.field, walk.tvb(at, group.header), UInt64.new(count))
    if item then
        item:set_text(group.name .. ": " .. number_text("uint64", UInt64.new(count)))
    end
    for i = 0, count - 1 do
        local entry = item and item:add(walk.tvb(next, math.min(block_length, walk.limit - next)),
            group.name .. "[" .. string.format("%d", i) .. "]")
        local from = next
        next = walk_block(walk, group, next, block_length, entry)
        if not next then
            return nil
        end
        if entry and next > from then
            entry:set_len(next - from)
        end
    end
    if item then
        item:set_len(next - at)
    end
    return next
end

local function walk_data(walk, data, at, tree)
    if walk.version < data.since then
        if tree then
            add_null(tree, data)
        end
        return at
    end
    if data.header > walk.limit - at then
        return fail(walk, "data longer than bytes", at, data.name)
    end
    local length = whole(walk.tvb, at, data.length)
    local from = at + data.header
    if length < 0 or length > MAX_LENGTH or length > walk.limit - from then
        return fail(walk, "data longer than bytes", at, data.name)
    end
    if tree then
        local bytes = length > 0 and walk.tvb(from, length):raw() or ""
        add_text(tree, data, length > 0 and walk.tvb(from, length) or walk.tvb(at, data.header), bytes)
    end
    return from + length
end

function walk_block(walk, block, at, length, tree)
    if length < 0 or length > MAX_LENGTH or length > walk.limit - at then
        return fail(walk, "block longer than bytes", at, block.name)
    end
    if tree then
        add_values(walk, tree, block.values, at, at + length)
    end
    local next = at + length
    for _, group in ipairs(block.groups) do
        next = walk_group(walk, group, next, tree)
        if not next then
            return nil
        end
    end
    for _, data in ipairs(block.data) do
        next = walk_data(walk, data, next, tree)
        if not next then
            return nil
        end
    end
    return next
end

-- The message that its header names.
local function message_at(walk, at)
    if header.length > walk.limit - at then
        return fail(walk, "header longer than bytes", at, header.name)
    elseif whole(walk.tvb, at, header.schema_id) ~= schema_id then
        return fail(walk, "message of another schema", at, "schemaId")
    end
    local message = messages[whole(walk.tvb, at, header.template_id)]
    if not message then
        return fail(walk, "unknown template", at, "templateId")
    end
    local version = whole(walk.tvb, at, header.version)
    if version < 0 or version > MAX_LENGTH then
        return fail(walk, "version out of range", at, "version")
    end
    walk.version = version
    return message
end

local function walk_of(tvb, at, limit)
    return {tvb = tvb, begin = at, limit = limit, empty = 0}
end

-- The offset after a message; nil and why if there is none.
local function end_of(tvb, at, limit)
    local walk = walk_of(tvb, at, limit)
    local message = message_at(walk, at)
    local next = message and walk_block(walk, message, at + header.length, whole(tvb, at, header.block_length))
    return next, walk.status
end

local function add_malformed(tree, range, text)
    local item = tree:add(malformed, range, text)
    item:set_text("Malformed: " .. text)
    item:add_proto_expert_info(expert, "Malformed: " .. text)
end

local function dissect_message(tvb, at, limit, tree, names)
    local walk = walk_of(tvb, at, limit)
    local message = message_at(walk, at)
    if message then
        names[#names + 1] = message.name
        local item = tree:add(template, tvb(at, limit - at), message.name)
        item:set_text(message.name)
        local version = walk.version
        walk.version = MAX_LENGTH
        add_values(walk, item:add(tvb(at, header.length), header.name), header.values, at, at + header.length)
        walk.version = version
        local next = walk_block(walk, message, at + header.length, whole(tvb, at, header.block_length), item)
        if next then
            item:set_len(next - at)
        else
            add_malformed(item, tvb(at, limit - at), walk.found)
        end
    else
        names[#names + 1] = "malformed"
        add_malformed(tree, tvb(at, limit - at), walk.found)
    end
end

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

-- The length of the frame at an offset; nil if there are too few bytes to know, -1 if no frame begins there.
local function frame_length_at(tvb, at, limit)
    local frame = framing.frame
    if not frame then
        local next, status = end_of(tvb, at, limit)
        if next then
            return next > at and next - at or -1
        end
        if status:find("longer than bytes", 1, true) then
            return nil
        end
        return -1
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
        add_malformed(tree, tvb(), string.format("packet header longer than bytes: position=0, bytes=%d", limit))
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
                add_malformed(tree, tvb(at), string.format("%s: position=%d", status, at))
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

-- The next offset from which frames can be read again, if frames have a marker.
local function resynchronised(tvb, at, limit)
    for next = at + 1, limit - 1 do
        local length = frame_length_at(tvb, next, limit)
        if not length or length > 0 then
            return next
        end
    end
    return limit
end

local function dissect_stream(tvb, pinfo, tree, names)
    local limit = tvb:len()
    local packet = framing.stream_packet
    local at = 0
    while at < limit do
        local length
        local is_packet = false
        if packet and limit - at < 2 then
            length = nil
        elseif packet and tvb(at, 2):uint() == packet.marker then
            length = packet.length
            is_packet = true
        else
            length = frame_length_at(tvb, at, limit)
        end
        if not length or length > 0 and padded(length) > limit - at then
            pinfo.desegment_offset = at
            pinfo.desegment_len = length and padded(length) - (limit - at) or DESEGMENT_ONE_MORE_SEGMENT
            return
        elseif length < 0 then
            local next = framing.frame and framing.frame.marker and resynchronised(tvb, at, limit) or limit
            add_malformed(tree, tvb(at, next - at), string.format("no frame: position=%d", at))
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

function protocol.dissector(tvb, pinfo, root)
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

-- Whether a message of the schema begins where the first one has to.
local function is_ours(tvb, at)
    local limit = tvb:len()
    local length = at < limit and frame_length_at(tvb, at, limit)
    if not length then
        -- Without frames, a message that goes on in the next segment.
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
        protocol.dissector(tvb, pinfo, root)
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
