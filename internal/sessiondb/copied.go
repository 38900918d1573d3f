package sessiondb

import (
	"context"
	"errors"
	"io"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// copied is a service in memory with what a database holds, as an export of it has that. A
// *DamagedSession comes together with the service, which lacks such sessions.
func (db *DB) copied(ctx context.Context) (*runtime.Service, error) {
	st := memory.NewStore()
	r, w := io.Pipe()
	exported := make(chan error, 1)
	go func() {
		exported <- errors.Join(db.Export(ctx, w, transfer.Select{}, nil), w.Close())
	}()
	_, err := transfer.Import(ctx, st, r, transfer.ImportOptions{Sizes: store.AnySize})
	_ = r.Close() // if the import gave up, the export ends, too
	failed := <-exported
	if damage := (*DamagedSession)(nil); failed == nil || errors.As(failed, &damage) {
		if problem := (*transfer.ImportError)(nil); err == nil || errors.As(err, &problem) {
			return runtime.NewService(st), failed
		}
	}
	return nil, errors.Join(failed, err)
}
