-- The rest of this file is the same for all schemas.

local MAX_LENGTH = 2147483647
local MAX_EMPTY_ENTRIES = 65536
local MAX_FRAME = 16777216
local MAX_ZEROS = 40
local TCP = 2

local template = field("STRING", "template", "Message")
local unfinished_bytes = field("UINT64", "unfinished", "Bytes of an unfinished message")
local frame_length = field("UINT64", "frame.length", "Frame length")
local packet_sequence = field("UINT64", "packet.sequence", "Packet sequence")
local packet_time = field("UINT64", "packet.time", "Sending time")
local packet_count = field("UINT64", "packet.count", "Frames")
-- Marks of malformed and incomplete messages.
local function mark_of(name, label, group, severity)
    return {label = label, field = field("STRING", name, label),
        expert = ProtoExpert.new(prefix .. "." .. name .. ".expert", label .. " message", group, severity)}
end

local malformed = mark_of("malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
local unreassembled = mark_of("unreassembled", "Unreassembled", expert.group.REASSEMBLE, expert.severity.WARN)

local ends = Proto(prefix .. ".ends", protocol.description .. ", ends of streams")

protocol.fields = fields
protocol.experts = {malformed.expert, unreassembled.expert}
