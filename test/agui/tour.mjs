// One run after the other with the real client of AG-UI: node tour.mjs URL. Prints what the client has of them.
import { HttpAgent } from '@ag-ui/client';

const agent = new HttpAgent({ url: process.argv[2], threadId: 'tour', headers: { User: 'ann' } });
const steps = [];
agent.subscribe({
  onStepStartedEvent: ({ event }) => { steps.push(event.stepName); },
  onStateDeltaEvent: ({ event }) => { steps.push(...event.delta.map((o) => `${o.op} ${o.path}`)); },
});
agent.addMessage({ id: 'm1', role: 'user', content: 'tour' });
await agent.runAgent();
const asked = agent.pendingInterrupts;
await agent.runAgent({ resume: asked.map(({ id }) => ({ interruptId: id, status: 'resolved', payload: { confirmed: true } })) });
console.log(JSON.stringify({
  steps, asked: asked.map((i) => [i.reason, i.message]), pending: agent.pendingInterrupts.length, state: agent.state,
  messages: agent.messages.map((m) => `${m.role}: ${m.toolCalls ? m.toolCalls.map((c) => c.function.name + c.function.arguments) : m.content}`),
}));
