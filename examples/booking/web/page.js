// The page of a trip: what is said on the left, what the agents know on the right. It is checked against the
// types that stategen generates, so a key that the schema no longer has is an error here, too.
// @ts-check
/** @import {ClientState, ClientChanges, Flight} from '../bookingstate/state.gen.ts' */

import { Thread } from './thread.js';

/** @type {Thread<ClientState, ClientChanges>} */
const thread = new Thread(new URLSearchParams(location.search).get('trip') ?? 'first');
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [props]
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
function make(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

// What the keys look like. Both tables must have all keys of their kind.

/** @typedef {{label: string, options?: (s: ClientState) => {value: string, text: string}[], wide?: boolean}} Input */
/** @type {Required<Record<keyof ClientChanges, Input>>} */
const inputs = {
  departure_city: { label: 'From' },
  destination_city: { label: 'To' },
  flight_choice: {
    label: 'Pick a flight', wide: true,
    options: (s) => (s.booking_step === 'choose_flight' ? s.offers : []).map((f) => ({ value: f.number, text: flight(f) })),
  },
  seat_choice: {
    label: 'Pick a seat',
    options: (s) => s.booking_step === 'choose_seat'
      ? [...s.window_seats.map((seat) => ({ value: seat, text: seat + ' window' })), ...s.legroom_seats.map((seat) => ({ value: seat, text: seat + ' legroom' }))]
      : [],
  },
  'user:name': { label: 'Name' },
  'user:seat_wish': { label: 'Seat wish', options: () => ['window', 'legroom'].map((w) => ({ value: w, text: w })) },
};

/** @typedef {keyof ClientState} Key */
/** @typedef {Exclude<Key, keyof ClientChanges>} Shown */
/** @type {Required<{[K in Shown]: {label: string, show: (value: NonNullable<ClientState[K]>) => string}}>} */
const shown = {
  booking_step: { label: 'Step', show: (step) => step.replaceAll('_', ' ') },
  offers: { label: 'Offers', show: (list) => list.map((f) => f.number).join(', ') },
  selected_flight: { label: 'Booked flight', show: (f) => flight(f) },
  window_seats: { label: 'Window seats', show: (list) => list.join(', ') },
  legroom_seats: { label: 'Legroom seats', show: (list) => list.join(', ') },
  seat: { label: 'Booked seat', show: (seat) => seat },
  amount_paid: { label: 'Paid', show: (amount) => euros(amount) },
  booking_reference: { label: 'Reference', show: (text) => text },
  'user:visit_count': { label: 'Trips begun', show: String },
  'user:trip_count': { label: 'Trips paid', show: String },
  'user:next_departure': { label: 'Next departure', show: (at) => when(at) },
  'app:promotion': { label: 'Promotion', show: (p) => `${p.code}: ${p.percent} % off` },
  'temp:window_report': { label: 'Window scout', show: (text) => text },
  'temp:legroom_report': { label: 'Legroom scout', show: (text) => text },
};

/** @type {Record<Key, {label: string}>} */
const labels = { ...inputs, ...shown };

const scopes = [
  { title: 'This trip', prefix: '', doc: 'one session' },
  { title: 'You', prefix: 'user:', doc: 'all of your trips' },
  { title: 'Everybody', prefix: 'app:', doc: 'all travellers' },
  { title: 'This turn', prefix: 'temp:', doc: 'gone when the agents have answered' },
];

const euros = (/** @type {number} */ n) => `${n.toFixed(2)} EUR`;
const when = (/** @type {string} */ at) => new Intl.DateTimeFormat('en-GB', {
  weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC',
}).format(new Date(at));

/** @param {Flight} f */
const flight = (f) => `${f.number} · ${when(f.departs)} · ${f.duration.replace(/(\d+)(h|m).*?/g, '$1 $2 ').replace(/0s$/, '').trim()} · `
  + euros(f.price) + (f.stopover ? ` · via ${f.stopover}` : '');

// The right: a row for each key, made once, so that nobody loses the focus.

/** @type {Map<Key, (s: ClientState) => void>} */
const rows = new Map();
for (const { title, prefix, doc } of scopes) {
  const cells = make('div', { className: 'cells' });
  const box = make('section', { className: 'scope' }, make('h3', {}, title, make('span', {}, doc)));
  const keys = /** @type {Key[]} */ ([...Object.keys(inputs), ...Object.keys(shown)]);
  for (const key of keys.filter((k) => k.slice(0, k.indexOf(':') + 1) === prefix)) {
    const row = make('div', { className: 'key' });
    row.dataset.key = key;
    rows.set(key, key in inputs ? inputRow(row, /** @type {keyof ClientChanges} */ (key)) : shownRow(row, /** @type {Shown} */ (key)));
    (key in inputs ? box : cells).append(row);
  }
  box.append(cells);
  $('scopes').append(box);
}

/** @param {HTMLElement} row @param {Shown} key */
function shownRow(row, key) {
  const value = make('span');
  row.append(make('span', {}, shown[key].label), value);
  return (/** @type {ClientState} */ s) => {
    const now = s[key];
    const empty = now === undefined || (Array.isArray(now) && now.length === 0);
    value.className = empty ? 'none' : '';
    value.textContent = empty ? '–' : /** @type {(v: any) => string} */ (shown[key].show)(now);
  };
}

/**
 * An input stores what is entered as soon as it is left. While somebody types, what others store is said beside it.
 * @param {HTMLElement} row @param {keyof ClientChanges} key
 */
function inputRow(row, key) {
  const { label, options, wide } = inputs[key];
  const id = 'key-' + key;
  const problem = make('p', { className: 'problem', id: id + '-problem' });
  problem.setAttribute('role', 'alert');
  const field = options ? make('fieldset', { id }) : make('input', { id, autocomplete: 'off' });
  const name = options ? make('span', { id: id + '-name' }, label) : make('label', { htmlFor: id }, label);
  if (options) field.setAttribute('aria-labelledby', id + '-name');
  field.setAttribute('aria-describedby', problem.id);
  row.append(name, field, problem);

  /** @type {string | undefined} */
  let seen; // what the key held when the user began
  let drawn = '';
  const value = () => /** @type {string | undefined} */ (thread.state[key]);
  const busy = () => !options && document.activeElement === field && input.value !== (seen ?? '');
  const input = /** @type {HTMLInputElement} */ (field);

  const store = async (/** @type {string} */ entered, /** @type {string | undefined} */ base) => {
    const result = await thread.change({ [key]: entered || null }, { [key]: base });
    problem.replaceChildren();
    if (result.problem) problem.append(result.problem);
    if (result.conflict) {
      const theirs = result.values[key] ?? 'nothing';
      problem.append(`It became ${theirs} meanwhile.`,
        make('button', { type: 'button', className: 'plain', onclick: () => store(entered, result.values[key]) }, `Use ${entered || 'nothing'}`),
        make('button', { type: 'button', className: 'plain', onclick: () => { problem.replaceChildren(); draw(thread.state); } }, `Keep ${theirs}`));
    } else if (!result.problem) seen = value();
    draw(thread.state);
  };
  field.addEventListener('focusin', () => { seen = value(); });
  field.addEventListener('change', (e) => {
    const entered = /** @type {HTMLInputElement} */ (e.target).value.trim();
    if (entered !== (seen ?? '')) store(entered, seen);
  });

  const draw = (/** @type {ClientState} */ s) => {
    if (options) {
      const list = options(s), text = JSON.stringify([list, s[key]]);
      if (text === drawn) return;
      drawn = text;
      const focused = field.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement).value : null;
      field.replaceChildren(...list.map((o) => make('label', { className: wide ? 'choice wide' : 'choice' },
        make('input', { type: 'radio', name: id, value: o.value, checked: o.value === s[key] }), o.text)));
      if (list.length === 0) field.append(make('span', { className: 'none' }, 'nothing to pick now'));
      if (focused !== null) /** @type {HTMLElement | null} */ (field.querySelector(`[value="${CSS.escape(focused)}"]`))?.focus();
    } else if (!busy() && problem.childElementCount === 0) input.value = value() ?? '';
  };
  return draw;
}

