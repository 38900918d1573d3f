package workspace

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
)

// ScanRequest says which database is to be compared with which schema.
type ScanRequest struct {
	Schema   string // a file or a folder; empty: that of the working folder
	Database string // a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file
	History  bool   // read the events, too
	Prompts  bool   // render the schema's instructions over each session's state
	// Progress is called with how many sessions were read, after each. It may be nil.
	Progress func(sessions int64)
}

// Scanned is what a database holds.
type Scanned struct {
	Report   *scan.Report
	Findings diag.List    // of the report
	Sources  diag.Sources // the schema's files
}

// Scan reads all that a database of a session service holds, as of one moment, and
// compares it with a schema. It changes nothing in it.
func (w *Workspace) Scan(ctx context.Context, r ScanRequest) (*Scanned, error) {
	declared, loaded, err := w.one(ctx, r.Schema)
	if err != nil {
		return nil, err
	}
	s := &Scanned{Sources: loaded.Sources}
	db, err := sessiondb.Open(ctx, r.Database)
	if err != nil {
		return nil, err
	}
	db.Progress = r.Progress
	done := w.doing("reading " + db.Name)
	defer done()
	s.Report, err = read(ctx, db, scan.New(declared), r)
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	s.Findings = s.Report.Diagnostics(declared)
	return s, nil
}

func read(ctx context.Context, db *sessiondb.DB, sc *scan.Scanner, r ScanRequest) (*scan.Report, error) {
	if r.Prompts {
		sc.Rehearse(db.Tables == "stategen")
	}
	if err := sc.States(db.States(ctx)); err != nil {
		return nil, err
	}
	if r.History {
		if err := sc.Events(db.Events(ctx)); err != nil {
			return nil, err
		}
	}
	report := sc.Report()
	report.Database, report.Tables = db.Name, db.Tables
	return report, nil
}
