package workspace

import (
	"context"
	"errors"
	"io"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// ExportRequest says what is to be exported.
type ExportRequest struct {
	Database string // a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file
	transfer.Select
	// Redact leaves out content, host data, and all keys but those that the schema
	// declares and that are not sensitive.
	Redact bool
	Schema string // a file or a folder; empty: that of the working folder
	// Progress is that of ScanRequest.
	Progress func(sessions int64)
}

// Export writes what a database of one of stategen's stores, or of ADK's service,
// holds, as of one moment.
func (w *Workspace) Export(ctx context.Context, r ExportRequest, out io.Writer) error {
	if err := r.Check(); err != nil {
		return err
	}
	var keep func(string) bool
	if r.Redact {
		s, _, err := w.one(ctx, r.Schema)
		if err != nil {
			return err
		}
		declared := keys.New(s)
		keep = func(key string) bool {
			k := declared.Find(key)
			return k != nil && !k.Sensitive
		}
	}
	db, err := sessiondb.Open(ctx, r.Database)
	if err != nil {
		return err
	}
	db.Progress = r.Progress
	done := w.doing("reading " + db.Name)
	defer done()
	return errors.Join(db.Export(ctx, out, r.Select, keep), db.Close())
}

// ImportRequest says where to import to.
type ImportRequest struct {
	Database  string // a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file
	CheckOnly bool   // write nothing; Database may be empty
	transfer.ImportOptions
}

// fileWorkers is how many sessions are written at once to a SQLite file, which has
// one transaction for all of them, and has to wait for it if others write.
const fileWorkers = 256

// Import stores what Export has written in a database of one of stategen's stores,
// which is made if there is none. An error may come with what was done.
func (w *Workspace) Import(ctx context.Context, r ImportRequest, in io.Reader) (report transfer.Report, err error) {
	var st store.Store
	if !r.CheckOnly {
		if st, err = sessiondb.Store(ctx, r.Database); err != nil {
			return report, err
		}
		defer func() { err = errors.Join(err, st.Close()) }()
		if r.Workers == 0 && sessiondb.IsFile(r.Database) {
			r.Workers = fileWorkers
		}
	}
	r.Sizes = store.AnySize // a database may hold what was written under other limits, and so may its backup
	return transfer.Import(ctx, st, in, r.ImportOptions)
}