thread.onstate = (changed) => {
  for (const [key, draw] of rows) {
    draw(thread.state);
    if (!changed) continue;
    const row = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    row?.classList.toggle('fresh', changed.has(key));
  }
  if (changed) $('news').textContent = 'Changed: ' + [...changed].map((key) => labels[key]?.label).join(', ');
  hint();
};
thread.onlink = (live) => {
  $('link').className = live ? 'live' : '';
  $('link').textContent = live ? 'live' : 'Connecting…';
};

// The left: what is said, who is at work, and what one could say next.

/** @param {string} author @param {string} text @param {string} [className] */
function line(author, text, className = 'said') {
  const what = make('span', {}, text);
  const item = make('p', { className: author === 'user' ? 'said user' : className });
  item.append(make('span', { className: 'who' }, author === 'user' ? 'You' : author.replaceAll('_', ' ')), what);
  $('log').append(item);
  return what;
}

/** @type {Map<string, HTMLElement>} */
const open = new Map();
thread.onevent = (e) => {
  switch (e.type) {
    case 'SAID': line('user', e.text); break;
    case 'STEP_STARTED': $('work').append(make('b', {}, e.stepName.replaceAll('_', ' '))); break;
    case 'STEP_FINISHED': [...$('work').children].find((b) => b.textContent === e.stepName.replaceAll('_', ' '))?.remove(); break;
    case 'TEXT_MESSAGE_START': open.set(e.messageId, line(e.name, '')); break;
    case 'TEXT_MESSAGE_CONTENT': open.get(e.messageId)?.append(e.delta); break;
    case 'TOOL_CALL_START': open.set(e.toolCallId, line(e.toolCallName, '', 'call')); break;
    case 'TOOL_CALL_ARGS': open.get(e.toolCallId)?.append(Object.values(JSON.parse(e.delta)).join(', ')); break;
    case 'RUN_ERROR': line('Something went wrong', e.message, 'said bad'); break;
  }
  if (e.type === 'RUN_FINISHED' || e.type === 'RUN_ERROR') $('work').replaceChildren();
  $('log').scrollTop = $('log').scrollHeight;
  hint();
};

