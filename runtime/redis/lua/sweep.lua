-- Removes what erased sessions have left, unless they were created again.
-- KEYS: sessions, sessions to be swept, and for each member three keys.

if newer() then return {'newer'} end
for i, member in ipairs(ARGV) do
  if redis.call('HEXISTS', KEYS[1], member) == 0 then
    redis.call('UNLINK', KEYS[3 * i], KEYS[3 * i + 1], KEYS[3 * i + 2])
  end
  redis.call('SREM', KEYS[2], member)
end
touch()
return {'ok', redis.call('SCARD', KEYS[2])}
