package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/sourcegraph/jsonrpc2"
)

// surveySoon has the surveyor begin: now, or once nothing was typed for a while.
func (s *session) surveySoon(now bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.surveyLocked(now)
}

func (s *session) surveyLocked(now bool) {
	if !now && s.client.options.GoSource == "save" {
		return
	}
	s.toSurvey.pending = true
	switch {
	case now || s.options.Delay == 0:
		if s.timer != nil {
			s.timer.Stop() // what was typed is checked along with it
		}
		signal(s.toSurvey.wake)
	case s.timer == nil:
		s.timer = time.AfterFunc(s.options.Delay, func() { signal(s.toSurvey.wake) })
	default:
		s.timer.Reset(s.options.Delay)
	}
}

// takeSurvey takes what the surveyor has to do.
func (s *session) takeSurvey() (do, done func()) {
	now, folders, pending := s.snapshotLocked(), s.folders, s.toSurvey.pending
	s.toSurvey.pending, s.toSurvey.busy = false, true
	do = func() {
		if pending {
			s.safely("checking the workspace", func() { s.surveyOnce(now, folders) })
		}
	}
	return do, func() { s.toSurvey.busy = false }
}

func (s *session) surveyOnce(now *snapshot, folders []string) {
	found := &survey{texts: map[string][]byte{}, code: map[string]workspace.Code{}}
	var patterns []string
	schemas := now.schemas(s.ctx, folders)
	if now.options.GoSource != "off" && len(schemas) > 0 {
		for _, folder := range folders {
			patterns = append(patterns, filepath.ToSlash(folder)+"/...")
		}
	}
	seen := map[finding]bool{}
	for _, schema := range slices.Sorted(maps.Keys(schemas)) {
		if !slices.ContainsFunc(patterns, func(p string) bool { return strings.HasPrefix(schema, strings.TrimSuffix(p, "...")) }) {
			patterns = append(patterns, schema)
		}
		if l := now.lookNow(s.ctx, schema); l != nil {
			for _, d := range l.Findings {
				seen[identify(named(d))] = true
			}
		}
	}
	for _, pattern := range patterns {
		s.surveyPattern(now, found, pattern, seen)
	}
	if s.ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	s.survey = found
	s.mu.Unlock()
	s.publish()
	s.refresh(now)
}

func (s *session) surveyPattern(now *snapshot, found *survey, pattern string, seen map[finding]bool) {
	r, err := now.space.Survey(s.ctx, pattern)
	if err != nil {
		s.log("%s: %v", pattern, err) // such as a folder with nothing in it
		return
	}
	if r.Unread != nil {
		s.notify("window/logMessage", map[string]any{"type": SeverityWarning, "message": "stategen: " + r.Unread.Error()})
	}
	for _, d := range r.Findings {
		if d = named(d); !seen[identify(d)] {
			seen[identify(d)] = true
			found.findings = append(found.findings, d)
		}
	}
	for name, src := range r.Sources {
		found.texts[absolute(name)] = src.Text
	}
	found.uses = append(found.uses, r.Uses...)
	maps.Copy(found.code, r.Code)
	found.instructions = append(found.instructions, r.Instructions...)
}

// finding is what makes two findings the same.
type finding struct {
	span        diag.Span
	id, message string
}

func identify(d diag.Diagnostic) finding { return finding{d.Span, d.ID, d.Message} }

// commandCheck checks everything, and returns once all that is found is published.
const commandCheck = "stategen.check"

// execute runs a command that the client names.
func (s *session) execute(ctx context.Context, _ *snapshot, params json.RawMessage) (any, error) {
	if in, err := decoded(params); err != nil || in.Command != commandCheck {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the server's only command is " + commandCheck}
	}
	done := make(chan struct{})
	s.mu.Lock()
	// All at once, or somebody who ends an earlier work says that nothing is left to do.
	s.toSurvey.waiting = append(s.toSurvey.waiting, done)
	s.changedLocked(nil)
	s.surveyLocked(true)
	s.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return nil, nil
}
