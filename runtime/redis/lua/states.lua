-- Reads several sessions and their state at one moment.
-- KEYS: the tables, the app's state, and for each session its own and its user's, which is
-- not repeated for sessions of one user that follow each other.

if newer() then return {'newer'} end
settle()
local answer = {'ok', shared('', KEYS[6])}
for i, member in ipairs(ARGV) do
  local own, user, ofUser = KEYS[2 * i + 5], KEYS[2 * i + 6], {}
  if i == 1 or KEYS[2 * i + 4] ~= user then ofUser = shared(userOf(member), user) end
  local row = not lapsed(DEADLINES, member) and redis.call('HGET', SESSIONS, member) or ''
  answer[#answer + 1] = {row, redis.call('HGETALL', own), ofUser}
end
return answer
