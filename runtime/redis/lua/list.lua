-- Reads one page of the index: members, each with its field in the table of sessions.
-- KEYS: sessions, index. The first answer is the server's time.

if newer() then return {'newer'} end
settle()
local names = redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
local answer = {'ok', now()}
for _, member in ipairs(names) do
  answer[#answer + 1] = member
  answer[#answer + 1] = redis.call('HGET', KEYS[1], member) or ''
end
return answer
