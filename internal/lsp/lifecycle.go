package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/sourcegraph/jsonrpc2"
)

func (s *session) become(next state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = next
}

// initialize learns what the client can do and says what the server can.
func (s *session) initialize(params json.RawMessage) (answerer, error) {
	var in Initialize
	if err := json.Unmarshal(params, &in); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	if len(in.WorkspaceFolders) == 0 && in.RootURI != "" {
		in.WorkspaceFolders = []Folder{{URI: in.RootURI}}
	}
	c := client{
		watches:   in.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration,
		registers: in.Capabilities.TextDocument.Formatting.DynamicRegistration,
		asks:      in.Capabilities.Window.ShowMessage != nil,
		options:   in.Options,
	}
	for method, can := range map[string]Refresh{
		"workspace/codeLens/refresh":       in.Capabilities.Workspace.CodeLens,
		"workspace/semanticTokens/refresh": in.Capabilities.Workspace.SemanticTokens,
	} {
		if can.RefreshSupport {
			c.refreshes = append(c.refreshes, method)
		}
	}
	s.mu.Lock()
	s.client, s.folders, s.state = c, changedFolders(nil, in.WorkspaceFolders, nil), ready
	s.mu.Unlock()
	return func(context.Context, *snapshot, json.RawMessage) (any, error) {
		return map[string]any{
			"capabilities": capabilities(!c.registers),
			"serverInfo":   map[string]any{"name": "stategen", "version": s.options.Version},
		}, nil
	}, nil
}

// capabilities are what the server can do. A client that can be told of which files takes
// the layout of schemas alone from it.
func capabilities(layout bool) map[string]any {
	return map[string]any{
		"positionEncoding":           "utf-16",
		"documentFormattingProvider": layout,
		"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": true},
		"workspace": map[string]any{
			"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
		},
		"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix", kindFixAll}},
		"completionProvider": map[string]any{"triggerCharacters": []string{"{", "<", ":"}},
		"hoverProvider":      true, "definitionProvider": true, "referencesProvider": true,
		"renameProvider": map[string]any{"prepareProvider": true},
		"semanticTokensProvider": map[string]any{
			"full": true, "legend": map[string]any{"tokenTypes": []string{"variable"}, "tokenModifiers": []string{"deprecated"}},
		},
		"codeLensProvider":       map[string]any{},
		"executeCommandProvider": map[string]any{"commands": []string{commandCheck}},
	}
}

// initialized begins to check, and asks to be told of files that change on the disk.
func (s *session) initialized() {
	s.begin.Do(func() {
		s.running.Go(func() { s.work(s.toLook.wake, s.takeLook) })
		s.running.Go(func() { s.work(s.toSurvey.wake, s.takeSurvey) })
	})
	s.everythingChanged()
	go s.peer.register(s.snapshot())
}

// changedFolders adds and removes folders.
func changedFolders(list []string, added, removed []Folder) []string {
	list = slices.Clone(list)
	for _, f := range removed {
		if path, ok := PathOf(f.URI); ok {
			list = slices.DeleteFunc(list, func(known string) bool { return known == path })
		}
	}
	for _, f := range added {
		if path, ok := PathOf(f.URI); ok && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	return list
}
