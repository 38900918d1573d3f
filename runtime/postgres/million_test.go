//go:build unix

package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/million"
)

// TestMillion measures maintenance beside writers: see package million.
func TestMillion(t *testing.T) {
	n := million.Sessions(t)
	db := server.NewDatabase(t)
	svc := openService(t, db+" pool_max_conns=20")
	record := `'{"id":"' || e || '","seq":' || e || ',"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":' || e || ',"text":"` + strings.Repeat("x", 100) + `"}}}'`
	const idle = "CASE WHEN i % 10 = 0 THEN now() - interval '7 days' ELSE now() END"
	for _, query := range []string{
		fmt.Sprintf("INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated, touched) SELECT 'big', 'u' || (i %% %d), 's' || i, 3, %s, %[2]s FROM generate_series(1, %[3]d) AS i", n/10, idle, n),
		"INSERT INTO stategen_events SELECT s.id, e, e::text, '2026-03-14', " + record + " FROM stategen_sessions AS s, generate_series(0, 3) AS e",
		"INSERT INTO stategen_state SELECT app, user_id, id, k, '\"" + strings.Repeat("x", 100) + "\"' FROM stategen_sessions, unnest(ARRAY['n', 'text']) AS k",
		fmt.Sprintf("INSERT INTO stategen_state SELECT 'big', 'u' || i, 0, 'user:name', '\"x\"' FROM generate_series(0, %d) AS i", n/10-1),
		"INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated) VALUES ('big', 'long', 's', 300000, now())",
		"INSERT INTO stategen_events SELECT (SELECT id FROM stategen_sessions WHERE user_id = 'long'), e, e::text, '2026-03-14', " + record + " FROM generate_series(0, 300000) AS e",
		"ANALYZE",
	} {
		exec(t, db, query)
	}
	million.Run(t, svc, n, db)
}
