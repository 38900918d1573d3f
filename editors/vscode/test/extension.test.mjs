// The extension with stand-ins for the editor and for the client: whether it starts the
// server, offers to install it, and starts it again.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const commands = new Map(), asked = [], tasks = [], clients = [];
const settings = { path: "", goSource: "save" };
let answer, configurationChanged, taskEnded;

const stand = {
  vscode: {
    commands: { registerCommand: (name, run) => commands.set(name, run), executeCommand: async () => {} },
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidChangeConfiguration: (f) => (configurationChanged = f),
    },
    window: {
      showWarningMessage: async (message, ...choices) => (asked.push({ message, choices }), answer),
      showErrorMessage: async (message) => void asked.push({ message }),
    },
    tasks: {
      executeTask: async (task) => (tasks.push(task), task),
      onDidEndTaskProcess: (f) => ((taskEnded = f), { dispose() {} }),
    },
    Task: class { constructor(...parts) { this.process = parts.at(-1); } },
    ProcessExecution: class { constructor(command, args) { Object.assign(this, { command, args }); } },
    TaskScope: { Workspace: 2 },
  },
  "vscode-languageclient/node": {
    LanguageClient: class {
      constructor(id, name, run, options) { Object.assign(this, { run, options, state: "new" }); clients.push(this); }
      async start() { this.state = "started"; }
      async stop() { this.state = "stopped"; }
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => stand[name] ?? load(name, ...rest);
const extension = createRequire(import.meta.url)("../out/extension.js");
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("the extension finds, installs and restarts the server", async () => {
  const dir = mkdtempSync(join(tmpdir(), "stategen-"));
  Object.assign(process.env, { PATH: dir, HOME: dir, GOBIN: "", GOPATH: "" });
  answer = "Install";
  await extension.activate({ subscriptions: [] });
  await soon();
  assert.equal(clients.length, 0);
  assert.deepEqual(asked[0].choices, ["Install", "Open Settings"]);
  assert.deepEqual({ ...tasks[0].process }, { command: "go", args: ["install", "github.com/seed92179c4c/stategen/cmd/stategen@latest"] });

  const command = join(dir, "stategen");
  writeFileSync(command, "");
  chmodSync(command, 0o755);
  taskEnded({ execution: tasks[0], exitCode: 0 });
  await soon();
  assert.deepEqual(clients[0].run, { command, args: ["lsp"] });
  assert.deepEqual(clients[0].options.initializationOptions, { goSource: "save" });
  assert.equal(clients[0].state, "started");

  configurationChanged({ affectsConfiguration: (name) => name === "stategen" });
  await soon();
  assert.deepEqual(clients.map((c) => c.state), ["stopped", "started"]);

  settings.path = join(dir, "none");
  await commands.get("stategen.restart")();
  await soon();
  assert.deepEqual(clients.map((c) => c.state), ["stopped", "stopped"]);
  assert.match(asked.at(-1).message, /names no command/);
  await extension.deactivate();
});