function hint() {
  const s = thread.state, busy = thread.running;
  /** @type {Record<string, string[]>} */
  const next = {
    search: s.departure_city && s.destination_city ? ['Find flights.'] : ["I'm Ana. I'd like to fly from Lisbon to Oslo."],
    choose_flight: s.flight_choice ? ['I take that one.'] : ['The cheapest one.', 'The earliest one.', 'Find flights.'],
    choose_seat: s.seat_choice ? ['I take that seat.'] : ['By the window.', 'I have long legs.'],
    pay: ['What do I owe you?', 'Yes, charge my card.'],
    done: ['When do I leave?'],
  };
  const list = busy ? [] : next[s.booking_step] ?? [];
  if ($('hints').textContent !== list.join('')) {
    $('hints').replaceChildren(...list.map((text) => make('button', { type: 'button', className: 'plain', onclick: () => thread.say(text) }, text)));
  }
  /** @type {HTMLButtonElement} */ (document.querySelector('#say button')).disabled = busy;
}

$('say').addEventListener('submit', (e) => {
  e.preventDefault();
  const box = /** @type {HTMLInputElement} */ ($('text'));
  if (thread.running) return;
  thread.say(box.value);
  box.value = '';
});

const again = /** @type {HTMLAnchorElement} */ ($('again'));
again.href = `?trip=${encodeURIComponent(thread.id)}`;
again.target = '_blank';
/** @type {HTMLAnchorElement} */ ($('new')).href = `?trip=${crypto.randomUUID().slice(0, 8)}`;

await thread.open();
for (const { author, text } of await (await fetch('/said?threadId=' + encodeURIComponent(thread.id))).json()) line(author, text);
$('log').scrollTop = $('log').scrollHeight;
