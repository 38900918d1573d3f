package infer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

// ReadDatabase reads the states in a database of one of stategen's stores or of
// ADK's database session service, which it does not change. Source is what comments
// call it.
func ReadDatabase(ctx context.Context, dsn string) (list []Stored, err error) {
	db, err := sessiondb.Open(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	source := db.Name
	if plain, err := strconv.Unquote(source); err == nil {
		source = filepath.ToSlash(plain)
	}
	for state, err := range db.States(ctx) {
		if err != nil {
			return nil, err
		}
		for _, v := range state.Values {
			s, err := readValue(v, source)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Stored) int {
		scopeA, _ := runtime.ParseKey(a.Key)
		scopeB, _ := runtime.ParseKey(b.Key)
		return cmp.Or(cmp.Compare(scopeA, scopeB), strings.Compare(a.Key, b.Key))
	})
	return list, nil
}

// readValue gives a value the form that encoding/json reads.
func readValue(v sessiondb.Value, source string) (Stored, error) {
	s := Stored{Key: v.Key, Source: source}
	if v.Damaged {
		return s, fmt.Errorf("the value of %q is not valid JSON", v.Key)
	}
	text, err := runtime.EncodeValue(v.Value)
	if err == nil {
		err = decode(strings.NewReader(string(text)), &s.Value)
	}
	return s, err
}
