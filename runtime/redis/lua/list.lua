-- Reads one page of the index: members, each with its field in the table of sessions, or
-- '' if it is there no more. KEYS: the tables. The first answer is the server's time.

if newer() then return {'newer'} end
settle()
local names = redis.call('ZRANGEBYLEX', INDEX, ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
local answer = {'ok', now()}
for _, member in ipairs(names) do
  answer[#answer + 1] = member
  answer[#answer + 1] = not lapsed(DEADLINES, member) and redis.call('HGET', SESSIONS, member) or ''
end
return answer
