//go:build unix

package pgtest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime/internal/daemon"
)

// patience is how long a server may take to start or stop.
const patience = time.Minute

// Server is a running PostgreSQL server that listens on a socket in a folder
// of its own.
type Server struct {
	binaries, folder string
	owner            *owner
	settings         []string // of postgres, each "name=value"

	mu        sync.Mutex
	databases int      // how many there are
	unused    []string // their names

	process *daemon.Daemon
}

// Main starts a server, runs the tests of m with it and stops it. It returns
// the exit code for os.Exit: 1 if the server can't be started. Settings are as in
// postgresql.conf. With -short the server doesn't wait for the disk, as with fsync=off:
// what it has written survives its own end, though not the machine's.
func Main(m *testing.M, server **Server, settings ...string) int {
	flag.Parse() // or testing.Short can't be asked yet
	if testing.Short() {
		settings = append(settings, "fsync=off")
	}
	s, err := startWith(settings)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer s.Stop()
	*server = s
	return m.Run()
}

// Start starts a server with an empty cluster.
func Start() (*Server, error) { return startWith(nil) }

func startWith(settings []string) (*Server, error) {
	binaries, err := findBinaries()
	if err != nil {
		return nil, err
	}
	owner, err := chooseOwner()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	s := &Server{binaries: binaries, folder: folder, owner: owner, settings: settings}
	if err = s.create(); err == nil {
		err = s.start(time.Now().Add(patience))
	}
	if err != nil {
		s.Stop()
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	return s, nil
}

// create makes the data folder.
func (s *Server) create() error {
	if err := s.owner.take(s.folder); err != nil {
		return err
	}
	cmd := s.command("initdb", "-D", s.Data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// Restart starts the server again after Kill, on the same data, and returns
// when it takes connections.
func (s *Server) Restart() error {
	deadline := time.Now().Add(patience)
	for {
		err := s.start(deadline)
		if err == nil || time.Now().After(deadline) {
			return err
		}
		// The children of a killed server may still hold its memory.
		time.Sleep(50 * time.Millisecond)
	}
}

func (s *Server) start(deadline time.Time) error {
	log, err := os.Create(s.log())
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	args := []string{"-D", s.Data(), "-k", s.folder, "-p", "5432"}
	for _, setting := range append([]string{"listen_addresses="}, s.settings...) {
		args = append(args, "-c", setting)
	}
	cmd := s.command("postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	s.process, err = launch(cmd, s.ConnString("postgres"), deadline)
	if err != nil {
		text, _ := os.ReadFile(s.log())
		return fmt.Errorf("%w\n%s", err, text)
	}
	return nil
}

// launch starts a server, and returns when it takes connections. SIGQUIT is PostgreSQL's
// immediate shutdown.
func launch(cmd *exec.Cmd, connString string, deadline time.Time) (*daemon.Daemon, error) {
	process, err := daemon.Start(cmd, syscall.SIGQUIT)
	if err != nil {
		return nil, err
	}
	for {
		err := ping(connString)
		if err == nil {
			return process, nil
		}
		select {
		case <-process.Ended():
			return process, fmt.Errorf("%s ended at once", filepath.Base(cmd.Path))
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return process, fmt.Errorf("no connection after %v: %w", patience, err)
		}
	}
}

func ping(connString string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, connString)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// Kill ends the server as a crash would, and returns when its process is gone. What serves
// the connections is killed too, since it could answer for a while without the server.
func (s *Server) Kill() {
	select {
	case <-s.process.Ended():
		return // its ID may be another process's by now
	default:
	}
	children := s.children()
	s.process.Kill()
	for _, pid := range children {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// children are the IDs of the server's own processes, where the system tells.
func (s *Server) children() []int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", s.PID()))
	var ids []int
	for _, field := range strings.Fields(string(text)) {
		if id, err := strconv.Atoi(field); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Stop ends the server and removes its data.
func (s *Server) Stop() {
	if s.process != nil {
		_ = s.process.Signal(syscall.SIGQUIT) // the data is not needed any more
		select {
		case <-s.process.Ended():
		case <-time.After(patience):
			s.process.Kill()
		}
	}
	_ = os.RemoveAll(s.folder)
}

// ConnString returns the connection string of a database, as pgx takes it.
func (s *Server) ConnString(database string) string {
	return fmt.Sprintf("host=%s port=5432 sslmode=disable user=postgres dbname=%s", s.folder, database)
}

// PID returns the ID of the server's process, whose children serve the connections.
func (s *Server) PID() int { return s.process.PID() }

// Socket returns the path of the server's Unix socket.
func (s *Server) Socket() string { return filepath.Join(s.folder, ".s.PGSQL.5432") }

// NewDatabase returns the connection string of an empty database, which is the
// test's own until it ends.
func (s *Server) NewDatabase(t testing.TB) string {
	t.Helper()
	name, ok := s.takeUnused()
	if !ok {
		s.Exec(t, "CREATE DATABASE "+name)
	}
	t.Cleanup(func() {
		s.exec(t, name, empty)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.unused = append(s.unused, name)
	})
	return s.ConnString(name)
}

// takeUnused returns a database that a test has left, or else the name for a
// new one. A database has some three hundred files: to create and remove them
// for each test costs more than most tests do.
func (s *Server) takeUnused() (name string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.unused) - 1; last >= 0 {
		name, s.unused = s.unused[last], s.unused[:last]
		return name, true
	}
	s.databases++
	return fmt.Sprintf("test%d", s.databases), false
}

// empty ends all other sessions of a database and removes what is in it.
const empty = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$
DECLARE name text;
BEGIN
	FOR name IN SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\_%' AND nspname <> 'information_schema' LOOP
		EXECUTE format('DROP SCHEMA %I CASCADE', name);
	END LOOP;
	EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
END $$;
CREATE SCHEMA public;
GRANT USAGE ON SCHEMA public TO PUBLIC;`

// Exec runs a statement as superuser.
func (s *Server) Exec(t testing.TB, sql string) { t.Helper(); s.exec(t, "postgres", sql) }

func (s *Server) exec(t testing.TB, database, sql string) {
	t.Helper()
	ctx := context.Background() // the test's own has ended when it cleans up
	conn, err := pgx.Connect(ctx, s.ConnString(database))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

// Log returns what the server has logged since it was started last.
func (s *Server) Log(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(s.log())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Data returns the path of the data folder, which the server owns.
func (s *Server) Data() string { return filepath.Join(s.folder, "data") }

func (s *Server) log() string { return filepath.Join(s.folder, "log") }

// command runs a PostgreSQL program as the owner. Settings of the caller's own
// server in the environment must not reach it.
func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.binaries, program), args...)
	cmd.Dir = s.folder
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = s.owner.attributes()
	return cmd
}
