package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/seed92179c4c/stategen/lsp/internal/document"
	"github.com/seed92179c4c/stategen/lsp/internal/protocol"
	"github.com/sourcegraph/jsonrpc2"
)

// answerer answers one kind of question.
type answerer func(context.Context, *snapshot, json.RawMessage) (any, error)

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
		return s.inTurn(answer), nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: r.Method + " is not one of this server's"}
}

// atOnce is how many questions are worked on at once. The others wait, so that what each
// holds in memory doesn't add up.
const atOnce = 8

// inTurn is an answerer that waits for its turn.
func (s *session) inTurn(answer answerer) answerer {
	return func(ctx context.Context, now *snapshot, params json.RawMessage) (any, error) {
		select {
		case s.turns <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		defer func() { <-s.turns }()
		return answer(ctx, now, params)
	}
}

// questions are those that are answered from a snapshot.
var questions = map[string]answerer{
	"textDocument/codeAction":          inDocument(codeActions),
	"textDocument/completion":          inDocument(complete),
	"textDocument/hover":               inDocument(hover),
	"textDocument/definition":          inDocument(definition),
	"textDocument/references":          inDocument(references),
	"textDocument/documentSymbol":      inDocument(documentSymbols),
	"textDocument/semanticTokens/full": inDocument(semanticTokens),
	"textDocument/codeLens":            inDocument(codeLenses),
	"textDocument/inlayHint":           inDocument(inlayHints),
	"workspace/symbol":                 workspaceSymbols,
	"textDocument/prepareRename":       inDocument(prepareRename),
	"textDocument/formatting":          inDocument(formatting),
	"textDocument/foldingRange":        inDocument(folding),
}

// inDocument decodes the parameters of questions about a document. One that is not open is
// read as it is on the disk.
func inDocument[T any](answer func(context.Context, *place) (T, error)) answerer {
	return func(ctx context.Context, now *snapshot, params json.RawMessage) (any, error) {
		var in protocol.InDocument
		if err := json.Unmarshal(params, &in); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		path, ok := document.PathOf(in.TextDocument.URI)
		if !ok || now.docs[path] == nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "there is no open file " + in.TextDocument.URI}
		}
		return answer(ctx, &place{snapshot: now, InDocument: in, path: path, open: now.docs[path]})
	}
}

// place is what a question is about.
type place struct {
	*snapshot
	protocol.InDocument
	path string
	open *openFile
}

func (s *session) become(next state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = next
}

// initialize learns what the client can do and says what the server can.
func (s *session) initialize(params json.RawMessage) (answerer, error) {
	var in protocol.Initialize
	if err := json.Unmarshal(params, &in); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	if len(in.WorkspaceFolders) == 0 && in.RootURI != "" {
		in.WorkspaceFolders = []protocol.Folder{{URI: in.RootURI}}
	}
	encoding := "utf-16"
	c := client{
		documentChanges: in.Capabilities.Workspace.WorkspaceEdit.DocumentChanges,
		watches:         in.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration,
		registers:       in.Capabilities.TextDocument.Formatting.DynamicRegistration && in.Capabilities.TextDocument.FoldingRange.DynamicRegistration,
		asks:            in.Capabilities.Window.ShowMessage != nil,
		options:         in.Options,
	}
	for method, can := range map[string]protocol.Refresh{
		"workspace/inlayHint/refresh":      in.Capabilities.Workspace.InlayHint,
		"workspace/codeLens/refresh":       in.Capabilities.Workspace.CodeLens,
		"workspace/semanticTokens/refresh": in.Capabilities.Workspace.SemanticTokens,
	} {
		if can.RefreshSupport {
			c.refreshes = append(c.refreshes, method)
		}
	}
	if slices.Contains(in.Capabilities.General.PositionEncodings, "utf-8") {
		encoding, c.encoding = "utf-8", document.UTF8
	}
	s.mu.Lock()
	s.client, s.folders, s.state = c, changedFolders(nil, in.WorkspaceFolders, nil), ready
	s.mu.Unlock()
	return func(context.Context, *snapshot, json.RawMessage) (any, error) {
		return map[string]any{
			"capabilities": capabilities(encoding, !c.registers),
			"serverInfo":   map[string]any{"name": "stategen", "version": s.options.Version},
		}, nil
	}, nil
}

// capabilities are what the server can do. A client that can be told of which files takes
// the layout of schemas alone from it.
func capabilities(encoding string, layout bool) map[string]any {
	return map[string]any{
		"documentFormattingProvider": layout, "foldingRangeProvider": layout,
		"positionEncoding": encoding,
		"textDocumentSync": map[string]any{"openClose": true, "change": 2, "save": true},
		"workspace": map[string]any{
			"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
		},
		"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix", kindFixAll}},
		"completionProvider": map[string]any{"triggerCharacters": []string{"{", "<", ":", "]"}},
		"hoverProvider":      true, "definitionProvider": true, "referencesProvider": true,
		"documentSymbolProvider": true, "workspaceSymbolProvider": true,
		"renameProvider": map[string]any{"prepareProvider": true},
		"semanticTokensProvider": map[string]any{
			"full": true, "legend": map[string]any{"tokenTypes": []string{"variable"}, "tokenModifiers": []string{"deprecated"}},
		},
		"codeLensProvider":       map[string]any{},
		"inlayHintProvider":      true,
		"executeCommandProvider": map[string]any{"commands": []string{commandCheck}},
	}
}

// initialized begins to check, and asks to be told of files that change on the disk.
func (s *session) initialized() {
	s.begin.Do(func() {
		s.running.Go(func() { s.work(s.toLook.wake, s.takeLook) })
		s.running.Go(func() { s.work(s.toSurvey.wake, s.takeSurvey) })
		s.running.Go(func() { s.work(s.toGenerate.wake, s.takeGenerate) })
	})
	s.changed(nil)
	s.surveySoon(true)
	go s.peer.register(s.snapshot())
}

// watched are the files whose changes on the disk are of interest: schemas, agent
// configurations, prompts and Go source.
const watched = "**/*.{yaml,yml,go,mod,work,md,txt,tmpl,prompt,json}"

func registration(method string, options map[string]any) map[string]any {
	return map[string]any{"id": method, "method": method, "registerOptions": options}
}

// changedFolders adds and removes folders.
func changedFolders(list []string, added, removed []protocol.Folder) []string {
	list = slices.Clone(list)
	for _, f := range removed {
		if path, ok := document.PathOf(f.URI); ok {
			list = slices.DeleteFunc(list, func(known string) bool { return known == path })
		}
	}
	for _, f := range added {
		if path, ok := document.PathOf(f.URI); ok && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	return list
}
