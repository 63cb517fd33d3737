-- Numbers. 64-bit integers are userdata of Wireshark, because Lua's numbers lose digits.

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

-- The next greater decimal in scientific notation, if it has the same number of digits. Lua writes and reads the
-- decimal separator of the user's language: it is not always a point.
local function decimal_after(text)
    local kept, digit, nines, exponent = text:match("^(.-)([0-8])([^%d]*9*)(e.*)$")
    return kept and kept .. string.char(digit:byte() + 1) .. nines:gsub("9", "0") .. exponent
end

-- The fewest digits, but at least two, that read back as the same number.
local function real_text(kind, value)
    if value ~= value then
        return "NaN"
    elseif value == math.huge then
        return "Infinity"
    elseif value == -math.huge then
        return "-Infinity"
    end
    local function is_value(text)
        local parsed = tonumber(text)
        return parsed == value or kind == "float" and as_float(parsed) == value
    end
    local text
    for precision = 1, 16 do
        text = string.format("%." .. precision .. "e", value)
        if is_value(text) then
            break
        end
        -- Above a power of two, the gap between numbers is twice the gap below.
        local after = decimal_after(text)
        if after and is_value(after) then
            text = after
            break
        end
    end
    local sign, first, rest, exponent = text:match("^(%-?)(%d)[^%d]+(%d+)e([-+]%d+)$")
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

-- A count, length, id or version; negative if 64 bits exceed a signed integer.
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

-- A decimal with exactly its digits.
--
-- known: whether the schema fixes the exponent, so that trailing zeros may replace it
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
