-- Appends an event, or says why not. Nothing is written before all of it is certain.
-- KEYS: the tables, the session's state, the user's, the app's, numbers of the session's
-- events by ID, its events, and both of what the user and the app share without a session.
-- The answer is what happened, the event's number, the last update, and texts.

local member, incarnation, id, time, record, user, ttl = take(), take(), take(), take(), take(), take(), take()
local longest = takeNumber() -- that a merged value may be; 0 is no bound
local mode, sizes = take(), takeList()
local conditions, changes = takeConditions(), takeChanges()

-- everything is what current is for an append that depends on all keys.
local function everything()
  return {redis.call('HGETALL', KEYS[SESSION]), redis.call('HGETALL', KEYS[USER]), redis.call('HGETALL', KEYS[APP])}
end

local function snapshot()
  if mode == 'all' or mode == 'look at all' then return everything() end
  return current(conditions, changes)
end

-- complete reports whether no key was added to those that are expected.
local function complete()
  for i, size in ipairs(sizes) do
    if redis.call('HLEN', KEYS[SESSION + i - 1]) ~= tonumber(size) then return false end
  end
  return true
end

-- again answers an append whose event is there already. What it says must be confirmed
-- like what an append says.
local function again(s, seq)
  touch()
  local entry = redis.call('HGET', KEYS[NUMBERS], '')
  if seq > 0 then entry = redis.call('LINDEX', KEYS[EVENTS], seq - s.first) end
  return {'again', seq, s.updated, snapshot(), entry or ''}
end

-- resolved adds to an event what its merge operations came to. The text ends with that of
-- its actions.
local function resolved()
  local entries = {}
  for _, c in ipairs(changes) do
    if c.op and c.quoted ~= '' then entries[#entries + 1] = c.quoted .. ':' .. c.text end
  end
  if #entries == 0 then return record end
  return record:sub(1, -3) .. ',"stateResolved":{' .. table.concat(entries, ',') .. '}}}'
end

local function merged()
  local texts = {}
  for _, c in ipairs(changes) do
    if c.op then texts[#texts + 1] = c.text end
  end
  return texts
end

if newer() then return {'newer'} end
buryOwners(user)
local s = findWhole(member, incarnation)
if not s then return {'none'} end
local known = redis.call('HGET', KEYS[NUMBERS], id)
if known then return again(s, tonumber(known)) end
if redis.call('LLEN', KEYS[EVENTS]) ~= s.seq - s.first + 1 then
  return redis.error_reply('STATEGEN the list of events is damaged')
end
if mode:find('^look') or not hold(conditions) or not complete() or not prepare(changes, longest) then
  return {'look', s.seq, s.updated, snapshot()}
end
s.seq, s.touched = s.seq + 1, now()
if later(time, s.updated) then s.updated = time end
redis.call('RPUSH', KEYS[EVENTS], time .. resolved())
redis.call('HSET', KEYS[NUMBERS], id, string.format('%.0f', s.seq))
keep(member, s)
apply(changes)
noteUser(changes, user)
renew(member, user, ttl)
touch()
return {'ok', s.seq, s.updated, merged()}
