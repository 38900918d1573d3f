// A session with the server through the reference client of the protocol.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const command = process.env.STATEGEN ?? "stategen";

const files = {
  "go.mod": "module example.com/agent\n\ngo 1.26\n",
  "stategen.yaml": `version: 1
check: {templates: ["*.md"]}
keys:
  topic: {type: string, optional: true, doc: What the talk is about.}
  user:city: {type: string, default: Bern}
`,
  "one.md": "😀 Say something about {topic?}.\n",
};

test("a session", { timeout: 120_000 }, async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "stategen-")));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const uri = (name) => pathToFileURL(join(dir, name)).href;
  const server = spawn(command, ["lsp", "--stdio"], { env: { ...process.env, STATEGENCACHE: "off" }, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
  const found = new Map();
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (p) => found.set(p.uri, p));
  const registered = new Promise((resolve) =>
    connection.onRequest(protocol.RegistrationRequest.type, (p) => resolve(p.registrations.map((r) => r.method))));
  connection.listen();

  const hello = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(dir).href, name: "agent" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: { formatting: { dynamicRegistration: true } },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceEdit: { documentChanges: true } },
    },
  });
  assert.equal(hello.serverInfo.name, "stategen");
  assert.equal(hello.capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(protocol.InitializedNotification.type, {});

  const versions = {};
  const settle = () => connection.sendRequest(protocol.ExecuteCommandRequest.type, { command: "stategen.check" });
  const open = (name, languageId) => connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri(name), languageId, version: (versions[name] = 1), text: files[name] },
  });
  const change = (name, ...contentChanges) => connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri(name), version: ++versions[name] }, contentChanges,
  });
  const diagnostics = async (name) => {
    await settle();
    const p = found.get(uri(name));
    assert.equal(p?.version, versions[name]);
    return p.diagnostics;
  };
  const range = (line, start, end) => ({ start: { line, character: start }, end: { line, character: end } });
  const at = (name, line, character) => ({ textDocument: { uri: uri(name) }, position: { line, character } });

  // Diagnostics and fixes of unsaved texts, counted in UTF-16.
  await open("one.md", "markdown");
  assert.deepEqual(await diagnostics("one.md"), []);
  assert.deepEqual(await registered, ["workspace/didChangeWatchedFiles", "textDocument/formatting"]);
  await change("one.md", { range: range(0, 24, 30), text: "topic" });
  const [marker] = await diagnostics("one.md");
  assert.equal(marker.code, "missing-optional-marker");
  assert.deepEqual(marker.range, range(0, 23, 30));
  const [fix] = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri: uri("one.md") }, range: marker.range, context: { diagnostics: [marker], only: ["quickfix"] },
  });
  assert.equal(fix.isPreferred, true);
  const [edit] = fix.edit.documentChanges[0].edits;
  await change("one.md", { range: edit.range, text: edit.newText });
  assert.deepEqual(await diagnostics("one.md"), []);

  // Completion after a brace; hover, definition and references of what it puts in.
  await change("one.md", { text: "😀 {\n" });
  const list = await connection.sendRequest(protocol.CompletionRequest.type, at("one.md", 0, 4));
  assert.deepEqual(list.items.map((i) => i.textEdit.newText), ["topic?}", "user:city?}"]);
  await change("one.md", { range: list.items[0].textEdit.range, text: list.items[0].textEdit.newText });
  assert.deepEqual(await diagnostics("one.md"), []);
  const hover = await connection.sendRequest(protocol.HoverRequest.type, at("one.md", 0, 6));
  assert.match(hover.contents.value, /\*\*topic\*\*: string, optional, session\n\nWhat the talk is about\./);
  const definition = await connection.sendRequest(protocol.DefinitionRequest.type, at("one.md", 0, 6));
  assert.deepEqual(definition, [{ uri: uri("stategen.yaml"), range: range(3, 2, 7) }]);
  const references = await connection.sendRequest(protocol.ReferencesRequest.type, { ...at("one.md", 0, 6), context: { includeDeclaration: true } });
  assert.equal(references.length, 2);

  // Rename, in the schema and the prompt.
  const rename = await connection.sendRequest(protocol.RenameRequest.type, { ...at("one.md", 0, 6), newName: "subject" });
  assert.deepEqual(rename.documentChanges.map((d) => [d.textDocument.uri, d.edits[0].newText]), [[uri("one.md"), "subject"], [uri("stategen.yaml"), "subject"]]);

  // An unsaved schema changes what is found in the prompt.
  await open("stategen.yaml", "yaml");
  await change("stategen.yaml", { range: range(3, 2, 7), text: "subject" });
  assert.deepEqual((await diagnostics("one.md")).map((d) => d.code), ["undeclared-key"]);
  const formatted = await connection.sendRequest(protocol.DocumentFormattingRequest.type, { textDocument: { uri: uri("stategen.yaml") }, options: { tabSize: 2, insertSpaces: true } });
  assert.equal(formatted?.length ?? 0, 1);

  // Half a schema, then none: the server goes on.
  await change("stategen.yaml", { text: "version: 1\nkeys: {" });
  assert.ok((await diagnostics("stategen.yaml")).length > 0);
  await change("stategen.yaml", { text: readFileSync(join(dir, "stategen.yaml"), "utf8") });
  assert.deepEqual(await diagnostics("one.md"), []);

  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
});
