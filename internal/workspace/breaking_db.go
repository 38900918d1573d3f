package workspace

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/internal/breaking"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/schema"
)

// changes compares two versions of a schema and, if a database is named, counts what
// it holds as of one moment.
func (c *comparing) changes(ctx context.Context, old, today *schema.Schema) (diag.List, error) {
	if c.request.Database == "" {
		return breaking.Compare(old, today), nil
	}
	db, err := sessiondb.Open(ctx, c.request.Database)
	if err != nil {
		return nil, err
	}
	defer c.doing("reading " + db.Name)()
	list, err := breaking.CompareStored(old, today, db.States(ctx))
	c.report.Database = db.Name
	return list, errors.Join(err, db.Close())
}
