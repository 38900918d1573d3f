package workspace

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

// Maintained is what was done to a database, or is to be done.
type Maintained[Report any] struct {
	Database string // its name, without a password
	Report   Report
}

// Prune removes old sessions and events from a database of one of stategen's stores. An
// error may come with a result, which says what was done.
func (w *Workspace) Prune(ctx context.Context, database string, r runtime.PruneRequest) (*Maintained[runtime.PruneReport], error) {
	return maintain(ctx, database, r, (*runtime.Service).Prune)
}

// Purge removes a key from a database of one of stategen's stores, histories included. It
// is an error if the database doesn't have the key and no schema in or below the working
// folder declares it. An error may come with a result, which says what was done.
func (w *Workspace) Purge(ctx context.Context, database string, r runtime.PurgeRequest) (*Maintained[runtime.PurgeReport], error) {
	done, err := maintain(ctx, database, r, (*runtime.Service).Purge)
	if err != nil || done.Report.Named || done.Report.Damaged > 0 {
		return done, err
	}
	declared, near := w.declares(ctx, r.Key)
	if declared {
		return done, nil
	}
	err = fmt.Errorf("nothing in database %s has the key %s, and no schema in or below this folder declares it",
		done.Database, diag.Quote(r.Key))
	if len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, diag.Quote(near[0]))
	}
	return done, err
}

// declares reports whether a schema in or below the working folder may declare a key, or
// says something of it, and which declared keys have nearly its name.
func (w *Workspace) declares(ctx context.Context, key string) (declared bool, near []string) {
	loaded, err := w.Load(ctx, []string{"./..."})
	if err != nil { // there is none
		return false, nil
	}
	var names []string
	for _, s := range loaded.Schemas {
		x := keys.New(s)
		if _, moved := x.Moved(key); moved || x.Find(key) != nil || s.Partial {
			return true, nil
		}
		for _, k := range s.Keys {
			names = append(names, k.Wire())
		}
	}
	return false, diag.Nearest(key, names)
}

func maintain[Request, Report any](ctx context.Context, database string, r Request,
	do func(*runtime.Service, context.Context, Request) (Report, error)) (*Maintained[Report], error) {
	svc, name, err := sessiondb.Service(ctx, database)
	if err != nil {
		return nil, err
	}
	m := &Maintained[Report]{Database: name}
	if m.Report, err = do(svc, ctx, r); err != nil {
		err = fmt.Errorf("database %s: %w", name, err)
	}
	return m, errors.Join(err, svc.Close())
}
