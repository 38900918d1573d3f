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
	switch {
	case r.Method == "exit":
		s.exit(at)
	case r.Method == "$/cancelRequest":
		s.cancel(r)
	case at != ready:
	case r.Method == "initialized":
		s.initialized()
	case r.Method == "textDocument/didOpen":
		s.opened(r)
	case r.Method == "textDocument/didChange":
		s.edited(r)
	case r.Method == "textDocument/didClose":
		s.closed(r)
	case r.Method == "textDocument/didSave":
		s.saved(r)
	case r.Method == "workspace/didChangeWatchedFiles":
		s.changed(nil)
		s.surveySoon(true)
	case r.Method == "workspace/didChangeWorkspaceFolders":
		s.foldersChanged(r)
	}
}

func (s *session) exit(at state) {
	if at == shut {
		s.become(gone)
	}
	_ = s.conn.Close() // twice is as good as once
}

// decode reads what a notification has; there is nobody to tell of a mistake but the log.
func decode[T any](s *session, r *jsonrpc2.Request) (in T, ok bool) {
	if err := json.Unmarshal(params(r), &in); err != nil {
		s.log("%s: %v", r.Method, err)
		return in, false
	}
	return in, true
}

func (s *session) cancel(r *jsonrpc2.Request) {
	var id jsonrpc2.ID
	if in, ok := decode[Cancel](s, r); ok && json.Unmarshal(in.ID, &id) == nil {
		s.forget(id)
	}
}

func (s *session) opened(r *jsonrpc2.Request) {
	in, ok := decode[DidOpen](s, r)
	if !ok {
		return
	}
	path, ok := PathOf(in.TextDocument.URI)
	if !ok {
		return // an editor has more than files
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	d := in.TextDocument
	s.set(path, &openFile{d.URI, d.Version, NewText([]byte(d.Text)), real})
	s.typed(path)
}

func (s *session) edited(r *jsonrpc2.Request) {
	in, ok := decode[DidChange](s, r)
	if !ok {
		return
	}
	path, _ := PathOf(in.TextDocument.URI)
	now := s.snapshot()
	before := now.docs[path]
	if before == nil {
		return
	}
	d := *before
	for _, c := range in.ContentChanges {
		d.text = d.text.Apply(c, now.encoding)
	}
	if v := in.TextDocument.Version; v != nil {
		d.version = *v
	}
	s.set(path, &d)
	s.typed(path)
}

func (s *session) closed(r *jsonrpc2.Request) {
	in, ok := decode[DidClose](s, r)
	if !ok {
		return
	}
	if path, ok := PathOf(in.TextDocument.URI); ok {
		s.set(path, nil)
		s.typed(path)
	}
}

func (s *session) saved(r *jsonrpc2.Request) {
	if in, ok := decode[DidSave](s, r); ok {
		if path, ok := PathOf(in.TextDocument.URI); ok {
			s.generateFor(path)
		}
	}
	s.changed(nil)
	s.surveySoon(true)
}

// typed checks what an edit may change: nothing, for most of the files that an editor has.
func (s *session) typed(path string) {
	if !s.snapshot().matters(path) {
		return
	}
	s.changed([]string{path})
	s.surveySoon(false)
}

func (s *session) foldersChanged(r *jsonrpc2.Request) {
	in, ok := decode[DidChangeFolders](s, r)
	if !ok {
		return
	}
	s.mu.Lock()
	s.folders = changedFolders(s.folders, in.Event.Added, in.Event.Removed)
	s.mu.Unlock()
	s.changed(nil)
	s.surveySoon(true)
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
