package workspace

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/files"
)

// How a watch looks at files. It asks for their times again and again, in place of having
// the system tell of changes: that is the same on all systems, also where containers and
// remote folders tell nothing, needs no library and no place among the system's watches,
// and a file that is saved by a rename, or goes and comes back, is no case of its own. A
// schema names few files, so that asking costs less than a thousandth of a processor.
const (
	watchEvery = 200 * time.Millisecond
	// A walk for new schemas is begun so seldom that it takes at most this part of the time.
	walkShare = 100
	walkEvery = time.Second
	// coarse is how long after a change a file's time may hide another change.
	coarse = 2 * time.Second
)

// Watch generates the packages of the schemas that patterns name, as Generate does, and
// again whenever a schema, what it includes, or a prompt that is compiled has changed and
// then rested, until ctx ends. Each is told of every result: it is who writes it and who
// says what is wrong. No error but that of the first run ends the watch.
func (w *Workspace) Watch(ctx context.Context, patterns []string, each func(*Generated, error)) error {
	recursive := slices.ContainsFunc(patterns, func(p string) bool { return strings.HasSuffix(filepath.ToSlash(p), "/...") })
	for first := true; ; first = false {
		seen := &watch{read: map[string]cache.Sum{}, recursive: recursive, find: func() ([]string, error) { return w.Schemas(ctx, patterns) }}
		g, err := seen.generate(ctx, w)
		if ctx.Err() != nil || first && err != nil {
			return err
		}
		each(g, err)
		if err := seen.rest(ctx); err != nil {
			return err
		}
	}
}

// watch is what a run depends on.
type watch struct {
	read map[string]cache.Sum // what the run has read, or missed

	find      func() ([]string, error) // the schemas that patterns name
	found     []string
	failed    bool          // there were none
	recursive bool          // there may be new ones
	took      time.Duration // to find them
}

// generate is Generate, and notes what to watch until the next time.
func (w *watch) generate(ctx context.Context, with *Workspace) (*Generated, error) {
	began := time.Now()
	schemas, err := w.find()
	w.found, w.failed, w.took = schemas, err != nil, time.Since(began)
	if err != nil {
		return nil, err
	}
	g, read, err := generating{with}.once(ctx, schemas)
	maps.Copy(w.read, read)
	for _, path := range schemas {
		if _, ok := w.read[path]; !ok { // it was not come to
			w.read[path] = cache.SumOfFile(path)
		}
	}
	return g, err
}

// rest returns once what the run has read is no longer what is there, and has been left
// alone since. The error is that of ctx.
func (w *watch) rest(ctx context.Context) error {
	ticks := time.NewTicker(watchEvery)
	defer ticks.Stop()
	stamps, changed, others := w.stamps(), w.differs(), false
	next := time.Now().Add(w.pause(w.took))
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		if (w.recursive || w.failed) && time.Now().After(next) {
			began := time.Now()
			others = w.others()
			next = time.Now().Add(w.pause(time.Since(began)))
		}
		switch now := w.stamps(); {
		case !maps.Equal(stamps, now):
			stamps, changed = now, w.differs()
		case changed || others:
			return nil
		}
	}
}

// pause is how long to wait after a walk for schemas.
func (w *watch) pause(took time.Duration) time.Duration {
	least := walkEvery
	if w.failed {
		least = watchEvery // an editor may be about to put the file back
	}
	return max(least, took*walkShare)
}

// others reports whether the patterns name other schemas by now.
func (w *watch) others() bool {
	found, err := w.find()
	return (err != nil) != w.failed || !slices.Equal(found, w.found)
}

// differs reports whether a file holds something else than what the run has read of it.
func (w *watch) differs() bool {
	for path, was := range w.read {
		if cache.SumOfFile(path) != was {
			return true
		}
	}
	return false
}

// stamp tells one state of a file from another without reading it.
type stamp struct {
	size    int64
	changed time.Time
	mode    fs.FileMode
	content cache.Sum // of one that has changed just now
}

func (w *watch) stamps() map[string]stamp {
	list := make(map[string]stamp, len(w.read))
	for path := range w.read {
		list[path] = stampOf(path)
	}
	return list
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	s := stamp{size: info.Size(), changed: info.ModTime(), mode: info.Mode()}
	if age := time.Since(s.changed); age < coarse && files.Regular(path, info) == nil {
		s.content = cache.SumOfFile(path)
	}
	return s
}
