// Package sqlite keeps sessions in one SQLite file. It needs no C compiler,
// registers no database/sql driver, and may be linked into programs that use
// other SQLite drivers.
//
// The file may be used by any number of goroutines and processes of one
// machine at once. It must lie on a local disk: network file systems don't
// lock as SQLite needs it. While it is in use, SQLite keeps two more beside it,
// with -wal and -shm added to its name, and none of them must be deleted, moved
// or replaced: writes fail from then on.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Option changes how Open opens a database.
type Option func(*options)

type options struct {
	synchronous string
	readers     int
	readOnly    bool
	background  bool
}

// ReadOnly opens a file that is there for reading: each write fails, and nothing of the
// file is changed. Its tables must be up to date.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }

// flags say how connections are opened. Without OpenURI a path is taken as it is, whatever
// it holds.
func (o options) flags() []sqlite.OpenFlags {
	if o.readOnly {
		return []sqlite.OpenFlags{sqlite.OpenReadOnly}
	}
	return []sqlite.OpenFlags{sqlite.OpenReadWrite, sqlite.OpenCreate}
}

// RelaxedSync lets an append return before the disk has confirmed it. Appends
// become several times faster; after a loss of power, not after a mere crash
// of the program, the last ones may be missing. The file stays sound.
func RelaxedSync() Option { return func(o *options) { o.synchronous = "NORMAL" } }

// Readers sets how many reads may be under way at once, 4 by default. Writes
// of one process take turns in any case.
func Readers(n int) Option { return func(o *options) { o.readers = max(n, 1) } }

// Background is for programs that write much for nobody who waits, such as imports: while
// other processes write, each transaction is followed by a pause as long as it took.
func Background() Option { return func(o *options) { o.background = true } }

// Open returns a service on the SQLite file at path. It creates the file if
// there is none and brings an older one up to date. By default, an append has
// reached the disk when it returns. A file that it creates may be read and
// written by its owner only (mode 0600), and so may those beside it; a file that
// is there keeps its mode.
//
// Whoever waits for another process's write waits until its context ends. It
// is an error if the file belongs to another program or was written by a newer
// version of this package, or if the path is a link to nothing.
func Open(ctx context.Context, path string, opts ...Option) (*runtime.Service, error) {
	st, err := OpenStore(ctx, path, opts...)
	if err != nil {
		return nil, err
	}
	return runtime.NewService(st), nil
}

// OpenStore is Open without the service: for programs that put something between
// the two.
func OpenStore(ctx context.Context, path string, opts ...Option) (store.Store, error) {
	st, err := open(ctx, path, opts)
	if err != nil {
		return nil, fmt.Errorf("session database %q: %w", path, err)
	}
	return st, nil
}

// database is one open file. The one writer makes the writes of this process take
// turns.
type database struct {
	place           place
	writer, readers *pool
	queue           queue // appends that wait for the writer
	courtesy        *courtesy
}

func open(ctx context.Context, path string, opts []Option) (*database, error) {
	switch {
	case path == "" || path == ":memory:":
		return nil, errors.New("not a file; runtime/memory keeps sessions without one")
	case strings.ContainsRune(path, 0):
		return nil, errors.New("a file name can't contain a NUL character") // SQLite would stop reading there
	}
	o := options{synchronous: "FULL", readers: 4}
	for _, opt := range opts {
		opt(&o)
	}
	place, err := newPlace(path)
	if err != nil {
		return nil, err
	}
	if !o.readOnly {
		err = createPrivate(place.path)
	}
	if err != nil {
		return nil, err
	}
	st := &database{place: place, writer: newPool(1), readers: newPool(o.readers)}
	if o.background {
		st.courtesy = new(courtesy)
	}
	if err = st.connect(ctx, path, o); err == nil {
		err = st.place.note()
	}
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return st, nil
}

// connect opens all connections. The first checks whose file it is before
// anything in it is changed.
func (st *database) connect(ctx context.Context, path string, o options) error {
	for i := range 1 + o.readers {
		conn, err := sqlite.OpenConn(path, o.flags()...)
		if err != nil {
			return err
		}
		conn.SetInterrupt(ctx.Done())
		if i == 0 {
			st.writer.add(conn)
			err = o.prepare(conn)
		} else {
			st.readers.add(conn)
		}
		if err == nil {
			// What is deleted is overwritten where that costs no more writes.
			err = errors.Join(sqlitex.ExecuteTransient(conn, "PRAGMA synchronous="+o.synchronous, nil),
				sqlitex.ExecuteTransient(conn, "PRAGMA secure_delete=FAST", nil))
		}
		if err == nil && i == 0 {
			err = keepTemporary(conn, "MEMORY")
		}
		if err != nil {
			return plainError(ctx, err)
		}
		conn.SetInterrupt(nil)
	}
	return nil
}

// keepTemporary says where a connection keeps what it needs for a moment. In memory a
// savepoint costs what it needs; otherwise SQLite gets 64 KiB for each, which took as
// long as all the rest of an append. What may be large belongs into a file.
func keepTemporary(conn *sqlite.Conn, where string) error {
	return sqlitex.ExecuteTransient(conn, "PRAGMA temp_store="+where, nil)
}

// prepare brings the tables up to date, or sees that they are.
func (o options) prepare(conn *sqlite.Conn) error {
	if !o.readOnly {
		return migrate(conn, migrations)
	}
	v, err := checkOwner(conn, len(migrations))
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultCantOpen {
		return fmt.Errorf("SQLite can't make the files that it needs beside it, with -wal and -shm added to its name, even for reading; "+
			"copy the file to where its folder can be written to: %w", err)
	}
	if err == nil && v.steps < len(migrations) {
		err = errors.New("its tables are older than this program's: open it once for writing, which brings them up to date")
	}
	return err
}

// Close waits for calls that are under way and closes the file.
func (st *database) Close() error {
	return errors.Join(st.readers.close(), st.writer.close())
}
