package lsp

import (
	"context"
	"io"
	"maps"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/sourcegraph/jsonrpc2"
)

// Options are what a server has of its process.
type Options struct {
	Version string
	Cache   string    // as in workspace.Workspace
	Log     io.Writer // what is wrong with messages, and panics
	// Delay is how long nothing must be typed before Go source is checked; 0: it is
	// checked at every change.
	Delay time.Duration
}

// session is what is known of one client.
type session struct {
	*peer
	options Options
	running sync.WaitGroup // the looker and the surveyor

	begin sync.Once // of checking

	mu       sync.Mutex
	state    state
	client   client
	folders  []string                   // absolute paths
	docs     map[string]*openFile       // by absolute path; replaced, never changed
	looks    map[string]*workspace.Look // by absolute path of the schema; replaced, never changed
	survey   *survey                    // the last one; never changed
	latest   latestLooks
	asked    map[jsonrpc2.ID]context.CancelFunc
	toLook   lookWork
	toSurvey surveyWork
	timer    *time.Timer

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

func newSession(ctx context.Context, o Options) *session {
	return &session{
		peer: &peer{ctx: ctx, started: make(chan struct{})}, options: o,
		docs: map[string]*openFile{}, looks: map[string]*workspace.Look{}, survey: &survey{},
		asked: map[jsonrpc2.ID]context.CancelFunc{}, published: map[string]string{},
		toLook: lookWork{wake: make(chan struct{}, 1)}, toSurvey: surveyWork{wake: make(chan struct{}, 1)},
	}
}

func (s *session) snapshot() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snapshotLocked()
}

func (s *session) snapshotLocked() *snapshot {
	return &snapshot{
		client: s.client, docs: s.docs, looks: s.looks, survey: s.survey,
		space:  &workspace.Workspace{Unsaved: unsaved(s.docs), Cache: s.options.Cache},
		latest: &s.latest,
	}
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

func (s *session) exited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state == gone
}
