-- Creates a session, whose first event has the number 0, and answers as load does.
-- KEYS: those of append, then the sessions that are to be swept.

local member, incarnation, id, time, record, user = take(), take(), take(), take(), take(), take()
local changes = takeChanges()

if newer() then return {'newer'} end
local s = find(member, '')
if s and s.id ~= incarnation then return {'exists'} end
if not s then -- otherwise the answer was lost
  redis.call('UNLINK', KEYS[SESSION], KEYS[7], KEYS[8]) -- an erased session's that was not swept yet
  redis.call('SREM', KEYS[9], member)
  s = {id = incarnation, seq = 0, first = 1, mark = '-', updated = time, touched = now()}
  keep(member, s)
  redis.call('ZADD', KEYS[2], 0, member)
  redis.call('HSET', KEYS[7], '', time .. record, id, '0')
  apply(changes)
  noteUser(changes, KEYS[6], user)
end
touch()
return {'ok', s.id, s.seq, s.mark, s.updated, {},
  redis.call('HGETALL', KEYS[SESSION]), redis.call('HGETALL', KEYS[USER]), redis.call('HGETALL', KEYS[APP])}
