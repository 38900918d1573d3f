-- Notes the name of an app, with a score. KEYS: an ordered set of all apps.

redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
return {'ok'}
