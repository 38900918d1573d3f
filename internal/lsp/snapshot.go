package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// snapshot is what is known at one time.
type snapshot struct {
	client
	docs   map[string]*openFile
	looks  map[string]*workspace.Look
	survey *survey
	space  *workspace.Workspace
	latest *latestLooks
}

// file is the document at a path, by either of its names; nil if it is not open.
func (n *snapshot) file(path string) *openFile {
	if d := n.docs[path]; d != nil {
		return d
	}
	for _, d := range n.docs {
		if d.real == path {
			return d
		}
	}
	return nil
}

// openFile is a text in the editor.
type openFile struct {
	uri     string
	version int32
	text    *Text
	real    string // its path without links
}

// client is what the client can do.
type client struct {
	watches   bool     // it can be asked to tell of files
	registers bool     // and to format some files alone
	asks      bool     // it can ask the user to choose
	refreshes []string // methods that have it ask again for what it shows
	options   Settings
}

// unsaved is the texts by the paths that they may be asked for by.
func unsaved(docs map[string]*openFile) map[string][]byte {
	texts := make(map[string][]byte, len(docs))
	for path, d := range docs {
		texts[path], texts[d.real] = d.text.Bytes, d.text.Bytes
	}
	return texts
}

// place is what a question is about.
type place struct {
	*snapshot
	Params
	path string
	open *openFile
}

// answerer answers one kind of question.
type answerer func(context.Context, *snapshot, json.RawMessage) (any, error)

// sortedLooks are all schemas, in a fixed order.
func (n *snapshot) sortedLooks() []*workspace.Look {
	var list []*workspace.Look
	for _, path := range slices.Sorted(maps.Keys(n.looks)) {
		list = append(list, n.looks[path])
	}
	return list
}

// absolute is the path of a name in findings.
func absolute(name string) string {
	if abs, err := filepath.Abs(filepath.FromSlash(name)); err == nil {
		return abs
	}
	return name
}

// workspaceEdit is edits by path, as the protocol has them.
func (n *snapshot) workspaceEdit(byFile map[string][]TextEdit) WorkspaceEdit {
	var out WorkspaceEdit
	for path, edits := range byFile {
		named := TextDocument{URI: n.uri(path)}
		if open := n.file(path); open != nil {
			named.Version = &open.version
		}
		out.DocumentChanges = append(out.DocumentChanges, DocumentEdit{TextDocument: named, Edits: edits})
	}
	slices.SortFunc(out.DocumentChanges, func(a, b DocumentEdit) int {
		return strings.Compare(a.TextDocument.URI, b.TextDocument.URI)
	})
	return out
}

// uri is how the client calls a file.
func (n *snapshot) uri(path string) string {
	if open := n.file(path); open != nil {
		return open.uri
	}
	return URI(path)
}
