package lsp

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

// lookWork is what the looker has to do.
type lookWork struct {
	wake  chan struct{}
	all   bool            // look for schemas, and at all of them
	paths map[string]bool // files that have changed
	busy  bool
}

func (w *lookWork) idle() bool { return !w.all && len(w.paths) == 0 && !w.busy }

// surveyWork is what the surveyor has to do.
type surveyWork struct {
	wake    chan struct{}
	pending bool // now, or once typing has stopped
	busy    bool
	waiting []chan struct{} // told once nothing is left to do
}

func (w *surveyWork) idle() bool { return !w.pending && !w.busy }

// survey is what the last check of everything has found.
type survey struct {
	findings     diag.List                 // that a look doesn't find; files by absolute path
	texts        map[string][]byte         // of all files that were read, by absolute path
	uses         []source.Use              // in Go source
	code         map[string]workspace.Code // by absolute path of the schema
	instructions []string                  // in Go source
}

func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default: // it is awake
	}
}

// work is the looker or the surveyor: whenever it is woken it takes what there is
// to do, under the lock, and does it.
func (s *session) work(wake <-chan struct{}, take func() (do, done func())) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-wake:
		}
		s.mu.Lock()
		do, done := take()
		s.mu.Unlock()
		do()
		s.finish(done)
	}
}

// finish ends a piece of work, and tells who waits if it was the last.
func (s *session) finish(done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	done()
	if !s.toLook.idle() || !s.toSurvey.idle() {
		return
	}
	for _, wait := range s.toSurvey.waiting {
		close(wait)
	}
	s.toSurvey.waiting = nil
}
