-- Creates a session, whose first event has the number 0, and answers as load does.
-- KEYS: those of append, then the sessions that are to be swept, and the list of apps.

local member, incarnation, id, time, record, user, ttl = take(), take(), take(), take(), take(), take(), take()
local _, app = take(), take() -- nothing is merged that could be too large
local changes = takeChanges()

if newer() then return {'newer'} end
buryOwners(user)
local s = findWhole(member, '')
if s and s.id ~= incarnation then return {'exists'} end
if not s then -- otherwise the answer was lost
  redis.call('UNLINK', KEYS[SESSION], KEYS[NUMBERS], KEYS[EVENTS]) -- an erased session's that was not swept yet, or an expired one's
  redis.call('SREM', KEYS[15], member)
  redis.call('ZADD', KEYS[16], 0, app)
  s = {id = incarnation, seq = 0, first = 1, mark = '-', updated = time, touched = now()}
  keep(member, s)
  redis.call('ZADD', INDEX, 0, member)
  redis.call('HSET', KEYS[NUMBERS], '', time .. record, id, '0')
  apply(changes)
  noteUser(changes, user)
  renew(member, user, ttl)
end
touch()
return {'ok', s.id, s.seq, s.mark, s.updated, {},
  redis.call('HGETALL', KEYS[SESSION]), redis.call('HGETALL', KEYS[USER]), redis.call('HGETALL', KEYS[APP])}
