-- Walks over a message by its counts and lengths. Without a tree, only finds its length.

local walk_block

-- needed: the least offset at which the message can end; nil if it stays malformed with more bytes
-- is_end: whether the message ends exactly there
local function fail(walk, status, at, name, needed, is_end)
    walk.found = string.format("%s: position=%d (%s)", status, at - walk.begin, name)
    walk.needed = needed
    walk.is_end = is_end
    return nil
end

-- The least number of bytes of the groups and data of a block that follow the given numbers of them.
local function least(walk, block, groups, data)
    local bytes = 0
    for i = groups + 1, #block.groups do
        bytes = bytes + (walk.version < block.groups[i].since and 0 or block.groups[i].header)
    end
    for i = data + 1, #block.data do
        bytes = bytes + (walk.version < block.data[i].since and 0 or block.data[i].header)
    end
    return bytes
end

-- Adds the least number of bytes after the element that failed.
local function extend(walk, bytes)
    walk.needed = walk.needed and walk.needed + bytes
    walk.is_end = walk.is_end and bytes == 0
end

local function walk_group(walk, group, at, tree)
    if walk.version < group.since then
        if tree then
            tree:add(group.field, UInt64.new(0)):set_text(group.name .. ": 0")
        end
        return at
    end
    if group.header > walk.limit - at then
        return fail(walk, "group longer than bytes", at, group.name, at + group.header, false)
    end
    local block_length = whole(walk.tvb, at, group.block_length)
    local count = whole(walk.tvb, at, group.count)
    if count < group.min or count > group.max then
        return fail(walk, "count or length out of range", at, group.name)
    end
    local next = at + group.header
    local tail = walk.version >= group.tail_since
    local empty = block_length == 0 and not tail
    if block_length < 0 or block_length > MAX_LENGTH then
        return fail(walk, "group longer than bytes", at, group.name)
    end
    if count * block_length > walk.limit - next then
        local tail_bytes = least(walk, group, 0, 0)
        return fail(walk, "group longer than bytes", at, group.name, next + count * (block_length + tail_bytes), not tail)
    end
    if empty then
        walk.empty = walk.empty + count
        if walk.empty > MAX_EMPTY_ENTRIES then
            return fail(walk, "too many entries without bytes", at, group.name)
        end
    end
    if not tree and not tail then
        return next + count * block_length
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
            extend(walk, (count - 1 - i) * (block_length + least(walk, group, 0, 0)))
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
        return fail(walk, "data longer than bytes", at, data.name, at + data.header, false)
    end
    local length = whole(walk.tvb, at, data.length)
    if length < data.min or length > data.max then
        return fail(walk, "count or length out of range", at, data.name)
    end
    local from = at + data.header
    if length > walk.limit - from then
        return fail(walk, "data longer than bytes", at, data.name, from + length, true)
    end
    if tree then
        local bytes = length > 0 and walk.tvb(from, length):raw() or ""
        add_text(tree, data, length > 0 and walk.tvb(from, length) or walk.tvb(at, data.header), bytes)
    end
    return from + length
end

function walk_block(walk, block, at, length, tree)
    if length < 0 or length > walk.limit - at then
        fail(walk, "block longer than bytes", at, block.name, length >= 0 and at + length or nil, true)
        return extend(walk, least(walk, block, 0, 0))
    end
    if tree then
        add_values(walk, tree, block.values, at, at + length)
    end
    local next = at + length
    for i, group in ipairs(block.groups) do
        next = walk_group(walk, group, next, tree)
        if not next then
            return extend(walk, least(walk, block, i, 0))
        end
    end
    for i, data in ipairs(block.data) do
        next = walk_data(walk, data, next, tree)
        if not next then
            return extend(walk, least(walk, block, #block.groups, i))
        end
    end
    return next
end

-- The message whose template id is in the header.
local function message_at(walk, at)
    if header.length > walk.limit - at then
        return fail(walk, "header longer than bytes", at, header.name, at + header.length, false)
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

-- The offset after a message; nil if it is malformed or incomplete. `walk.found` says why.
local function end_of(walk, at)
    local message = message_at(walk, at)
    return message and walk_block(walk, message, at + header.length, whole(walk.tvb, at, header.block_length))
end

-- mark: `malformed` or `unreassembled`
local function add_mark(tree, range, mark, text)
    local item = tree:add(mark.field, range, text)
    text = mark.label .. ": " .. text
    item:set_text(text)
    item:add_proto_expert_info(mark.expert, text)
end

-- short: the mark of a message that more bytes might complete
local function dissect_message(tvb, at, limit, tree, names, short)
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
            add_mark(item, tvb(at, limit - at), walk.needed and short or malformed, walk.found)
        end
    else
        local mark = walk.needed and short or malformed
        names[#names + 1] = mark.label:lower()
        add_mark(tree, tvb(at, limit - at), mark, walk.found)
    end
end
