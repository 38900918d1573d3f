-- Merge operations, for as much as Lua does exactly as runtime.Op.Apply does. What else
-- comes, a result beyond its limits included, is nil: then Go decides. Values are JSON
-- text, which is cut but never decoded.

local EXACT = 9007199254740991

-- whole reads a whole number that a double holds exactly.
local function whole(text)
  if #text > 17 or not text:find('^-?%d+$') then return nil end
  local n = tonumber(text)
  if n > EXACT or n < -EXACT then return nil end
  return n
end

local function float(text)
  if not text:find('^-?%d') then return nil end
  return tonumber(text)
end

local function printWhole(n)
  if n > EXACT or n < -EXACT then return nil end
  return string.format('%.0f', n)
end

-- printFloat gives the fewest digits that are read back as the same number.
local function printFloat(x)
  if x ~= x or x == math.huge or x == -math.huge then return nil end
  local text
  for digits = 15, 17 do
    text = string.format('%.' .. digits .. 'g', x)
    if tonumber(text) == x then break end
  end
  if not text:find('[.e]') then text = text .. '.0' end
  return text
end

local function combine(op, a, b)
  if op == 'sum' then return a + b end
  if op == 'min' and a < b or op == 'max' and b < a then return a end
  return b
end

local function mergeNumber(c, current)
  local read, write = float, printFloat
  if c.whole then read, write = whole, printWhole end
  local a, b = read(current), read(c.operand)
  if not a or not b then return nil end
  local n = combine(c.op, a, b)
  if c.low ~= '' and n < tonumber(c.low) or c.high ~= '' and n > tonumber(c.high) then return nil end
  return write(n)
end

-- closing returns where the string ends that begins at a quote.
local function closing(text, at)
  repeat
    at = text:find('["\\]', at + 1)
    if not at then return nil end
    local escapes = text:byte(at) == 92
    if escapes then at = at + 1 end
  until not escapes
  return at
end

local depths = {['['] = 1, ['{'] = 1, [']'] = -1, ['}'] = -1}

-- items cuts a list into the texts of its items; nil if it is none.
local function items(text)
  local list, depth, from, at, last = {}, 0, 2, 2, #text
  if text:byte(1) ~= 91 or text:byte(last) ~= 93 then return nil end
  if last == 2 then return list end
  while true do
    at = text:find('["%[%]{},]', at)
    if not at or at == last then break end
    local c = text:sub(at, at)
    if c == '"' then
      at = closing(text, at)
      if not at then return nil end
    elseif c ~= ',' then
      depth = depth + depths[c]
    elseif depth == 0 then
      list[#list + 1] = text:sub(from, at - 1)
      from = at + 1
    end
    at = at + 1
  end
  if not at or depth ~= 0 then return nil end
  list[#list + 1] = text:sub(from, last - 1)
  return list
end

-- identity returns equal texts for equal items: 1.0 is 1. Of numbers that may be written
-- in several ways it knows nothing.
local function identity(item)
  if not item:find('^-?%d') then return item end
  if item:find('[eE]') or item:find('^-0') then return nil end
  local digits = item:match('^(-?%d+)%.0$')
  if digits and whole(digits) then return digits end
  return item
end

-- members returns the set of a list's items, and whether none is there twice.
local function members(list)
  local set, unique = {}, true
  for _, item in ipairs(list) do
    local id = identity(item)
    if not id then return nil end
    unique = unique and not set[id]
    set[id] = true
  end
  return set, unique
end

-- missing returns those of more that a list doesn't hold yet.
local function missing(list, more)
  local set = members(list)
  if not set then return nil end
  local new = {}
  for _, item in ipairs(more) do
    local id = identity(item)
    if not id then return nil end
    if not set[id] then new[#new + 1] = item end
    set[id] = true
  end
  return new
end

local function within(c, list, more)
  local n = #list + #more
  if n < c.least or c.most > 0 and n > c.most then return false end
  if not c.unique then return true end
  local all = {}
  for _, item in ipairs(list) do all[#all + 1] = item end
  for _, item in ipairs(more) do all[#all + 1] = item end
  local set, unique = members(all)
  return set and unique
end

local function mergeList(c, current)
  local more = c.items
  if current:byte(1) ~= 91 or current:byte(-1) ~= 93 then return nil end
  if c.op == 'union' or c.least > 0 or c.most > 0 or c.unique then
    local list = items(current)
    if not list then return nil end
    if c.op == 'union' then more = missing(list, more) end
    if not more or not within(c, list, more) then return nil end
  end
  if #more == 0 then return current end
  local added = table.concat(more, ',') .. ']'
  if current == '[]' then return '[' .. added end
  return current:sub(1, -2) .. ',' .. added
end

-- merge returns what a change makes of a key's current text, false if it isn't set.
local function merge(c, current)
  if not current then
    if #c.old > 0 or c.first == '' then return nil end
    return c.first
  end
  if c.items then return mergeList(c, current) end
  return mergeNumber(c, current)
end
