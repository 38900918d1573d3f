package workspace

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/breaking"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/schema"
)

// changes compares two versions of a schema and, if a database is named, counts what
// it holds as of one moment.
func (w *Workspace) changes(ctx context.Context, r *BreakingReport, old, today *schema.Schema, database string) (diag.List, error) {
	if database == "" {
		return breaking.Compare(old, today), nil
	}
	db, err := sessiondb.Open(ctx, database)
	if err != nil {
		return nil, err
	}
	defer w.doing("reading " + db.Name)()
	list, err := breaking.CompareStored(old, today, db.States(ctx))
	r.Database = db.Name
	return list, errors.Join(err, db.Close())
}
