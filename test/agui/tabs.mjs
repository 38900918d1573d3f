// Tabs of browsers that share threads, each with the real client of AG-UI: node tabs.mjs URL THREADS SEED.
// Prints what each thread came to.
import { HttpAgent } from '@ag-ui/client';

const [url, threads, seed] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
console.error = console.warn = () => {}; // the client says there what a test does on purpose
const cut = new TypeError('the connection is cut'); // which the client reports to nobody in one place
process.on('unhandledRejection', (error) => { if (error !== cut) throw error; });

let at = seed;
const random = (n) => { // the same in each run of a seed
  at = (at * 1103515245 + 12345) % 2147483648;
  return Math.floor(at / 65536) % n;
};
let marks = 0;

class Tab {
  acknowledged = [];
  conflicts = 0;
  lose = ''; // what becomes of the next answer

  constructor(name, thread) {
    this.name = name;
    this.agent = new HttpAgent({ url, threadId: thread, headers: { User: 'ann' }, fetch: (...request) => this.fetch(...request) });
    this.agent.subscribe({
      onCustomEvent: ({ event }) => { if (event.name === 'state.conflict') this.refused = true, this.conflicts++; },
      onRunErrorEvent: ({ event }) => { if (event.code !== 'state.conflict') throw new Error(event.message); },
      onStateSnapshotEvent: () => { this.shown = true; },
    });
  }

  async fetch(...request) {
    const lose = this.lose;
    this.lose = '';
    const answer = await fetch(...request);
    if (lose === 'answer') {
      await answer.text();
      throw new TypeError('the answer is lost');
    }
    if (lose !== 'end') return answer;
    const reader = answer.body.getReader();
    let left = 1 + random(2);
    const body = new ReadableStream({
      async pull(to) {
        const { done, value } = await reader.read();
        if (done) to.close();
        else if (left-- === 0) await reader.cancel(), to.error(cut);
        else to.enqueue(value);
      },
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  }

  // act edits or not, says something or not, and loses an answer or not.
  async act() {
    const edits = [];
    for (let n = random(3); n > 0; n--) edits.push([['a', 'b', 'user:c'][random(3)], `${this.name}-${++marks}`]);
    const set = Object.fromEntries(edits);
    this.agent.setState({ ...this.agent.state, ...set });
    this.agent.setMessages(random(2) ? [] : [{ id: crypto.randomUUID(), role: 'user', content: 'write' }]);
    const runId = crypto.randomUUID();
    this.refused = this.shown = false;
    this.lose = ['', '', '', 'answer', 'end'][random(5)];
    try {
      await this.agent.runAgent({ runId });
    } catch {
      await this.agent.runAgent({ runId });
    }
    if (this.shown && !this.refused) this.acknowledged.push(...Object.entries(set));
  }
}

const without = ({ $base, ...state }) => state;
const came = [];
for (let n = 0; n < threads; n++) {
  const thread = `${seed}-${n}`;
  const tabs = [new Tab(`x${seed}`, thread), new Tab(`y${seed}`, thread)];
  for (let round = 0; round < 4; round++) {
    // Beside each other, or one of them while the other one grows stale.
    await Promise.all(tabs.filter(() => random(4) > 0).map((tab) => tab.act()));
  }
  for (const { agent } of [...tabs, tabs[0]]) { // an edit of the first may come after the second one's look
    agent.setMessages([]);
    await agent.runAgent();
  }
  await tabs[1].agent.runAgent();
  came.push({
    thread, states: tabs.map((tab) => without(tab.agent.state)),
    acknowledged: tabs.flatMap((tab) => tab.acknowledged), conflicts: tabs.reduce((sum, tab) => sum + tab.conflicts, 0),
  });
}
console.log(JSON.stringify(came));
