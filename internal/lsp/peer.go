package lsp

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/sourcegraph/jsonrpc2"
)

// peer is the client as one that is told and asked things.
type peer struct {
	ctx     context.Context
	conn    *jsonrpc2.Conn
	started chan struct{} // closed once conn is there
	log     func(format string, args ...any)
}

func (p *peer) start(conn *jsonrpc2.Conn) {
	p.conn = conn
	close(p.started)
}

func (p *peer) reply(id jsonrpc2.ID, result any, err error) {
	if err == nil {
		_ = p.conn.Reply(p.ctx, id, result) // a client that is gone needs no answer
		return
	}
	worded, ok := err.(*jsonrpc2.Error)
	if !ok {
		worded = &jsonrpc2.Error{Code: codeFailed, Message: err.Error()}
	}
	_ = p.conn.ReplyWithError(p.ctx, id, worded)
}

// safely runs a part of the server whose panic is not the end of the session.
func (p *peer) safely(what string, do func()) {
	defer func() {
		if defect := recover(); defect != nil {
			p.log("%s: %v\n%s", what, defect, debug.Stack())
			p.notify("window/logMessage", map[string]any{"type": 1, "message": fmt.Sprintf("stategen: %s: %v", what, defect)})
		}
	}()
	do()
}

// notify tells the client something.
func (p *peer) notify(method string, params any) {
	if err := p.conn.Notify(p.ctx, method, params); err != nil && p.ctx.Err() == nil && err != jsonrpc2.ErrClosed {
		p.log("%s: %v", method, err)
	}
}

// refresh has the client ask again for what it shows beside the text of its files: keys are
// declared, or used, otherwise than they were.
func (p *peer) refresh(now *snapshot) {
	for _, method := range now.refreshes {
		go func() { _ = p.conn.Call(p.ctx, method, nil, nil) }() // one that can't has nothing to show
	}
}

// register asks for what depends on which file it is.
func (p *peer) register(now *snapshot) {
	var list []any
	if now.watches {
		list = append(list, registration("workspace/didChangeWatchedFiles", map[string]any{"watchers": []any{map[string]any{"globPattern": watched}}}))
	}
	if now.registers {
		schemas := map[string]any{"documentSelector": []any{map[string]any{"scheme": "file", "pattern": "**/stategen.yaml"}}}
		list = append(list, registration("textDocument/formatting", schemas))
	}
	if len(list) == 0 {
		return
	}
	if err := p.conn.Call(p.ctx, "client/registerCapability", map[string]any{"registrations": list}, nil); err != nil && p.ctx.Err() == nil {
		p.log("registering: %v", err)
	}
}

// Codes of errors that the protocol adds.
const (
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFailed         = -32803
)

func registration(method string, options map[string]any) map[string]any {
	return map[string]any{"id": method, "method": method, "registerOptions": options}
}

// watched are the files whose changes on the disk are of interest: schemas, agent
// configurations, prompts and Go source.
const watched = "**/*.{yaml,yml,go,mod,work,md,txt,tmpl,prompt,json}"
