-- Times to live. The field 'ttl' of the table of sessions says for how many milliseconds
-- sessions, what users share and what the app shares outlast an append; 0 is for ever. Two
-- ordered sets say when that is: DEADLINES for the members of the table, OWNERS for users
-- and, named '', the app. What isn't in them lasts.
--
-- These decide, for all that belongs to a session at once. The keys have deadlines of
-- their own only so that the server removes them, each for itself: where clocks differ, as
-- when a slot moves, some may go sooner than others. Therefore those of a session get a
-- minute more. Shared state is one key and gets none, but stays in OWNERS for that minute.

local MINUTE = 60000
local AT_ONCE = 16  -- entries that an append takes from each set
local SESSIONS_OF_USER = 100 -- so many are looked at

local function remove(members)
  if #members == 0 then return end
  redis.call('HDEL', SESSIONS, unpack(members))
  redis.call('ZREM', INDEX, unpack(members))
  redis.call('ZREM', DEADLINES, unpack(members))
end

-- trim takes some of what has expired out of the tables.
local function trim(most)
  if not lives then return 0 end
  local members = redis.call('ZRANGEBYSCORE', DEADLINES, '-inf', clock(), 'LIMIT', 0, most)
  remove(members)
  local owners = redis.call('ZRANGEBYSCORE', OWNERS, '-inf', clock() - MINUTE, 'LIMIT', 0, most)
  if #owners > 0 then
    redis.call('ZREM', USERS, unpack(owners))
    redis.call('ZREM', OWNERS, unpack(owners))
  end
  return #members + #owners
end

-- bury removes what an owner's sessions shared, if that has expired.
local function bury(owner, ...)
  if not lapsed(OWNERS, owner) then return end
  redis.call('UNLINK', ...)
  remove({owner .. '\0'})
  redis.call('ZREM', USERS, owner)
  redis.call('ZREM', OWNERS, owner)
end

local function buryOwners(user)
  if user ~= '' then bury(user, KEYS[USER], KEYS[11], KEYS[12]) end
  bury('', KEYS[APP], KEYS[13], KEYS[14])
end

-- after returns when something expires. Most appends find the deadline that they would set,
-- and needn't write it.
local function after(ttl)
  local step = math.max(math.floor(ttl / 256), 1)
  return math.ceil((clock() + ttl) / step) * step
end

local function deadlineOf(set, name) return tonumber(redis.call('ZSCORE', set, name) or '') end

-- setDeadline gives a name in a set, and keys, a deadline, or none, and reports whether it
-- is another one than before. If it isn't, there may be new keys that have none.
local function setDeadline(set, name, before, deadline, more, ...)
  for _, key in ipairs({...}) do
    if not deadline then
      redis.call('PERSIST', key)
    elseif deadline ~= before then
      redis.call('PEXPIREAT', key, deadline + more)
    else
      redis.call('PEXPIREAT', key, deadline + more, 'NX')
    end
  end
  if deadline == before then return false end
  if deadline then
    redis.call('ZADD', set, deadline, name)
  else
    redis.call('ZREM', set, name)
  end
  return true
end

-- renewOwner gives a deadline to what an owner's sessions share, or none: not one that is
-- sooner than before or than theirs, nor if there are sessions that last. The session of
-- what was written without one has the same.
local function renewOwner(owner, member, ttl, latest, state, ...)
  local before, deadline = deadlineOf(OWNERS, owner), nil
  if ttl > 0 then
    local least = before or latest(owner)
    if least then deadline = math.max(least, after(ttl)) end
  end
  local other, own = setDeadline(OWNERS, owner, before, deadline, 0, state), owner .. '\0'
  if (other or member == own) and redis.call('HEXISTS', SESSIONS, own) == 1 then
    setDeadline(DEADLINES, own, deadlineOf(DEADLINES, own), deadline, MINUTE, ...)
  end
end

-- latestOfUser returns the last deadline of a user's sessions; nil if one of them lasts, or
-- if they are very many.
local function latestOfUser(user)
  local members = redis.call('ZRANGEBYLEX', INDEX, '(' .. user .. '\0', '(' .. user .. '\1', 'LIMIT', 0, SESSIONS_OF_USER)
  if #members == 0 then return 0 end
  if #members == SESSIONS_OF_USER then return nil end
  local latest = 0
  for _, deadline in ipairs(redis.call('ZMSCORE', DEADLINES, unpack(members))) do
    if not deadline then return nil end
    latest = math.max(latest, tonumber(deadline))
  end
  return latest
end

-- latestOfApp returns the same of all sessions but the app's own.
local function latestOfApp()
  local lasting = redis.call('ZCARD', INDEX) - redis.call('ZCARD', DEADLINES)
  if redis.call('HEXISTS', SESSIONS, '\0') == 1 and not redis.call('ZSCORE', DEADLINES, '\0') then lasting = lasting - 1 end
  if lasting > 0 then return nil end
  return tonumber(redis.call('ZREVRANGE', DEADLINES, 0, 0, 'WITHSCORES')[2] or 0)
end

-- renew sets all deadlines anew on which an append to a session has a bearing. ttl is what
-- this program was opened with, '' if it goes by what others were.
local function renew(member, user, ttl)
  if ttl ~= '' and ttl ~= lives and (lives or ttl ~= '0 0 0') then
    redis.call('HSET', SESSIONS, 'ttl', ttl)
    lives = ttl
  end
  if not lives then return end
  local ofSession, ofUser, ofApp = lives:match('^(%d+) (%d+) (%d+)$')
  if member ~= user .. '\0' then
    local deadline = nil
    if ofSession ~= '0' then deadline = after(tonumber(ofSession)) end
    local other = setDeadline(DEADLINES, member, deadlineOf(DEADLINES, member), deadline, MINUTE, KEYS[SESSION], KEYS[NUMBERS], KEYS[EVENTS])
    if other then trim(AT_ONCE) end
  end
  if user ~= '' then renewOwner(user, member, tonumber(ofUser), latestOfUser, KEYS[USER], KEYS[11], KEYS[12]) end
  renewOwner('', member, tonumber(ofApp), latestOfApp, KEYS[APP], KEYS[13], KEYS[14])
end
