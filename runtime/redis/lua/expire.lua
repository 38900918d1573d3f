-- Takes those of some sessions away that are idle still.
-- KEYS: sessions, index, sessions to be swept. ARGV: microseconds, members.

if newer() then return {'newer'} end
local removed, time = 0, tonumber(now():sub(2))
for i = 2, #ARGV do
  local s = find(ARGV[i], '')
  if s and time - tonumber(s.touched:sub(2)) >= tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], ARGV[i])
    redis.call('ZREM', KEYS[2], ARGV[i])
    redis.call('SADD', KEYS[3], ARGV[i])
    removed = removed + 1
  end
end
touch()
return {'ok', removed}
