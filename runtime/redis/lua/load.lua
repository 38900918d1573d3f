-- Reads a session at one moment. KEYS are those of append.

local member, bare, withState, none = ARGV[1], ARGV[2] == '1', ARGV[3] == '1', ARGV[4] == '1'
local after, upTo, notBefore = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local id, first, last = ARGV[8], tonumber(ARGV[9]), tonumber(ARGV[10])
local AT_ONCE = 256

local found = {} -- numbers and entries, in turn

-- passes reports whether an entry is not too old. A damaged one is shown.
local function passes(entry)
  local time = entry:sub(1, 19)
  return notBefore == '' or not time:find('^%d+$') or #time < 19 or not later(notBefore, time)
end

local function add(seq, entry)
  if entry and passes(entry) then
    found[#found + 1] = seq
    found[#found + 1] = entry
  end
end

local function full(most) return most > 0 and #found >= 2 * most end

-- forward adds the events with numbers from low to high, as many as are asked for.
local function forward(s, low, high, most)
  while low <= high and not full(most) do
    local to = math.min(high, low + AT_ONCE - 1)
    if most > 0 and notBefore == '' then to = math.min(to, low + most - #found / 2 - 1) end
    for i, entry in ipairs(redis.call('LRANGE', KEYS[EVENTS], low - s.first, to - s.first)) do
      if full(most) then break end
      add(low + i - 1, entry)
    end
    low = to + 1
  end
end

-- start returns from which number on the last events are found that are asked for.
local function start(s, low, high)
  if notBefore == '' then return math.max(low, high - last + 1) end
  local missing = last
  while high >= low do
    local from = math.max(low, high - AT_ONCE + 1)
    local entries = redis.call('LRANGE', KEYS[EVENTS], from - s.first, high - s.first)
    for i = #entries, 1, -1 do
      if passes(entries[i]) then missing = missing - 1 end
      if missing == 0 then return from + i - 1 end
    end
    high = from - 1
  end
  return low
end

local function byID(s, low, high)
  local seq = tonumber(redis.call('HGET', KEYS[NUMBERS], id) or -1)
  if seq >= low and seq <= high then
    add(seq, redis.call('LINDEX', KEYS[EVENTS], seq - s.first))
  elseif seq == 0 and after < 0 then
    add(0, redis.call('HGET', KEYS[NUMBERS], ''))
  end
end

local function search(s)
  local low, high = math.max(s.first, after + 1), s.seq
  if upTo > 0 then high = math.min(high, upTo) end
  if id ~= '' then return byID(s, low, high) end
  if last > 0 then low = start(s, low, high) end
  if after < 0 and (last == 0 or high - low + 1 < last) then add(0, redis.call('HGET', KEYS[NUMBERS], '')) end
  forward(s, low, high, first)
end

-- values returns names and values, in turn, of a scope: all, or those that are asked for.
local function values(scope, key)
  if ARGV[11] == '1' then return redis.call('HGETALL', key) end
  local asked = {}
  for i = 12, #ARGV, 2 do
    local value = tonumber(ARGV[i]) == scope and redis.call('HGET', key, ARGV[i + 1])
    if value then
      asked[#asked + 1] = ARGV[i + 1]
      asked[#asked + 1] = value
    end
  end
  return asked
end

if newer() then return {'newer'} end
settle()
local s = findWhole(member, '')
if not s and not bare then return {'none'} end
if s and not none then search(s) end
s = s or {id = '0', seq = 0, mark = '-', updated = ''}
local answer = {'ok', s.id, s.seq, s.mark, s.updated, found}
if withState then
  answer[#answer + 1] = values(0, KEYS[SESSION])
  answer[#answer + 1] = lapsed(OWNERS, userOf(member)) and {} or values(1, KEYS[USER])
  answer[#answer + 1] = lapsed(OWNERS, '') and {} or values(2, KEYS[APP])
end
return answer
