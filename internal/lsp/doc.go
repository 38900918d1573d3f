// Package lsp is the language server: what package workspace finds, for an editor, with the
// texts that the editor has not saved.
//
// # Texts
//
// Messages are taken in order. One that changes texts is carried out before the next is
// read; a question is answered on a goroutine of its own, from a snapshot of what was
// known when it was asked, and ends when the client cancels it. A panic ends the
// question or the check that it happened in, and nothing else.
//
// # Findings
//
// Findings come from two checks, each on one goroutine. The looker reads schemas
// and prompts at every change, and only those that the change concerns. The
// surveyor runs the whole check, with Go source, when files are saved and when typing has
// stopped. What is published is what the looker finds and what only the surveyor can find;
// the latter moves with the text until it is found again, and what is found in a text that
// is not the editor's any more is not published.
//
// # The protocol
//
// Messages go through github.com/sourcegraph/jsonrpc2: it is maintained, small, needs nothing that
// is linked, and hands over messages one by one in their order, which changes of texts
// need. creachadair/jrpc2 keeps the order of notifications too, but links net/http by way of
// expvar; go.lsp.dev/jsonrpc2 rests on an experimental JSON library. The types of the protocol are
// our own: of go.lsp.dev/protocol or sourcegraph/go-lsp a tenth would be used.
package lsp
