// Package transfer moves sessions between stores of any kind, as lines of JSON:
//
//	{"stategen":"export","version":1}
//	{"session":{"app":"trips"},"state":{"app:motd":"hi"}}
//	{"end":0}
//	{"session":{"app":"trips","user":"ann"},"state":{"user:lang":"de"}}
//	{"end":0}
//	{"session":{"app":"trips","user":"ann","id":"s1"},"state":{"step":"pay"}}
//	{"event":{"id":"create-1","author":"create","timestamp":"…","actions":{"stateDelta":{"step":"search"}}}}
//	{"event":{"id":"e1","seq":1,"author":"booker","timestamp":"…","actions":{"stateDelta":{"step":"pay"}}}}
//	{"end":2}
//	{"done":{"sessions":3,"events":2}}
//
// The first line says the version of the format. Each session follows with its state
// and all of its events, from the one numbered 0, which records the creation; an event
// has the form that stores keep. Session without an ID are what the sessions of a user,
// or of an app, share: all of that state, whoever wrote it, and the events by which it
// was shared without a session. The line that ends a session counts its events; it may
// have an "error", if not all of it could be read. The last line counts all.
//
// Of a session whose first events were pruned, the event numbered 0 is the snapshot that
// stands for them, and the next one has the number that it had. Where it is imported
// the events that are left count from 1.
//
// Where an event's host data is JSON with line breaks, it stands before the event as
// text: {"host":"…","event":{…}}. A redacted file says "redacted":true in its first
// line: it has no content and no host data, and only keys that were asked for.
package transfer
