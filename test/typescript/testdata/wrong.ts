// Each line with a code in its comment fails with that error, at its last mark; all others compile.
import { defaults, keys, type ClientChanges, type Duration, type Flight, type State, type Step, type Time } from "./typescript.gen";

declare const state: State;
declare const at: Time;

const step: Step = { ...defaults, ...state }.step;
const seat: Step | undefined = state[keys.userSeat("a", "b")];
const total: number | string = state["hold_total"] ?? defaults.hold_total;
export const right: ClientChanges = { [keys.step]: "pay", "user:trips": 1, "user:name": null, boxed: [1, "9007199254740993"], hold_1: null };
export const held: ClientChanges = { [keys.hold("1")]: at };
export const shown = [step, seat, held, total, BigInt(state["user:trips"] ?? 0)];

keys.usrName; // TS2551 usrName
state["user:nmae"]; // TS2551 "user:nmae"
export const a: Step = "serch"; // TS2820 a
export const b: State["flag"] = "yes"; // TS2322 b
export const c: State["small"] = "1"; // TS2322 c
export const d: State["count"] = "1.5"; // TS2322 d
export const e: Duration = at; // TS2322 e
export const f: ClientChanges = { flights: [] }; // TS2353 flights
export const g: ClientChanges = { "user:card_token": "x" }; // TS2353 "user:card_token"
export const h: ClientChanges = { step: "serch" }; // TS2820 step
export const i: ClientChanges = { "temp:scratch": "x" }; // TS2353 "temp:scratch"
export const j: ClientChanges = { [keys.hold("1")]: 5 }; // TS2322 j
export const n: ClientChanges = { "user:trips": null }; // TS2322 "user:trips"
export const k: Flight = { number: "LX1", payload: null }; // TS2741 k
export const l: Flight = { number: "LX1", seats: 1, payload: null, seat: 1 }; // TS2561 seat:
export const m: State["boxed"] = 1; // TS2322 m
keys.step = "other"; // TS2540 step
