-- Conditions and changes, as arguments: in Go see change.go. Both name the hash of their
-- scope by its place in KEYS.

local at = 0
local function take()
  at = at + 1
  return ARGV[at]
end

local function takeNumber() return tonumber(take()) end

local function takeList()
  local list = {}
  for i = 1, takeNumber() do list[i] = take() end
  return list
end

local function takeConditions()
  local list = {}
  for i = 1, takeNumber() do list[i] = {key = KEYS[takeNumber()], name = take(), want = take()} end
  return list
end

-- takeMerge reads what a merge operation needs. Its quoted name is empty unless the event
-- is to tell what the operation came to.
local function takeMerge(c)
  c.first, c.quoted, c.old = take(), take(), takeList()
  if c.kind == 'list' then
    c.op, c.least, c.most, c.unique, c.items = take(), takeNumber(), takeNumber(), take() == '1', takeList()
  else
    c.op, c.whole, c.operand, c.low, c.high = take(), c.kind == 'whole', take(), take(), take()
  end
end

local function takeChanges()
  local list = {}
  for i = 1, takeNumber() do
    local scope = takeNumber()
    local c = {scope = scope, key = KEYS[scope], name = take(), kind = take()}
    if c.kind == 'set' then
      c.text = take()
    elseif c.kind ~= 'unset' then
      takeMerge(c)
    end
    list[i] = c
  end
  return list
end

-- current returns the texts of all keys that conditions and changes are about, in that
-- order, old names behind their key; '' if a key isn't set.
local function current(conditions, changes)
  local texts = {}
  local function add(key, name) texts[#texts + 1] = redis.call('HGET', key, name) or '' end
  for _, c in ipairs(conditions) do add(c.key, c.name) end
  for _, c in ipairs(changes) do
    add(c.key, c.name)
    for _, name in ipairs(c.old or {}) do add(c.key, name) end
  end
  return texts
end

local function hold(conditions)
  for _, c in ipairs(conditions) do
    if (redis.call('HGET', c.key, c.name) or '') ~= c.want then return false end
  end
  return true
end

-- prepare sets the texts of all merge operations; false if one of them is not for Lua, or too
-- long for the store.
local function prepare(changes, longest)
  for _, c in ipairs(changes) do
    if c.op then
      c.text = merge(c, redis.call('HGET', c.key, c.name))
      if not c.text or longest > 0 and #c.text > longest then return false end
    end
  end
  return true
end

-- apply carries out changes, those that unset first: an old name may be another change's.
local function apply(changes)
  for _, c in ipairs(changes) do
    if not c.text then redis.call('HDEL', c.key, c.name) end
    for _, name in ipairs(c.old or {}) do redis.call('HDEL', c.key, name) end
  end
  for _, c in ipairs(changes) do
    if c.text then redis.call('HSET', c.key, c.name, c.text) end
  end
end

-- noteUser keeps the set of the users who have state up to date.
local function noteUser(changes, user)
  for _, c in ipairs(changes) do
    if c.scope == USER then
      if redis.call('EXISTS', c.key) == 1 then
        redis.call('ZADD', USERS, 0, user)
      else
        redis.call('ZREM', USERS, user)
      end
      return
    end
  end
end
