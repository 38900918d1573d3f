import { homedir } from "node:os";
import * as vscode from "vscode";
import { LanguageClient, type Executable } from "vscode-languageclient/node";
import { findCommand } from "./find";

const goModule = "github.com/seed92179c4c/stategen/cmd/stategen";
const install = "Install";
const settings = "Open Settings";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("stategen.restart", restart),
    vscode.commands.registerCommand("stategen.install", installCommand),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("stategen")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  // A server that does not end in time is killed by the client, which is an error for it alone.
  await running?.stop().catch(() => {});
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

/** start starts the server, or says how to get it. */
async function start(): Promise<void> {
  const config = vscode.workspace.getConfiguration("stategen");
  const configured = config.get<string>("path", "");
  const command = findCommand(configured, { platform: process.platform, env: process.env, home: homedir() });
  if (!command) {
    void offer(configured);
    return;
  }
  const run: Executable = { command, args: ["lsp"] };
  client = new LanguageClient("stategen", "stategen", run, {
    // Prompts have whatever name check.templates gives them: the server knows which are.
    documentSelector: [{ scheme: "file" }],
    initializationOptions: { goSource: config.get<string>("goSource", "type") },
  });
  try {
    await client.start();
  } catch (e) {
    void vscode.window.showErrorMessage(`stategen: ${command} lsp does not start: ${e instanceof Error ? e.message : String(e)}`);
  }
}

/** offer asks whether to install the command that was not found. */
async function offer(configured: string): Promise<void> {
  const message = configured
    ? `stategen: the setting stategen.path names no command: ${configured}`
    : "stategen: the command is not installed, so schemas and prompts are not checked.";
  switch (await vscode.window.showWarningMessage(message, ...(configured ? [settings] : [install, settings]))) {
    case install:
      return installCommand();
    case settings:
      await vscode.commands.executeCommand("workbench.action.openSettings", "stategen.path");
  }
}

/** installCommand runs go install where the user sees it, and starts the server after it. */
async function installCommand(): Promise<void> {
  const task = new vscode.Task(
    { type: "stategen" }, vscode.TaskScope.Workspace, "install", "stategen",
    new vscode.ProcessExecution("go", ["install", `${goModule}@latest`]),
  );
  const execution = await vscode.tasks.executeTask(task);
  const ended = vscode.tasks.onDidEndTaskProcess((e) => {
    if (e.execution !== execution) return;
    ended.dispose();
    if (e.exitCode === 0) void restart();
    else void vscode.window.showErrorMessage("stategen: go install failed; the terminal shows why.");
  });
}
