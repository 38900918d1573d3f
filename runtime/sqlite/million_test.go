//go:build unix

package sqlite_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/million"
)

func init() { million.Child(openService) }

// TestMillion measures maintenance beside writers: see package million. The file is kept
// in the folder that STATEGEN_TEST_MILLION_DIR names, so that one step after the other can
// be measured.
func TestMillion(t *testing.T) {
	n := million.Sessions(t)
	path := filepath.Join(cmp.Or(os.Getenv("STATEGEN_TEST_MILLION_DIR"), t.TempDir()), "million.db")
	svc := open(t, path)
	fillMillion(t, svc, path, n)
	t.Logf("%d MB", size(t, path)>>20)
	million.Run(t, svc, n, path)
	t.Logf("%d MB", size(t, path)>>20)
}

// fillMillion fills the file, unless it has been filled before.
func fillMillion(t *testing.T, svc *runtime.Service, path string, n int) {
	if there, err := svc.List(t.Context(), runtime.ListRequest{AppName: "big", Limit: 1}); err != nil || len(there) > 0 {
		return
	}
	record := `'{"id":"' || e || '","seq":' || e || ',"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":' || e || ',"text":"` + strings.Repeat("x", 100) + `"}}}'`
	numbers := func(from, to int) string {
		return fmt.Sprintf("WITH RECURSIVE c(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM c WHERE i < %d)", from, to)
	}
	now := time.Now().UnixMicro()
	old := now - 7*24*3600*1e6
	for _, query := range []string{ // with what tells that all is there at the end
		numbers(1, n) + " INSERT INTO events SELECT i, e, e, 1773446400000000, " + record + " FROM c, (SELECT 0 AS e UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)",
		numbers(1, n) + " INSERT INTO session_state SELECT i, k, '\"" + strings.Repeat("x", 100) + "\"' FROM c, (SELECT 'n' AS k UNION ALL SELECT 'text')",
		numbers(0, n/10-1) + " INSERT INTO shared_state SELECT 'big', 'u' || i, 'name', '\"x\"' FROM c",
		fmt.Sprintf("INSERT INTO sessions VALUES (%d, 'big', 'long', 's', 300000, %d, %d)", n+1, now, now),
		numbers(0, 300_000) + fmt.Sprintf(" INSERT INTO events SELECT %d, i, i, 1773446400000000, ", n+1) + strings.ReplaceAll(record, "|| e ||", "|| i ||") + " FROM c",
		numbers(1, n) + fmt.Sprintf(" INSERT INTO sessions SELECT i, 'big', 'u' || (i %% %d), 's' || i, 3, iif(i %% 10 = 0, %d, %d), iif(i %% 10 = 0, %[2]d, %[3]d) FROM c", n/10, old, now),
	} {
		execute(t, path, query)
	}
}
