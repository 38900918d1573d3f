-- Removes a session, if there is a condition only one of that incarnation which ends with that
-- event. KEYS: the tables, the session's state, its numbers, its events.

local member, incarnation, last = ARGV[1], ARGV[2], ARGV[3]

if newer() then return {'newer'} end
local s = incarnation ~= '' and find(member, incarnation)
if s and s.seq ~= tonumber(last) then return {'on'} end
if s or incarnation == '' then
  redis.call('HDEL', SESSIONS, member)
  redis.call('ZREM', INDEX, member)
  redis.call('ZREM', DEADLINES, member)
  redis.call('UNLINK', KEYS[6], KEYS[7], KEYS[8])
end
touch()
return {'ok'}
