//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Pooler is pgbouncer in front of a server. It hands each transaction to the server
// connection that has been idle longest, so that whatever is left on one is met, or
// missed, by another client.
type Pooler struct{ folder string }

const poolerSettings = `
[databases]
* = host=%[1]s port=5432 user=postgres
[pgbouncer]
unix_socket_dir = %[2]s
listen_port = 5432
listen_addr =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
server_round_robin = 1
server_login_retry = 0.1
`

// StartPooler starts pgbouncer in transaction mode, until the test ends. The test is
// skipped where it isn't installed.
func (s *Server) StartPooler(t testing.TB) *Pooler {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // which isn't in everybody's PATH
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("pgbouncer isn't installed; for example: apt-get install pgbouncer")
	}
	p := &Pooler{folder: t.TempDir()}
	for folder := p.folder; folder != os.TempDir() && len(folder) > 1; folder = filepath.Dir(folder) {
		_ = os.Chmod(folder, 0o755) // the pooler's user has to get there
	}
	settings := filepath.Join(p.folder, "pgbouncer.ini")
	if err := os.WriteFile(settings, fmt.Appendf(nil, poolerSettings, s.folder, p.folder), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.owner.take(p.folder); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-q", settings)
	cmd.SysProcAttr = s.owner.attributes()
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	process, err := launch(cmd, p.ConnString(s.ConnString("postgres")), time.Now().Add(patience))
	if process != nil {
		t.Cleanup(process.Kill)
	}
	if err != nil {
		t.Fatalf("%v:\n%s", err, &log)
	}
	return p
}

// ConnString returns a server's connection string, changed so that it leads through
// the pooler. Prepared statements would be left on some server connection.
func (p *Pooler) ConnString(db string) string {
	return fmt.Sprintf("%s host=%s default_query_exec_mode=exec", db, p.folder)
}

// Socket returns the path of the pooler's Unix socket.
func (p *Pooler) Socket() string { return filepath.Join(p.folder, ".s.PGSQL.5432") }
