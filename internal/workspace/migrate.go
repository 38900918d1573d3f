package workspace

import (
	"context"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/schema"
)

// MigrateRequest says which database is to be brought up to which schema.
type MigrateRequest struct {
	Schema   string // a file or a folder; empty: that of the working folder
	Database string // a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file
	migrate.Options
}

// Migrate rewrites what a database of one of stategen's stores holds under older names
// and in older forms or, without Apply, counts it. An error may come with a result,
// which says what was done.
func (w *Workspace) Migrate(ctx context.Context, r MigrateRequest) (*Maintained[*migrate.Report], error) {
	declared, _, err := w.one(ctx, r.Schema)
	if err != nil {
		return nil, err
	}
	s := migrate.Schema{Keys: reading.New(declared).Migrations(), Purge: purged(declared)}
	return maintain(ctx, r.Database, r.Options, func(svc *runtime.Service, ctx context.Context, o migrate.Options) (*migrate.Report, error) {
		return migrate.Run(ctx, svc, s, o)
	})
}

// purged reports of stored keys whether the schema wants them purged, and by which entry.
func purged(s *schema.Schema) func(stored string) (entry string, ok bool) {
	index := keys.New(s)
	return func(stored string) (string, bool) {
		m, _ := index.Moved(stored)
		if m.Removed == nil || !m.Removed.Purge {
			return "", false
		}
		return m.Removed.Key, true
	}
}
