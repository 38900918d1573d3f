-- Names users, those with sessions and those with state each in order, and says whether
-- the app itself has anything. KEYS: the tables, the app's state.
-- ARGV: from where on in the index, and in the users with state; how many.
-- The answer has from where on to ask again, behind each list; '' if there is no need to.

local STEPS = 2000 -- what has expired is in the tables still, in any number
local most = tonumber(ARGV[3])

local function withSessions(from)
  local found = {}
  for _ = 1, STEPS do
    local member = redis.call('ZRANGEBYLEX', INDEX, from, '+', 'LIMIT', 0, 1)[1]
    if not member or #found == most then return found, '' end
    if lapsed(DEADLINES, member) then
      from = '(' .. member
    else
      found[#found + 1] = userOf(member)
      -- No name holds a NUL, so that all members of later users are above this.
      from = '[' .. found[#found] .. '\1'
    end
  end
  return found, from
end

local function withState(from)
  local found, limit = {}, lives and STEPS or most
  local users = redis.call('ZRANGEBYLEX', USERS, from, '+', 'LIMIT', 0, limit)
  for _, user in ipairs(users) do
    if not lapsed(OWNERS, user) then found[#found + 1] = user end
    if #found == most then return found, '' end
  end
  return found, #users == limit and '(' .. users[limit] or ''
end

if newer() then return {'newer'} end
settle()
local hasState = redis.call('EXISTS', KEYS[6]) == 1 and not lapsed(OWNERS, '')
local own = (hasState or find('\0', '')) and 1 or 0
local sessions, moreSessions, states, moreStates = {}, '', {}, ''
if ARGV[1] ~= '' then sessions, moreSessions = withSessions(ARGV[1]) end
if ARGV[2] ~= '' then states, moreStates = withState(ARGV[2]) end
return {'ok', own, sessions, moreSessions, states, moreStates}
