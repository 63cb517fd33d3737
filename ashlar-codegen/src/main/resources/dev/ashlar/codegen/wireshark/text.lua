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

-- Code points of the bytes 128 to 159 in windows-1252; 0 if undefined.
local windows1252 = {0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0,
    0x17d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e,
    0x178}

local function from_windows1252(bytes)
    if bytes:find("[\129\141\143\144\157]") then
        return nil
    end
    return (bytes:gsub("[\128-\255]", function(c) return utf8_char(windows1252[c:byte() - 127] or c:byte()) end))
end

-- The bytes as UTF-8; nil if they are not valid in this charset.
local function decoded(bytes, charset)
    if charset == "latin1" then
        return (bytes:gsub("[\128-\255]", function(c) return utf8_char(c:byte()) end))
    elseif charset == "utf8" then
        return is_utf8(bytes) and bytes or nil
    elseif charset == "windows1252" then
        return from_windows1252(bytes)
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

-- "name: text" for bytes in a charset; hexadecimal digits if they are not valid text.
local function add_text(tree, value, range, bytes)
    local text = value.charset ~= "bytes" and decoded(bytes, value.charset)
    local label = value.name .. ": " .. escaped(text or hex(bytes))
    if value.charset == "bytes" then
        tree:add(value.field, range):set_text(label)
    else
        tree:add(value.field, range, text or hex(bytes)):set_text(label)
    end
end
