package workspace

import (
	"context"
	"errors"
	"iter"

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
	list, err := breaking.CompareStored(old, today, stored(db.States(ctx)))
	c.report.Database = db.Name
	return list, errors.Join(err, db.Close())
}

// stored are the states of a database as a comparison takes them.
func stored(states iter.Seq2[*sessiondb.State, error]) iter.Seq2[breaking.Stored, error] {
	return func(yield func(breaking.Stored, error) bool) {
		for s, err := range states {
			if err != nil {
				yield(breaking.Stored{}, err)
				return
			}
			of := breaking.Stored{Scope: s.Scope(), Values: make(map[string]any, len(s.Values))}
			for _, v := range s.Values {
				if v.Damaged {
					of.Unreadable = append(of.Unreadable, v.Key)
				} else {
					of.Values[v.Key] = v.Value
				}
			}
			if !yield(of, nil) {
				return
			}
		}
	}
}
