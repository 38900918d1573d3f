-- Takes all sessions of a user from all who look for them, and the state that they share.
-- KEYS: the tables, the shared state, sessions to be swept.
-- ARGV: the user.

if newer() then return {'newer'} end
local AT_ONCE = 1000 -- arguments: Lua can't pass on any number of them
local user = ARGV[1]
local from, to = '[' .. user .. '\0', '(' .. user .. '\1'
local members = redis.call('ZRANGEBYLEX', INDEX, from, to)
for i = 1, #members, AT_ONCE do
  local last = math.min(#members, i + AT_ONCE - 1)
  redis.call('HDEL', SESSIONS, unpack(members, i, last))
  redis.call('ZREM', DEADLINES, unpack(members, i, last))
  redis.call('SADD', KEYS[7], unpack(members, i, last))
end
redis.call('ZREMRANGEBYLEX', INDEX, from, to)
redis.call('UNLINK', KEYS[6])
redis.call('ZREM', USERS, user)
redis.call('ZREM', OWNERS, user)
touch()
return {'ok'}
