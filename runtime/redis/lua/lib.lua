-- What all scripts begin with. An app's sessions are the fields of one hash (KEYS[1] of
-- every script), each named by its member: user, NUL, session ID. A field holds, apart
-- by spaces: incarnation, number of the last event, number of the first event in the
-- list, mark of the last rewriting, last update, last append by this server's clock. The
-- field without a name is the version of the layout.
--
-- Numbers of events stay below 2^53. Times are text of 19 digits, microseconds since 1970
-- plus 10^18: Lua's numbers are doubles and can't hold them.

-- newer reports whether a program of a later version has changed the app's layout.
local function newer()
  return tonumber(redis.call('HGET', KEYS[1], '') or VERSION) > VERSION
end

-- touch writes what is there already: a WAIT behind it then confirms all that was read.
local function touch()
  redis.call('HSET', KEYS[1], '', VERSION)
end

-- settle lets a script that only reads touch, if its answer is to be confirmed.
local function settle()
  if CONFIRMED then touch() end
end

local function now()
  local time = redis.call('TIME')
  return string.format('1%012d%06d', time[1], time[2])
end

-- later compares two times, each in two halves. The comparison of texts would follow the
-- server's locale.
local function later(a, b)
  local x, y = tonumber(a:sub(1, 10)), tonumber(b:sub(1, 10))
  if x ~= y then return x > y end
  return tonumber(a:sub(11)) > tonumber(b:sub(11))
end

-- find returns a session, or nil if there is none, or another incarnation than asked for.
local function find(member, incarnation)
  local text = redis.call('HGET', KEYS[1], member)
  if not text then return nil end
  local id, seq, first, mark, updated, touched = text:match('^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
  if not id then error({err = 'STATEGEN the session table is damaged'}) end
  if incarnation ~= '' and incarnation ~= id then return nil end
  return {id = id, seq = tonumber(seq), first = tonumber(first), mark = mark, updated = updated, touched = touched, text = text}
end

local function keep(member, s)
  redis.call('HSET', KEYS[1], member, string.format('%s %.0f %.0f %s %s %s', s.id, s.seq, s.first, s.mark, s.updated, s.touched))
end
