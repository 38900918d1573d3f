// What an editor without stategen's own server has: the YAML language server, told by the first
// line of a schema to go by what `stategen schema` prints.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node.js";

const command = process.env.STATEGEN ?? "stategen";
const server = join(dirname(createRequire(import.meta.url).resolve("yaml-language-server/package.json")), "bin/yaml-language-server");

test("the YAML language server", { timeout: 120_000 }, async (t) => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "stategen-")));
  execFileSync(command, ["init"], { cwd: dir });
  const path = join(dir, "stategen.yaml"), uri = pathToFileURL(path).href;

  writeFileSync(join(dir, "stategen.schema.json"), execFileSync(command, ["schema"]));
  const modeline = "# yaml-language-server: $schema=stategen.schema.json\n";
  const start = modeline + readFileSync(path, "utf8");

  const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout), new protocol.StreamMessageWriter(child.stdin));
  const waiting = new Map();
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (p) => waiting.get(p.version ?? version)?.(p.diagnostics));
  connection.onRequest(protocol.RegistrationRequest.type, () => {});
  connection.onRequest(protocol.ConfigurationRequest.type, (p) => p.items.map((i) => (i.section === "yaml" ? settings.yaml : {})));
  const settings = { yaml: { validate: true, completion: true, hover: true, schemaStore: { enable: false } } };
  connection.listen();
  await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: pathToFileURL(dir).href, workspaceFolders: [{ uri: pathToFileURL(dir).href, name: "agent" }],
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } }, workspace: { configuration: true } },
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await connection.sendNotification(protocol.DidChangeConfigurationNotification.type, { settings });

  let version = 1;
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "yaml", version, text: start } });
  // diagnostics are those of a text, each as "LINE: MESSAGE".
  const diagnostics = async (text) => {
    const found = new Promise((resolve) => waiting.set(++version, resolve));
    await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges: [{ text }] });
    return (await found).map((d) => `${d.range.start.line}: ${d.message}`);
  };
  // labels are what is offered at the mark | in a text.
  const labels = async (marked) => {
    const before = (modeline + marked).split("|")[0].split("\n");
    await diagnostics(modeline + marked.replace("|", ""));
    const list = await connection.sendRequest(protocol.CompletionRequest.type, {
      textDocument: { uri }, position: { line: before.length - 1, character: before.at(-1).length },
    });
    return (list.items ?? list).map((i) => i.label.trim());
  };
  const offers = (list, ...wanted) => wanted.forEach((w) => assert.ok(list.includes(w), `${w} is not among ${list}`));

  await t.test("finds nothing wrong with a first schema", async () => assert.deepEqual(await diagnostics(start), []));
  await t.test("reports what the JSON Schema can tell", async () => {
    for (const [text, want] of [
      ["version: 2\n", /1: Value is not accepted/],
      ["version: 1\nkey: {}\n", /2: Property key is not allowed/],
      ["version: 1\nkeys:\n  a: list<string>\n", /3: A type is string, bool,/],
      ["version: 1\nkeys:\n  a: {type: string, scope: users}\n", /3: Value is not accepted.*"session"/],
      ["version: 1\ntypes:\n  T: {doc: x}\n", /3: (?:Missing property|Matches)/],
    ]) assert.match((await diagnostics(modeline + text)).join("\n"), want);
    assert.deepEqual(await diagnostics(modeline + 'version: 1\ntypes: {Größe: {enum: [a]}}\nkeys: {a: "map[string][]Größe?", b: "[]int"}\n'), []);
  });
  await t.test("offers fields, types and values", async () => {
    offers(await labels("version: 1\n|"), "keys", "types", "instructions");
    offers(await labels("version: 1\nkeys:\n  a: |\n"), "string", "int?", '"[]string?"', "map[string]string");
    offers(await labels("version: 1\nkeys:\n  a:\n    type: |\n"), "string", "duration", '"[]string"', "map[string]string?");
    offers(await labels("version: 1\nkeys:\n  a:\n    type: int\n    |\n"), "scope", "merge", "default");
    offers(await labels("version: 1\nkeys:\n  a:\n    type: int\n    merge: |\n"), "sum", "union");
    offers(await labels("version: 1\ntypes:\n  T:\n    fields:\n      a: |\n"), "time", '"[]string"');
  });
  connection.dispose();
});
