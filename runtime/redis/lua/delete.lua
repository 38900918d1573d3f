-- Removes a session. KEYS: sessions, index, the session's state, its numbers, its events.

if newer() then return {'newer'} end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('UNLINK', KEYS[3], KEYS[4], KEYS[5])
touch()
return {'ok'}
