// Package adksession is the session.Service of Google's ADK for Go on top of ours, with the guard of its HTTP server:
//
//	runner.Config{SessionService: adksession.New(svc)}
//
// where svc is what runtime/memory, runtime/sqlite or runtime/postgres opened. This
// package is for google.golang.org/adk/v2; the one in folder v1 is for
// google.golang.org/adk.
//
// An event is stored with every field that ADK gave it, as ADK's own JSON in the
// event's host data; its state delta goes where stategen keeps state, so that both
// kinds of programs can work on one session. docs/adk.md says where ADK's own
// services behave differently.
package adksession

//go:generate go run ./internal/v1
