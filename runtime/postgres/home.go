package postgres

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// home is the schema in which a store's tables stand. Open settles which one it
// is, and from then on statements name it: what the search path of a connection
// is later, and which tables other schemas on it hold, doesn't matter.
type home struct {
	schema string // quoted, as SQL takes it

	mu    sync.RWMutex
	texts map[string]string // statements as this package writes them -> as they are sent
}

// tablePrefix begins the name of each table, and stands in no statement but there.
const tablePrefix = "stategen_"

// text returns a statement with the schema in front of each table's name.
// Finding it costs less than making it.
func (h *home) text(sql string) string {
	h.mu.RLock()
	text, ok := h.texts[sql]
	h.mu.RUnlock()
	if ok {
		return text
	}
	text = strings.NewReplacer(
		"'"+tablePrefix, "'"+strings.ReplaceAll(h.schema, "'", "''")+"."+tablePrefix, // within a text
		tablePrefix, h.schema+"."+tablePrefix,
	).Replace(sql)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.texts == nil || len(h.texts) == mostTexts {
		h.texts = make(map[string]string)
	}
	h.texts[sql] = text
	return text
}

// settle makes the first schema of the search path the home, and the only one in
// which the rest of the transaction finds or makes tables.
func (h *home) settle(ctx context.Context, tx pgx.Tx) error {
	var path, user string
	var current *string
	err := tx.QueryRow(ctx, "SELECT current_setting('search_path'), current_user::text, current_schema()::text").
		Scan(&path, &user, &current)
	if err != nil {
		return err
	}
	schema, err := firstSchema(path, user, current)
	if err != nil {
		return err
	}
	h.schema = pgx.Identifier{schema}.Sanitize()
	_, err = tx.Exec(ctx, "SELECT set_config('search_path', $1, true)", h.schema+", pg_temp")
	return err
}

// firstSchema returns the schema that a search path names first. PostgreSQL
// itself would go on to the next if that one isn't there or may not be used:
// then what belongs to one tenant would land among the tables of all. Only
// "$user" stands for nothing if there is no schema of that name that he may use.
func firstSchema(path, user string, current *string) (string, error) {
	for _, name := range pathNames(path) {
		asUser := name == "$user"
		if asUser {
			name = user
		}
		if current != nil && strings.EqualFold(*current, name) { // names without quotes are in lower case
			return *current, nil
		}
		if !asUser {
			return "", fmt.Errorf("the first schema of the search path (%s) is %q, and the user %q finds none of that name: "+
				"create it, grant USAGE on it, or set another search_path", path, name, user)
		}
	}
	return "", fmt.Errorf("the search path (%s) names no schema: set search_path to the one in which the tables are to stand", path)
}

// pathNames splits a search path, whose names are quoted as in CSV.
func pathNames(path string) []string {
	r := csv.NewReader(strings.NewReader(path))
	r.TrimLeadingSpace, r.LazyQuotes = true, true
	names, _ := r.Read() // none of an empty path
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" }) // '' is how one says that there is none
}

// mostTexts is how many statements are kept, more than a program has that makes
// its deltas with generated code.
const mostTexts = 1000
