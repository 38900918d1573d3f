-- Names users, those with sessions and those with state each in order.
-- KEYS: sessions, index, users with state.

if newer() then return {'newer'} end
settle()
local after, most = ARGV[1], tonumber(ARGV[2])
local withState = redis.call('ZRANGEBYLEX', KEYS[3], '(' .. after, '+', 'LIMIT', 0, most)
local withSessions = {}
while #withSessions < most do
  -- No name holds a NUL, so that all members of later users are above this.
  local member = redis.call('ZRANGEBYLEX', KEYS[2], '[' .. after .. '\1', '+', 'LIMIT', 0, 1)[1]
  if not member then break end
  after = member:sub(1, member:find('\0', 1, true) - 1)
  withSessions[#withSessions + 1] = after
end
return {'ok', withSessions, withState}
