-- Removes a session. KEYS: the tables, the session's state, its numbers, its events.

if newer() then return {'newer'} end
redis.call('HDEL', SESSIONS, ARGV[1])
redis.call('ZREM', INDEX, ARGV[1])
redis.call('ZREM', DEADLINES, ARGV[1])
redis.call('UNLINK', KEYS[6], KEYS[7], KEYS[8])
touch()
return {'ok'}
