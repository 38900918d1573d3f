package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/inspect"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
	"github.com/seed92179c4c/stategen/schema"
)

// InspectRequest is what is to be shown in the browser.
type InspectRequest struct {
	Database string // a DSN, as for scan
	Export   string // or a file as stategen db export writes it
	Schema   string // empty: that of the working folder, if there is one
	Write    bool
	Reveal   bool
	Audit    io.Writer
	Addr     string
}

// Inspection is a server that listens, until it is closed.
type Inspection struct {
	Server *inspect.Server
	Tables string // whose they are; empty: a file's
	svc    *runtime.Service
}

// Close closes the database.
func (i *Inspection) Close() error { return i.svc.Close() }

// Inspect opens a database for the browser: for reading, unless values may be changed.
func (w *Workspace) Inspect(ctx context.Context, r InspectRequest) (*Inspection, error) {
	if (r.Database == "") == (r.Export == "") {
		problem := "say what to show: --db DSN, or --export FILE"
		if ext := filepath.Ext(r.Schema); r.Database == "" && ext != "" && ext != ".yaml" && ext != ".yml" {
			problem += "; did you mean --db " + r.Schema + "?"
		}
		return nil, errors.New(problem)
	}
	declared, err := w.inspected(ctx, r.Schema)
	if err != nil {
		return nil, err
	}
	i := &Inspection{}
	name, err := i.open(ctx, r)
	if err != nil {
		return nil, err
	}
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	i.Server, err = inspect.New(inspect.Options{
		Service: i.svc, Name: name, Still: i.Tables != "stategen", Schema: declared, Write: r.Write, Reveal: r.Reveal, Audit: r.Audit, Addr: r.Addr,
	})
	if err != nil {
		return nil, errors.Join(err, i.Close())
	}
	return i, nil
}

// inspected loads the schema, if there is one.
func (w *Workspace) inspected(ctx context.Context, path string) (*schema.Schema, error) {
	if path == "" {
		if _, err := os.Lstat(schemaName); errors.Is(err, fs.ErrNotExist) {
			return nil, nil // a database can be looked at without
		}
		path = schemaName // if it can't be read, sensitive values aren't known
	}
	return w.SoundSchema(ctx, path)
}

func (i *Inspection) open(ctx context.Context, r InspectRequest) (name string, err error) {
	switch {
	case r.Export != "":
		if r.Write {
			return "", errors.New("an export is only read: --write is for databases")
		}
		return r.Export, i.load(ctx, r.Export)
	case r.Write:
		i.svc, name, err = sessiondb.Service(ctx, r.Database)
		i.Tables = "stategen"
	default:
		i.svc, name, i.Tables, err = sessiondb.Reader(ctx, r.Database)
		if damage := (*sessiondb.DamagedSession)(nil); i.svc != nil && errors.As(err, &damage) {
			_, err = fmt.Fprintf(r.Audit, "not shown: %v\n", damage)
		}
	}
	return name, err
}

// load reads an export into memory.
func (i *Inspection) load(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st := memory.NewStore()
	if _, err := transfer.Import(ctx, st, f, transfer.ImportOptions{Sizes: store.AnySize}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	i.svc = runtime.NewService(st)
	return nil
}
