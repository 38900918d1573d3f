//go:build unix

package scan_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const besideValues = 100000

// BenchmarkBeside measures appends of one writer, alone and while another process scans
// the database.
func BenchmarkBeside(b *testing.B) {
	s := loadSchema(b, today)
	b.Run("sqlite", func(b *testing.B) {
		path := largeFile(b, besideValues)
		svc, err := store.Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		writeBeside(b, svc, s, path, "scan")
	})
	b.Run("postgres", func(b *testing.B) {
		dsn := largeDatabase(b)
		svc, err := postgres.Open(b.Context(), dsn)
		if err != nil {
			b.Fatal(err)
		}
		writeBeside(b, svc, s, dsn, "scan", "read")
	})
}

// writeBeside measures appends beside nothing, and beside each of the readers. It closes the service.
func writeBeside(b *testing.B, svc *runtime.Service, s *schema.Schema, dsn string, readers ...string) {
	session, err := svc.Create(b.Context(), runtime.CreateRequest{AppName: "writer", UserID: "u", SessionID: "s"})
	if err != nil {
		b.Fatal(err)
	}
	appends := func(b *testing.B) {
		var times []time.Duration
		for i := 0; b.Loop(); i++ {
			start := time.Now()
			err := svc.AppendEvent(b.Context(), session, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"count": i % 10}}})
			if times = append(times, time.Since(start)); err != nil {
				b.Fatal(err)
			}
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
	}
	b.Run("idle", appends)
	for _, reader := range readers {
		b.Run(reader, func(b *testing.B) {
			defer readBeside(b, reader, dsn)()
			appends(b)
		})
	}
	if err := svc.Close(); err != nil {
		b.Fatal(err)
	}
}

// These make this program a child that reads a database again and again: "scan" as the command does, "read" the
// same rows with the driver alone.
const (
	besideReader = "STATEGEN_TEST_READER"
	besideDSN    = "STATEGEN_TEST_DSN"
)

func TestMain(m *testing.M) {
	reader, dsn := os.Getenv(besideReader), os.Getenv(besideDSN)
	if reader == "" {
		os.Exit(m.Run())
	}
	goruntime.GOMAXPROCS(1) // as the command
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(today), nil })
	for {
		var err error
		if reader == "scan" {
			err = scanAll(context.Background(), dsn, r.Readable())
		} else {
			err = readRows(context.Background(), dsn)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println("read")
	}
}

// readBeside begins to read in another process, and returns what ends that.
func readBeside(b *testing.B, reader, dsn string) func() {
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), besideReader+"="+reader, besideDSN+"="+dsn), os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = bufio.NewReader(out).ReadString('\n') // it is at work
	}
	if err != nil {
		b.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, out)
		close(drained)
	}()
	return func() {
		_ = cmd.Process.Kill()
		<-drained
		_ = cmd.Wait()
	}
}

func scanAll(ctx context.Context, dsn string, s *schema.Schema) error {
	db, err := sessiondb.Open(ctx, dsn)
	if err != nil {
		return err
	}
	return errors.Join(scan.New(s).States(db.States(ctx)), db.Close())
}

// largeDatabase returns a PostgreSQL database with as many values as largeFile makes,
// of a server of its own.
func largeDatabase(b *testing.B) string {
	server, err := pgtest.Start()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(server.Stop)
	dsn := server.ConnString("postgres")
	svc, err := postgres.Open(b.Context(), dsn)
	if err == nil {
		err = svc.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
	conn, err := pgx.Connect(b.Context(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	_, err = conn.Exec(b.Context(), fmt.Sprintf(`
		INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated) SELECT 'trips', 'user-' || (i / 4), 'session-' || i, 0, now() FROM generate_series(1, %d) AS i;
		INSERT INTO stategen_state (app, user_id, session, key, value)
			SELECT s.app, s.user_id, s.id, v.key, v.value FROM stategen_sessions AS s, LATERAL (
				SELECT 'step' AS key, '"search"' AS value UNION ALL SELECT 'count', '' || (s.id %% 10) UNION ALL SELECT 'trips', '' || s.id
				UNION ALL SELECT 'flight', '{"number":"LH' || s.id || '","seats":["12A","12B"]}'
				UNION ALL SELECT 'note_' || i, '"Seat 12A, at the window, \u00e9"' FROM generate_series(1, %d) AS i) AS v;
		ANALYZE;`, besideValues/perSession, perSession-4), pgx.QueryExecModeSimpleProtocol)
	if err = errors.Join(err, conn.Close(b.Context())); err != nil {
		b.Fatal(err)
	}
	return dsn
}

// BenchmarkScanPostgres scans a database beside a plain read of the same rows.
func BenchmarkScanPostgres(b *testing.B) {
	dsn, s := largeDatabase(b), loadSchema(b, today)
	b.Run("ours", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			if err := scanAll(b.Context(), dsn, s); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(besideValues)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
	})
	b.Run("reference", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			if err := readRows(b.Context(), dsn); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// readRows reads the same rows with the driver alone.
func readRows(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	rows, err := conn.Query(ctx, `
		SELECT s.app, s.user_id, s.session_id, (extract(epoch FROM s.updated) * 1000000)::bigint::text, v.key, v.value
		FROM stategen_sessions AS s LEFT JOIN stategen_state AS v ON v.app = s.app AND v.user_id = s.user_id AND v.session = s.id
		ORDER BY 1, 2, 3`)
	if err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	size := 0
	for rows.Next() {
		for _, cell := range rows.RawValues() {
			size += len(string(cell))
		}
	}
	if size == 0 {
		err = errors.New("no rows were read")
	}
	return errors.Join(err, rows.Err(), conn.Close(ctx))
}
