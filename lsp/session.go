package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/lsp/internal/document"
	"github.com/seed92179c4c/stategen/lsp/internal/protocol"
	"github.com/seed92179c4c/stategen/workspace"
	"github.com/sourcegraph/jsonrpc2"
)

// session is what is known of one client.
type session struct {
	*peer
	options Options
	running sync.WaitGroup // the looker, the surveyor and the generator
	turns   chan struct{}  // has room for as many questions as are worked on at once

	begin sync.Once // of checking

	mu         sync.Mutex
	state      state
	client     client
	folders    []string                   // absolute paths
	docs       map[string]*openFile       // by absolute path; replaced, never changed
	looks      map[string]*workspace.Look // by absolute path of the schema; replaced, never changed
	good       map[string]*workspace.Look // of these, the last ones that could be read
	survey     *survey                    // the last one; never changed
	asked      map[jsonrpc2.ID]context.CancelFunc
	toLook     lookWork
	toSurvey   surveyWork
	toGenerate generateWork
	timer      *time.Timer

	publishing sync.Mutex
	published  map[string]string // what was last published, by URI
}

// state is where the client is in the life of a session.
type state uint8

const (
	fresh state = iota
	ready
	shut
	gone
)

// client is what the client can do.
type client struct {
	encoding        document.Encoding
	documentChanges bool
	watches         bool     // it can be asked to tell of files
	registers       bool     // and to format some files alone
	asks            bool     // it can ask the user to choose
	refreshes       []string // methods that have it ask again for what it shows
	options         protocol.Options
}

// openFile is a text in the editor.
type openFile struct {
	uri     string
	version int32
	text    *document.Text
	real    string // its path without links
}

func newSession(ctx context.Context, o Options) *session {
	return &session{
		peer: &peer{ctx: ctx, started: make(chan struct{})}, options: o, turns: make(chan struct{}, atOnce),
		docs: map[string]*openFile{}, looks: map[string]*workspace.Look{}, good: map[string]*workspace.Look{}, survey: &survey{},
		asked: map[jsonrpc2.ID]context.CancelFunc{}, published: map[string]string{},
		toLook: lookWork{wake: make(chan struct{}, 1)}, toSurvey: surveyWork{wake: make(chan struct{}, 1)},
		toGenerate: generateWork{wake: make(chan struct{}, 1), schemas: map[string]bool{}},
	}
}

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
	ctx, err := s.ask(r)
	if err != nil {
		s.reply(r.ID, nil, err)
		return
	}
	now := s.snapshot()
	go func() {
		defer s.forget(r.ID)
		s.answer(ctx, r, func() (any, error) { return answer(ctx, now, params(r)) })
	}()
}

// ask begins a question, if its ID is free and there is room.
func (s *session) ask(r *jsonrpc2.Request) (context.Context, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.asked[r.ID] != nil:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "a question with this ID is not answered yet"}
	case len(s.asked) >= mostAsked:
		return nil, &jsonrpc2.Error{Code: codeServerCancelled, Message: "too many questions at once; ask again later"}
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.asked[r.ID] = cancel
	return ctx, nil
}

func defective(r *jsonrpc2.Request) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: r.Method + ": the server has a defect; its log says more"}
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

// mostAsked is how many questions may wait for their answers at once: an editor asks some
// dozens, and one that never stops asking would else fill the memory.
const mostAsked = 4096

// Codes of errors that the protocol adds.
const (
	codeNotInitialized  = -32002
	codeCancelled       = -32800
	codeServerCancelled = -32802
	codeFailed          = -32803
)

// forget ends a question.
func (s *session) forget(id jsonrpc2.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.asked[id]; cancel != nil {
		cancel()
		delete(s.asked, id)
	}
}

func params(r *jsonrpc2.Request) json.RawMessage {
	if r.Params == nil {
		return json.RawMessage("{}")
	}
	return *r.Params
}

// snapshot is what is known at one time.
type snapshot struct {
	client
	docs   map[string]*openFile
	looks  map[string]*workspace.Look
	good   map[string]*workspace.Look
	survey *survey
	space  *workspace.Workspace
}

func (s *session) snapshot() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshotLocked()
}

func (s *session) snapshotLocked() *snapshot {
	return &snapshot{
		client: s.client, docs: s.docs, looks: s.looks, good: s.good, survey: s.survey,
		space: &workspace.Workspace{Unsaved: unsaved(s.docs), Cache: s.options.Cache},
	}
}

// unsaved is the texts by the paths that they may be asked for by.
func unsaved(docs map[string]*openFile) map[string][]byte {
	texts := make(map[string][]byte, len(docs))
	for path, d := range docs {
		texts[path], texts[d.real] = d.text.Bytes, d.text.Bytes
	}
	return texts
}

// set opens, changes or closes a document.
func (s *session) set(path string, d *openFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs = maps.Clone(s.docs)
	if d == nil {
		delete(s.docs, path)
	} else {
		s.docs[path] = d
	}
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

func (s *session) exited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state == gone
}
