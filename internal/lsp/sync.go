package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// notified carries out what the client tells.
func (s *session) notified(r *jsonrpc2.Request) {
	s.mu.Lock()
	at := s.state
	s.mu.Unlock()
	if r.Method == "exit" {
		s.exit(at)
		return
	}
	in, err := decoded(params(r))
	if err != nil {
		s.log("%s: %v", r.Method, err) // there is nobody else to tell
		return
	}
	path, isFile := PathOf(in.TextDocument.URI) // an editor has more than files
	switch {
	case r.Method == "$/cancelRequest":
		s.cancel(in.ID)
	case at != ready:
	case r.Method == "initialized":
		s.initialized()
	case r.Method == "textDocument/didOpen" && isFile:
		s.opened(path, in.TextDocument)
	case r.Method == "textDocument/didChange" && isFile:
		s.edited(path, in)
	case r.Method == "textDocument/didClose" && isFile:
		s.set(path, nil)
		s.typed(path)
	case r.Method == "textDocument/didSave" && isFile, r.Method == "workspace/didChangeWatchedFiles":
		s.everythingChanged()
	case r.Method == "workspace/didChangeWorkspaceFolders":
		s.mu.Lock()
		s.folders = changedFolders(s.folders, in.Event.Added, in.Event.Removed)
		s.mu.Unlock()
		s.everythingChanged()
	}
}

// everythingChanged has all checked anew, at once.
func (s *session) everythingChanged() {
	s.changed(nil)
	s.surveySoon(true)
}

func (s *session) exit(at state) {
	if at == shut {
		s.become(gone)
	}
	_ = s.conn.Close() // twice is as good as once
}

func (s *session) cancel(text json.RawMessage) {
	var id jsonrpc2.ID
	if json.Unmarshal(text, &id) == nil {
		s.forget(id)
	}
}

func (s *session) opened(path string, d TextDocument) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	version := int32(0)
	if d.Version != nil {
		version = *d.Version
	}
	s.set(path, &openFile{d.URI, version, NewText([]byte(d.Text)), real})
	s.typed(path)
}

func (s *session) edited(path string, in Params) {
	now := s.snapshot()
	before := now.docs[path]
	if before == nil {
		return
	}
	d := *before
	for _, c := range in.ContentChanges {
		d.text = d.text.Apply(c)
	}
	if v := in.TextDocument.Version; v != nil {
		d.version = *v
	}
	s.set(path, &d)
	s.typed(path)
}

// typed checks what an edit may change: nothing, for most of the files that an editor has.
func (s *session) typed(path string) {
	if !s.snapshot().matters(path) {
		return
	}
	s.changed([]string{path})
	s.surveySoon(false)
}

// matters reports whether a file may have to do with a schema.
func (n *snapshot) matters(path string) bool {
	if filepath.Ext(path) == ".go" || workspace.IsAgentConfig(path) {
		return true
	}
	names := []string{path}
	if d := n.docs[path]; d != nil {
		names = append(names, d.real)
	}
	for _, l := range n.looks {
		if slices.ContainsFunc(names, l.Reads) {
			return true
		}
	}
	return len(n.looks) == 0
}
