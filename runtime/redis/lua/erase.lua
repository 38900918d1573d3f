-- Takes all sessions of a user from all who look for them, and the state that they share.
-- KEYS: sessions, index, the shared state, users with state, sessions to be swept.

if newer() then return {'newer'} end
local AT_ONCE = 1000 -- arguments: Lua can't pass on any number of them
local user = ARGV[1]
local from, to = '[' .. user .. '\0', '(' .. user .. '\1'
local members = redis.call('ZRANGEBYLEX', KEYS[2], from, to)
for i = 1, #members, AT_ONCE do
  local last = math.min(#members, i + AT_ONCE - 1)
  redis.call('HDEL', KEYS[1], unpack(members, i, last))
  redis.call('SADD', KEYS[5], unpack(members, i, last))
end
redis.call('ZREMRANGEBYLEX', KEYS[2], from, to)
redis.call('UNLINK', KEYS[3])
redis.call('ZREM', KEYS[4], user)
touch()
return {'ok'}
