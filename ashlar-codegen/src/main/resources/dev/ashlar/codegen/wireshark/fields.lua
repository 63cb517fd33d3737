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
