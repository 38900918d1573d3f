-- Takes those of some sessions away that are idle still, and some that have expired.
-- KEYS: the tables, sessions to be swept.
-- ARGV: microseconds, members.
-- The answer: how many were idle, and had expired.

if newer() then return {'newer'} end
local removed, time = 0, tonumber(now():sub(2))
for i = 2, #ARGV do
  local s = find(ARGV[i], '')
  if s and time - tonumber(s.touched:sub(2)) >= tonumber(ARGV[1]) then
    remove({ARGV[i]})
    redis.call('SADD', KEYS[6], ARGV[i])
    removed = removed + 1
  end
end
local trimmed = trim(500)
touch()
return {'ok', removed, trimmed}
