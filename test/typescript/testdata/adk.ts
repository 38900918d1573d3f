// Sets and reads the state of a session of ADK for JavaScript through the generated types and schema,
// and prints what it has come to as a line of JSON.
import { FunctionNode, InMemorySessionService, Runner, createEvent, type NodeContext } from "@google/adk";
import { defaults, keys, stateSchema, wholeStateSchema, type State } from "./typescript.gen.js";

declare const console: { log(line: string): void };

const app = { appName: "trips", userId: "ada" };
const sessionService = new InMemorySessionService();
const first: State = { flag: true, step: "search", "user:name": "Ada", "app:limit": "9007199254740993" };
const { id } = await sessionService.createSession({ ...app, sessionId: "1", state: { ...first } });

async function session() {
  const found = await sessionService.getSession({ ...app, sessionId: id });
  if (!found) throw new Error("no session");
  return found;
}

const stateDelta: Partial<State> = { [keys.small]: 7, "user:trips": 1, hold_12A: "2030-01-31T08:00:00Z" };
await sessionService.appendEvent({ session: await session(), event: createEvent({ author: "desk", actions: { stateDelta } as never }) });
// As frameworks do that make their own schema of it, such as LangGraph.
stateSchema.extend({ flag: stateSchema.shape.flag.optional() }).partial();
const stored = wholeStateSchema.parse((await session()).state) as State;

// What a node sets is judged by the state schema.
const refused: string[] = [];
const node = new FunctionNode(
  "desk",
  (ctx: NodeContext) => {
    for (const [key, value] of [["step", "serch"], ["small", 201], ["stepp", "pay"], ["at", "tomorrow"], ["ratio", 2], ["step", "pay"], ["tags", ["a", "b"]]] as const) {
      try {
        ctx.state.set(key, value);
      } catch (error) {
        refused.push(`${key}: ${(error as Error).name}`);
      }
    }
    return null;
  },
  { stateSchema },
);
const runner = new Runner({ appName: app.appName, agent: node, sessionService });
for await (const event of runner.runAsync({ userId: app.userId, sessionId: id, newMessage: { role: "user", parts: [{ text: "go" }] } })) {
  if (event.errorMessage) throw new Error(event.errorMessage);
}
const { state } = await session();
const after: State = { ...defaults, ...stateSchema.parse(state) };
console.log(JSON.stringify({ stored, refused, step: after.step, tags: after.tags, trips: String(BigInt(after["user:trips"] ?? 0)), limit: after["app:limit"] }));
