-- What all scripts begin with. An app's sessions are the fields of one hash, each named by
-- its member: user, NUL, session ID. A field holds, apart by spaces: incarnation, number of
-- the last event, number of the first event in the list, mark of the last rewriting, last
-- update, last append by this server's clock. Two fields have names without a NUL: '' is the
-- version of the layout, and 'ttl' is in ttl.lua.
--
-- Numbers of events stay below 2^53. Times are text of 19 digits, microseconds since 1970
-- plus 10^18: Lua's numbers are doubles and can't hold them.

-- An app's tables are the first keys of every script on it.
local SESSIONS, INDEX, DEADLINES, OWNERS, USERS = unpack(KEYS, 1, 5)

local lives -- the field 'ttl'; false if nothing in the app has a deadline

-- newer reports whether a program of a later version has changed the app's layout. It
-- comes first.
local function newer()
  local head = redis.call('HMGET', SESSIONS, '', 'ttl')
  lives = head[2]
  return tonumber(head[1] or VERSION) > VERSION
end

-- touch writes what is there already: a WAIT behind it then confirms all that was read.
local function touch()
  redis.call('HSET', SESSIONS, '', VERSION)
end

-- settle lets a script that only reads touch, if its answer is to be confirmed.
local function settle()
  if CONFIRMED then touch() end
end

local moment

-- now returns the same time throughout a script.
local function now()
  if not moment then
    local time = redis.call('TIME')
    moment = string.format('1%012d%06d', time[1], time[2])
  end
  return moment
end

-- clock is now, as a number of milliseconds.
local function clock() return tonumber(now():sub(2, 16)) end

-- later compares two times, each in two halves. The comparison of texts would follow the
-- server's locale.
local function later(a, b)
  local x, y = tonumber(a:sub(1, 10)), tonumber(b:sub(1, 10))
  if x ~= y then return x > y end
  return tonumber(a:sub(11)) > tonumber(b:sub(11))
end

local function userOf(member) return member:sub(1, member:find('\0', 1, true) - 1) end

-- lapsed reports whether the deadline is over that one of the sets has for a name.
local function lapsed(set, name)
  local deadline = lives and redis.call('ZSCORE', set, name)
  return deadline and tonumber(deadline) <= clock()
end

-- find returns a session, or nil if there is none, or another incarnation than asked for.
local function find(member, incarnation)
  local text = redis.call('HGET', SESSIONS, member)
  if not text or lapsed(DEADLINES, member) then return nil end
  local id, seq, first, mark, updated, touched = text:match('^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
  if not id then error({err = 'STATEGEN the session table is damaged'}) end
  if incarnation ~= '' and incarnation ~= id then return nil end
  return {id = id, seq = tonumber(seq), first = tonumber(first), mark = mark, updated = updated, touched = touched, text = text}
end

-- findWhole is find for scripts that have the session's own keys. If a clock was set back,
-- the server may have removed these already.
local function findWhole(member, incarnation)
  local s = find(member, incarnation)
  if s and lives and redis.call('EXISTS', KEYS[NUMBERS]) == 0 then return nil end
  return s
end

local function keep(member, s)
  redis.call('HSET', SESSIONS, member, string.format('%s %.0f %.0f %s %s %s', s.id, s.seq, s.first, s.mark, s.updated, s.touched))
end

-- shared returns state that sessions share; that of the owner '' is the app's.
local function shared(owner, key)
  if lapsed(OWNERS, owner) then return {} end
  return redis.call('HGETALL', key)
end
