package workspace

import (
	"context"
	"errors"
	"fmt"

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

// Purge removes a key from a database of one of stategen's stores, histories included. An
// error may come with a result, which says what was done.
func (w *Workspace) Purge(ctx context.Context, database string, r runtime.PurgeRequest) (*Maintained[runtime.PurgeReport], error) {
	return maintain(ctx, database, r, (*runtime.Service).Purge)
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
