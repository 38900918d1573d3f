-- Takes those of some sessions away that are idle still, and some that have expired.
-- KEYS: the tables, sessions to be swept, the list of apps that have some.
-- ARGV: microseconds, the app, its score, members.
-- The answer: how many were idle, and had expired.

if newer() then return {'newer'} end
local removed, time = 0, tonumber(now():sub(2))
for i = 4, #ARGV do
  local s = find(ARGV[i], '')
  if s and time - tonumber(s.touched:sub(2)) >= tonumber(ARGV[1]) then
    remove({ARGV[i]})
    redis.call('SADD', KEYS[6], ARGV[i])
    removed = removed + 1
  end
end
if removed > 0 then redis.call('ZADD', KEYS[7], ARGV[3], ARGV[2]) end
local trimmed = trim(500)
touch()
return {'ok', removed, trimmed}
