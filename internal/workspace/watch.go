package workspace

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/internal/cache"
)

// How a watch looks at files. It reads them again and again, in place of having
// the system tell of changes: that is the same on all systems, also where containers and
// remote folders tell nothing, needs no library and no place among the system's watches,
// and a file that is saved by a rename, or goes and comes back, is no case of its own. A
// schema names few files.
const (
	watchEvery = 300 * time.Millisecond
	// A search for new schemas is begun so seldom that it takes at most this part of the time.
	searchShare = 100
	searchEvery = time.Second
)

// Watch generates the packages of the schemas that patterns name, as Generate does, and
// again whenever a schema, what it includes, or a prompt that is compiled has changed and
// then rested, until ctx ends. Each is told of every result: it is who writes it and who
// says what is wrong. No error but that of the first run ends the watch.
func (w *Workspace) Watch(ctx context.Context, patterns []string, each func(*Generated, error)) error {
	for first := true; ; first = false {
		var g *Generated
		read := map[string]cache.Sum{} // what the run has read, or missed
		schemas, err := w.Schemas(ctx, patterns)
		if err == nil {
			g, read, err = generating{w}.once(ctx, schemas)
		}
		if ctx.Err() != nil || first && err != nil {
			return err
		}
		each(g, err)
		if err := w.rest(ctx, patterns, schemas, maps.Clone(read)); err != nil {
			return err
		}
	}
}

// rest returns once what a run has read is no longer what is there, and has been left
// alone since, or the patterns name other schemas. The error is that of ctx.
func (w *Workspace) rest(ctx context.Context, patterns, schemas []string, read map[string]cache.Sum) error {
	for _, path := range schemas {
		if _, ok := read[path]; !ok { // it was not come to
			read[path] = cache.SumOfFile(path)
		}
	}
	ticks := time.NewTicker(watchEvery)
	defer ticks.Stop()
	last, next := read, time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		now := make(map[string]cache.Sum, len(read))
		for path := range read {
			now[path] = cache.SumOfFile(path)
		}
		if !maps.Equal(now, read) {
			if maps.Equal(now, last) {
				return nil
			}
			last = now
			continue
		}
		last = now
		if began := time.Now(); began.After(next) {
			if found, _ := w.Schemas(ctx, patterns); !slices.Equal(found, schemas) { // there may be none
				return nil
			}
			next = time.Now().Add(max(searchEvery, searchShare*time.Since(began)))
		}
	}
}
