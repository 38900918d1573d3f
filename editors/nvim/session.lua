-- A session of Neovim, without a screen, with the server:
--   nvim --headless -u NONE -l editors/nvim/session.lua  (or -c 'luafile …')
-- It ends with exit code 0 if everything is as it should be.
local command = os.getenv("STATEGEN") or "stategen"

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local function await(what, condition)
  if not vim.wait(60000, condition, 20) then fail("never: " .. what) end
end

local function main()
  local dir = vim.fn.resolve(vim.fn.tempname())
  vim.fn.mkdir(dir, "p")
  vim.fn.writefile({ "version: 1", 'check: {templates: ["*.md"]}', "keys:", "  topic: string?" }, dir .. "/stategen.yaml")
  vim.fn.writefile({ "😀 Say {topic?}." }, dir .. "/one.md")
  local client = vim.lsp.start_client({ name = "stategen", cmd = { command, "lsp" }, root_dir = dir })
  vim.cmd("edit " .. dir .. "/one.md")
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  await("initialized", function() return vim.lsp.get_client_by_id(client).initialized end)

  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "😀 Say {topc?} {" })
  await("a finding", function() return #vim.diagnostic.get(buffer) > 0 end)
  local found = vim.diagnostic.get(buffer)[1]
  if found.code ~= "undeclared-key" and not (found.message or ""):find("topc") then fail(vim.inspect(found)) end
  if found.col ~= 10 then fail("column " .. found.col) end -- bytes

  local position = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = 0, character = 17 } }
  local answers = vim.lsp.buf_request_sync(buffer, "textDocument/completion", position, 60000)
  local items = answers[client].result.items
  if #items ~= 1 or items[1].textEdit.newText ~= "topic?}" then fail(vim.inspect(answers)) end

  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { "😀 Say {topic?}" })
  await("no finding", function() return #vim.diagnostic.get(buffer) == 0 end)
  vim.lsp.stop_client(client)
  await("the end", function() return vim.lsp.client_is_stopped(client) end)
end

local ok, message = pcall(main)
if not ok then fail(tostring(message)) end
vim.cmd("qall!")
