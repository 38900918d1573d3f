-- Removes what erased sessions have left, unless they were created again.
-- KEYS: the tables, sessions to be swept, and for each member three keys.

if newer() then return {'newer'} end
for i, member in ipairs(ARGV) do
  if redis.call('HEXISTS', SESSIONS, member) == 0 then
    redis.call('UNLINK', KEYS[3 * i + 4], KEYS[3 * i + 5], KEYS[3 * i + 6])
  end
  redis.call('SREM', KEYS[6], member)
end
touch()
return {'ok'}
