-- Removes an app from the list of those to be swept, unless it came in again meanwhile.

if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
return {'ok'}
