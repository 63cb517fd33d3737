-- Null values. They have no field in the tree, so that filters do not find them.

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

-- Whether any member of a composite has a value other than null.
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
