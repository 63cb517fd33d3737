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

-- A member of a decimal, as text, and whether it is null.
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
