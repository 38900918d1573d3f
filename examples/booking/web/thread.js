// A thread of AG-UI whose state is shared with the agents: plain fetch and EventSource. Copy it for a page of yours.
// @ts-check

/**
 * @template {object} State
 * @template {object} Changes
 */
export class Thread {
  state = /** @type {State} */ ({}); // of now; never changed in place
  running = false; // whether agents are at work, for this tab or another one
  onstate = (/** @type {Set<keyof State> | undefined} */ _changed) => {}; // undefined: all of it is new
  onevent = (/** @type {any} */ _event) => {};
  onlink = (/** @type {boolean} */ _live) => {};
  #stored = {}; // as the server sent it
  #turn = {}; // of the run under way: temp keys
  #tabs;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.#tabs = new BroadcastChannel('thread ' + id);
    this.#tabs.onmessage = (e) => this.#hear(e.data);
  }

  /** Begins the session if it is new, and follows its state from then on. */
  async open() {
    await this.#run([]);
    const stream = new EventSource(this.#address());
    stream.onmessage = (e) => {
      const event = JSON.parse(e.data);
      this.onlink(true);
      if (event.type === 'STATE_SNAPSHOT') this.#stored = event.snapshot;
      else if (event.type === 'STATE_DELTA') this.#stored = patched(this.#stored, event.delta);
      else return;
      this.#show(event.type === 'STATE_DELTA');
    };
    stream.onerror = () => this.onlink(false); // it connects again by itself
  }

  /** Says something to the agents. @param {string} text */
  async say(text) {
    this.#tell({ type: 'SAID', text });
    await this.#run([{ id: crypto.randomUUID(), role: 'user', content: text }]);
  }

  /**
   * Changes the state, unless others have changed the same keys since the user saw them.
   * @param {Partial<Changes>} set @param {object} base what the user saw
   * @returns {Promise<{conflict?: boolean, values: any, problem?: string}>}
   */
  async change(set, base) {
    const body = JSON.stringify({ id: crypto.randomUUID(), set, base });
    for (let tries = 1; ; tries++) {
      try { // again after a lost answer: under one ID it counts once
        const answer = await fetch(this.#address(), { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body });
        if (answer.status === 422) return { values: {}, problem: (await answer.json()).errors.map((/** @type {any} */ e) => e.problem).join('; ') };
        if (!answer.ok && answer.status !== 409) return { values: {}, problem: await answer.text() };
        return { conflict: answer.status === 409, values: (await answer.json()).values };
      } catch (lost) {
        if (tries === 3) return { values: {}, problem: 'The connection is lost. Try again.' };
      }
    }
  }

  #address() { return '/agui/state?threadId=' + encodeURIComponent(this.id); }

  /** @param {object[]} messages */
  async #run(messages) {
    const input = { threadId: this.id, runId: crypto.randomUUID(), state: {}, messages, tools: [], context: [], forwardedProps: {} };
    let last = '';
    try {
      const answer = await fetch('/agui', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(input) });
      if (!answer.ok) throw new Error(await answer.text());
      for await (const event of events(/** @type {ReadableStream} */ (answer.body))) this.#tell(event, messages.length > 0), last = event.type;
    } catch (error) {
      this.#tell({ type: 'RUN_ERROR', message: String(error) });
      return;
    }
    if (last !== 'RUN_FINISHED' && last !== 'RUN_ERROR') this.#tell({ type: 'RUN_ERROR', message: 'The connection was lost. What is stored is in the state.' });
  }

  /** Shows an event of a run in all tabs. @param {any} event @param {boolean} [speaks] */
  #tell(event, speaks = true) {
    if (!speaks && event.type !== 'RUN_ERROR') return;
    this.#tabs.postMessage(event);
    this.#hear(event);
  }

  /** @param {any} event */
  #hear(event) {
    this.running = event.type !== 'RUN_FINISHED' && event.type !== 'RUN_ERROR';
    if (event.type === 'STATE_SNAPSHOT') this.#turn = event.snapshot;
    if (event.type === 'STATE_DELTA') this.#turn = patched(this.#turn, event.delta);
    if (!this.running) this.#turn = {};
    if (event.type !== 'STATE_SNAPSHOT') this.#show(true);
    this.onevent(event);
  }

  /** @param {boolean} compare */
  #show(compare) {
    const temp = Object.entries(this.#turn).filter(([key]) => key.startsWith('temp:'));
    const { $base: _, ...stored } = /** @type {any} */ (this.#stored);
    const before = /** @type {any} */ (this.state), now = { ...stored, ...Object.fromEntries(temp) };
    const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]));
    this.state = now;
    if (!compare) this.onstate(undefined);
    else if (changed.length > 0) this.onstate(new Set(/** @type {(keyof State)[]} */ (changed)));
  }
}

/** A state after a JSON Patch, which sets and removes keys. @param {any} state @param {{op: string, path: string, value?: any}[]} patch */
function patched(state, patch) {
  const out = { ...state, $base: { ...state.$base } };
  for (const { op, path, value } of patch) {
    const names = path.split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = /** @type {string} */ (names.pop());
    const at = names.reduce((o, name) => o[name], out);
    if (op === 'remove') delete at[last];
    else at[last] = value;
  }
  return out;
}

/** The events of a stream. @param {ReadableStream} body */
async function* events(body) {
  let text = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = /** @type {string} */ (blocks.pop());
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6));
  }
}
