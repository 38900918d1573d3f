package runtime

import "github.com/seed92179c4c/stategen/runtime/store"

// Event is one entry of a session's history. Its JSON form, which stores keep
// and other languages may read, names fields as agent frameworks do.
type Event = store.Event

// Actions holds what an event does besides telling something.
type Actions = store.Actions

// Content is what was said: text, calls of tools and their answers. JSON names
// are those of Google's GenAI APIs.
type Content = store.Content

// Part is one piece of a Content. Exactly one of its fields is used.
type Part = store.Part

// FunctionCall is a model's request to call a tool.
type FunctionCall = store.FunctionCall

// FunctionResponse is a tool's answer to the call with the same ID.
type FunctionResponse = store.FunctionResponse

// NewText returns a Content of one text part.
func NewText(role, text string) *Content { return store.NewText(role, text) }

// SessionInfo describes a session in a list.
type SessionInfo = store.SessionInfo
