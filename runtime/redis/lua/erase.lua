-- Takes all sessions of a user from all who look for them, and the state that they share.
-- KEYS: sessions, index, the shared state, users with state, sessions to be swept.

if newer() then return {'newer'} end
local user = ARGV[1]
for _, member in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], '[' .. user .. '\0', '(' .. user .. '\1')) do
  redis.call('HDEL', KEYS[1], member)
  redis.call('ZREM', KEYS[2], member)
  redis.call('SADD', KEYS[5], member)
end
redis.call('UNLINK', KEYS[3])
redis.call('ZREM', KEYS[4], user)
touch()
return {'ok'}
