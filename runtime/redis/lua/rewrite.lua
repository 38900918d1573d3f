-- Replaces and removes events, if nobody has since they were read.
-- KEYS: those of append.
-- ARGV: member, incarnation, the mark that was read, a new one, up to which number events
-- are removed, how many are replaced, these with their numbers, IDs of those removed.

local member, incarnation, mark, new = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local remove, put = tonumber(ARGV[5]), tonumber(ARGV[6])

if newer() then return {'newer'} end
local s = findWhole(member, incarnation)
if not s then return {'none'} end
touch()
if s.mark == new then return {'ok'} end -- the answer was lost
if s.mark ~= mark then return {'changed'} end
for i = 7, 5 + 2 * put, 2 do
  local seq = tonumber(ARGV[i])
  if seq == 0 then
    redis.call('HSET', KEYS[NUMBERS], '', ARGV[i + 1])
  elseif seq >= s.first and seq <= s.seq then
    redis.call('LSET', KEYS[EVENTS], seq - s.first, ARGV[i + 1])
  end
end
remove = math.min(remove, s.seq)
if remove >= s.first then
  redis.call('LTRIM', KEYS[EVENTS], remove - s.first + 1, -1)
  s.first = remove + 1
end
for i = 7 + 2 * put, #ARGV do redis.call('HDEL', KEYS[NUMBERS], ARGV[i]) end
s.mark = new
keep(member, s)
return {'ok'}
