-- Reads several sessions and their state at one moment.
-- KEYS: sessions, the app's state, and for each session its own and its user's, which is
-- not repeated for sessions of one user that follow each other.

if newer() then return {'newer'} end
settle()
local answer = {'ok', redis.call('HGETALL', KEYS[2])}
for i, member in ipairs(ARGV) do
  local own, user, shared = KEYS[2 * i + 1], KEYS[2 * i + 2], {}
  if i == 1 or KEYS[2 * i] ~= user then shared = redis.call('HGETALL', user) end
  answer[#answer + 1] = {redis.call('HGET', KEYS[1], member) or '', redis.call('HGETALL', own), shared}
end
return answer
