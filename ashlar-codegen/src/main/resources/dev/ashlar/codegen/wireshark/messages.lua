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
