package lsp

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"sync"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// changed has the looker look at what files may have changed; nil: everything.
func (s *session) changed(paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changedLocked(paths)
}

func (s *session) changedLocked(paths []string) {
	s.toLook.all = s.toLook.all || paths == nil
	if s.toLook.paths == nil {
		s.toLook.paths = map[string]bool{}
	}
	for _, path := range paths {
		s.toLook.paths[path] = true
	}
	signal(s.toLook.wake)
}

// takeLook takes what the looker has to do.
func (s *session) takeLook() (do, done func()) {
	now, job, folders := s.snapshotLocked(), s.toLook, s.folders
	s.toLook.all, s.toLook.paths, s.toLook.busy = false, nil, true
	do = func() { s.safely("checking schemas and prompts", func() { s.lookAt(now, job, folders) }) }
	return do, func() { s.toLook.busy = false }
}

// lookAt does one piece of work.
func (s *session) lookAt(now *snapshot, job lookWork, folders []string) {
	var schemas map[string]bool
	if job.all {
		schemas = now.schemas(s.ctx, folders)
	} else {
		schemas = maps.Collect(func(yield func(string, bool) bool) {
			for path := range now.looks {
				if !yield(path, true) {
					return
				}
			}
		})
		for path := range job.paths {
			now.addNearest(schemas, path)
		}
	}
	looks := map[string]*workspace.Look{}
	for path := range schemas {
		earlier := now.looks[path]
		if job.all || earlier == nil || job.concerns(now, earlier) {
			earlier = s.lookAtSchema(now, path)
		}
		if earlier != nil {
			looks[path] = earlier
		}
	}
	s.mu.Lock()
	s.looks = looks
	s.mu.Unlock()
	s.publish()
	if !maps.EqualFunc(now.looks, looks, func(a, b *workspace.Look) bool { return a.Schema == b.Schema }) {
		s.refresh(now)
	}
}

func (p *peer) lookAtSchema(now *snapshot, path string) *workspace.Look {
	l, _, err := now.latest.at(p.ctx, now.space, path)
	if err != nil && p.ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
		p.log("%s: %v", path, err)
	}
	return l
}

// concerns reports whether a file that has changed is one of a schema's.
func (w lookWork) concerns(now *snapshot, l *workspace.Look) bool {
	for path := range w.paths {
		if l.Reads(path) {
			return true
		}
		if d := now.docs[path]; d != nil && d.real != path && l.Reads(d.real) {
			return true
		}
	}
	return false
}

// schemas finds those below folders, and those of open files.
func (n *snapshot) schemas(ctx context.Context, folders []string) map[string]bool {
	found := map[string]bool{}
	for _, folder := range folders {
		real, err := filepath.EvalSymlinks(folder) // one that is a link may lead anywhere
		if err != nil {
			continue
		}
		paths, _ := n.space.Schemas(ctx, []string{real + "/..."}) // there may be none
		for _, path := range paths {
			if rel, err := filepath.Rel(real, path); err == nil {
				found[filepath.Join(folder, rel)] = true // as the editor names it
			}
		}
	}
	for path := range n.docs {
		n.addNearest(found, path)
	}
	return found
}

func (n *snapshot) addNearest(schemas map[string]bool, path string) {
	if nearest, err := n.space.NearestSchema(path); err == nil {
		schemas[nearest] = true
	}
}

// lookNow is a schema as it is now, whatever the looker has seen yet.
func (n *snapshot) lookNow(ctx context.Context, schema string) *workspace.Look {
	l, _, err := n.latest.at(ctx, n.space, schema)
	if err != nil {
		return nil
	}
	return l
}

// latestLooks are the last looks at schemas. Who looks at one that another is looking at
// waits for that: mostly nothing has changed since.
type latestLooks struct {
	mu     sync.Mutex
	byPath map[string]*latestLook
}

type latestLook struct {
	mu   sync.Mutex
	look *workspace.Look
	good *workspace.Look // the last one that could be read
}

// at looks at a schema, and returns the last look at which it could be read, too.
func (l *latestLooks) at(ctx context.Context, space *workspace.Workspace, path string) (now, good *workspace.Look, err error) {
	l.mu.Lock()
	if l.byPath == nil {
		l.byPath = map[string]*latestLook{}
	}
	last := l.byPath[path]
	if last == nil {
		last = &latestLook{}
		l.byPath[path] = last
	}
	l.mu.Unlock()
	last.mu.Lock()
	defer last.mu.Unlock()
	now, err = space.Look(ctx, path, last.look)
	if err == nil {
		last.look = now
	}
	if err == nil && now.Schema != nil {
		last.good = now
	}
	return now, last.good, err
}
