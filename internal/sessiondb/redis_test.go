//go:build unix

package sessiondb_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// ownRedis returns the URL of a store on a server of its own, which has no replicas.
func ownRedis(t testing.TB) string {
	t.Helper()
	s, err := redistest.StartServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if _, err := s.Do("ACL", "SETUSER", "me", "on", ">secret:/?#", "~*", "&*", "+@all"); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(s.URL(), "redis://", "redis://me:secret%3A%2F%3F%23@", 1) + "?replicas=0"
}

func filledRedis(t *testing.T) string {
	t.Helper()
	dsn := ownRedis(t)
	svc, err := redis.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	return dsn
}

func TestOwnRedis(t *testing.T) { checkOwn(t, filledRedis(t)) }

// TestExportRedis: what is exported of Redis is what was stored there, on SQLite, too.
func TestExportRedis(t *testing.T) {
	dsn := filledRedis(t)
	file := filepath.Join(t.TempDir(), "s.db")
	st := openStore(t, file)
	text := snapshot(t, dsn, transfer.Select{})
	if _, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, file, transfer.Select{}); got != text {
		t.Errorf("on SQLite:\n%s\non Redis:\n%s", got, text)
	}

	back := openStore(t, ownRedis(t))
	if _, err := transfer.Import(t.Context(), back, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := transfer.Export(t.Context(), back, &again, transfer.Select{}, nil); err != nil || again.String() != text {
		t.Errorf("back on Redis: error %v\n%s\nwant:\n%s", err, again.String(), text)
	}
}

func TestReaderOnlyReadsRedis(t *testing.T) {
	dsn := ownRedis(t)
	if _, _, _, err := sessiondb.Reader(t.Context(), dsn); err == nil || !strings.Contains(err.Error(), "no sessions have been stored") {
		t.Errorf("of an empty server: error %v", err)
	}
	svc, err := redis.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	onlyReads(t, svc, dsn)
	writer, name, err := sessiondb.Service(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	if _, err := writer.Prune(t.Context(), runtime.PruneRequest{MaxEvents: 1}); err != nil || strings.Contains(name, "secret") {
		t.Errorf("%s: error %v", name, err)
	}
}

// TestRedisPasswords: no error shows a password, or a part of one.
func TestRedisPasswords(t *testing.T) {
	for _, dsn := range []string{
		"redis://me:secret@127.0.0.1:1", "redis://:secret@127.0.0.1:1/0", "rediss://me:secret@127.0.0.1:1?addr=127.0.0.1:2",
		"redis://me:12/secret@127.0.0.1:1", "redis://me:secret?@127.0.0.1:1", "redis://me:secret#@127.0.0.1:1", "redis://me:secret%@127.0.0.1:1",
		"redis://me:1?replicas=secret@127.0.0.1:1", "redis://me:1?db=secret@127.0.0.1:1", "redis://127.0.0.1:1?password=secret", "redis://secret@/127.0.0.1:1",
	} {
		_, err := sessiondb.Open(t.Context(), dsn)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v", dsn, err)
		}
		if _, err := sessiondb.Store(t.Context(), dsn); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s, to import: error %v", dsn, err)
		}
	}
}
