// Changes of every key that a client may write; each is printed as JSON for Go's ApplyClient.
import type { ClientChanges } from "./clients.gen";

declare const console: { log(line: string): void };

const set: ClientChanges = {
  city: "Bern", wish: "aisle", nights: 2, budget: 1.5, big: "9223372036854775807", photo: "AAEC", start: "2030-01-31T08:00:00Z",
  wait: "1h30m0s", seat: { row: 1, note: "by the window" }, seats: [{ row: 2 }], trip: { to: "Rome", miles: 5, next: { to: "Bari" } },
  legs: { a: { to: "Rome" } }, packed: { row: 3 }, anything: { a: [1, null] }, link: "10.0.0.1", votes: 3, tags: ["a"], taken: [{ row: 4 }],
  note_1: "x", tally_1: 2, must: "here", "user:name": "Ada", "user:age": 36,
};
const unset: ClientChanges = {
  city: null, wish: null, nights: null, budget: null, big: null, photo: null, start: null, wait: null, seat: null, seats: null, trip: null,
  legs: null, packed: null, anything: null, link: null, note_1: null,
  "user:name": null, "user:age": null,
};
for (const changes of [set, unset]) console.log(JSON.stringify(changes));
