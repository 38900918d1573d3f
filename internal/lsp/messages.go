package lsp

import (
	"context"
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"
)

// Handle takes one message. It returns as soon as the next one may be read.
func (s *session) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-s.started
	if r.Notif {
		s.safely(r.Method, func() { s.notified(r) })
		return
	}
	var answer answerer
	err := defective(r)
	s.safely(r.Method, func() { answer, err = s.question(r) })
	if err != nil {
		s.reply(r.ID, nil, err)
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	s.asked[r.ID] = cancel
	s.mu.Unlock()
	now := s.snapshot()
	go func() {
		defer s.forget(r.ID)
		s.answer(ctx, r, func() (any, error) { return answer(ctx, now, params(r)) })
	}()
}

// answer answers a question, whatever happens meanwhile.
func (s *session) answer(ctx context.Context, r *jsonrpc2.Request, work func() (any, error)) {
	var result any
	err := defective(r)
	s.safely(r.Method, func() { result, err = work() })
	if ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: codeCancelled, Message: "cancelled"}
	}
	s.reply(r.ID, result, err)
}

// forget ends a question.
func (s *session) forget(id jsonrpc2.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.asked[id]; cancel != nil {
		cancel()
		delete(s.asked, id)
	}
}

func defective(r *jsonrpc2.Request) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: r.Method + ": the server has a defect; its log says more"}
}

func params(r *jsonrpc2.Request) json.RawMessage {
	if r.Params == nil {
		return json.RawMessage("{}")
	}
	return *r.Params
}

func decoded(params json.RawMessage) (in Params, err error) {
	if err := json.Unmarshal(params, &in); err != nil {
		return in, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return in, nil
}

// question finds who answers, and carries out what must be done before the next
// message is read.
func (s *session) question(r *jsonrpc2.Request) (answerer, error) {
	s.mu.Lock()
	at := s.state
	s.mu.Unlock()
	switch {
	case r.Method == "initialize" && at == fresh:
		return s.initialize(params(r))
	case at == fresh:
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "initialize comes first"}
	case at != ready || r.Method == "initialize":
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: r.Method + " comes too late"}
	case r.Method == "shutdown":
		s.become(shut)
		return func(context.Context, *snapshot, json.RawMessage) (any, error) { return nil, nil }, nil
	case r.Method == "workspace/executeCommand":
		return s.execute, nil
	case r.Method == "textDocument/rename":
		return s.rename, nil
	}
	if answer := questions[r.Method]; answer != nil {
		return answer, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: r.Method + " is not one of this server's"}
}

// questions are those that are answered from a snapshot.
var questions = map[string]answerer{
	"textDocument/codeAction":    inDocument(codeActions),
	"textDocument/completion":    inDocument(complete),
	"textDocument/hover":         inDocument(hover),
	"textDocument/definition":    inDocument(definition),
	"textDocument/references":    inDocument(references),
	"textDocument/codeLens":      inDocument(codeLenses),
	"textDocument/prepareRename": inDocument(prepareRename),
	"textDocument/formatting":    inDocument(formatting),

	"textDocument/semanticTokens/full": inDocument(semanticTokens),
}

// inDocument decodes the parameters of questions about a document. One that is not open is
// read as it is on the disk.
func inDocument[T any](answer func(context.Context, *place) (T, error)) answerer {
	return func(ctx context.Context, now *snapshot, params json.RawMessage) (any, error) {
		in, err := decoded(params)
		if err != nil {
			return nil, err
		}
		path, ok := PathOf(in.TextDocument.URI)
		if !ok || now.docs[path] == nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "there is no open file " + in.TextDocument.URI}
		}
		return answer(ctx, &place{snapshot: now, Params: in, path: path, open: now.docs[path]})
	}
}
