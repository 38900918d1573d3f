//go:build unix

package postgres

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest/merges"
)

var (
	sum, least, greatest = merges.Sum, merges.Least, merges.Greatest
	appendItems, union   = merges.Append, merges.Union
	limited              = merges.Limited
)

// mergeRig merges values into one key, again and again.
type mergeRig struct {
	*testing.T
	st      *database
	svc     *runtime.Service
	session *runtime.Session
	events  int
}

func newMergeRig(t *testing.T, settings string) *mergeRig {
	st := openStore(t, server.NewDatabase(t)+" pool_max_conns=1 "+settings)
	svc := runtime.NewService(st)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return &mergeRig{T: t, st: st, svc: svc, session: s}
}

// Put stores text under the key, as another program may; "" removes the key.
func (r *mergeRig) Put(text string) {
	r.Helper()
	_, err := r.st.pool.Exec(r.Context(), "DELETE FROM stategen_state WHERE key = 'k'")
	if err == nil && text != "" {
		_, err = r.st.pool.Exec(r.Context(), `INSERT INTO stategen_state (app, user_id, session, key, value)
			SELECT 'a', 'u', id, 'k', $1 FROM stategen_sessions`, text)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// Direct merges in one statement; false if the database refused.
func (r *mergeRig) Direct(op runtime.Op) (any, bool) {
	r.Helper()
	c, ok := mergeChange(store.Write{Key: "k", Value: op}, op)
	if !ok {
		return nil, false
	}
	r.events++
	a := &store.Append{
		Session: store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"},
		Event:   &store.StoredEvent{ID: fmt.Sprint("direct", r.events), Timestamp: r.session.LastUpdateTime()},
	}
	done, err := r.st.appendDirect(r.Context(), a, "{}", []change{c})
	if isUndecided(err) {
		return nil, false
	}
	if err != nil {
		r.Fatal(err)
	}
	return done.Writes[0].Value, true
}

// Stored returns what the key holds; nil if it isn't set.
func (r *mergeRig) Stored() any {
	r.Helper()
	l, err := r.st.Load(r.Context(), store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"}, store.EventQuery{None: true})
	if err != nil {
		r.Fatal(err)
	}
	v, _ := l.State[runtime.ScopeSession].Get("k")
	return v
}

// Append appends an event.
func (r *mergeRig) Append(delta runtime.Delta) error {
	return r.svc.AppendEvent(r.Context(), r.session, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}})
}

// TestDirectMerges holds that the database itself carries out the usual
// merges, and to the same result as runtime.Op.Apply.
func TestDirectMerges(t *testing.T) {
	for _, settings := range []string{"", "plan_cache_mode=force_generic_plan", "default_query_exec_mode=exec"} {
		r := newMergeRig(t, settings)
		merges.Direct(t, r, []merges.Case{
			{"", sum(5)}, {"0", sum(5)}, {"-7", sum(5)}, {"7", sum(-9)}, {"999999999999999", sum(1)},
			{"1", limited(sum(5), runtime.Limits{Min: 0, Max: 6})},
			{"", runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 41}},
			{"3", least(5)}, {"7", least(5)}, {"3", greatest(5)}, {"7", greatest(5)}, {"", greatest(5)},
			{"1.5", sum(0.25)}, {"1", sum(0.25)}, {"0.1", sum(0.2)}, {"1e+06", sum(0.0)}, {"1e+22", sum(1.0)}, {"5.0", sum(-5.0)},
			{"5e-324", sum(5e-324)}, {"1.7976931348623157e+308", sum(0.0)}, {"123456789012345680.0", sum(16.0)},
			{"-0.0", least(0.0)}, {"0.0", greatest(math.Copysign(0, -1))}, {"2.5", greatest(2.25)}, {"2.5", least(2.25)},
			{"", appendItems("x")}, {"[]", appendItems("x", 1, nil)}, {`["a"]`, appendItems("x")}, {`[[]]`, appendItems([]any{})},
			{`["ü","]"]`, appendItems("日本", map[string]any{"a": 1.0})},
			{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 2})},
			{`["a"]`, limited(appendItems("x"), runtime.Limits{MinItems: 2, MaxItems: 3})},
			{"", union("x")}, {"[]", union("x")}, {`["x"]`, union("x")}, {`["a"]`, union("x")},
			{`["[\"x\"]",["x"],{"x":"x"}]`, union("x")}, {`["a","x,y"]`, union(",")}, {`["a\"b"]`, union(`a"b`)},
			{`["b","a"]`, union("a", "c", "b", "c", "d")}, {"[]", union("a", "a")}, {`["a","a"]`, union("a", "b")},
			{`["a"]`, limited(union("a", "b"), runtime.Limits{MaxItems: 2})},
			{"[1,2.5,true,null]", union("1")},
		}...)
	}
}

// TestRefusedMerges holds that the database leaves to Go what it can't do
// exactly, and that an append then gives what runtime.Op.Apply gives.
func TestRefusedMerges(t *testing.T) {
	r := newMergeRig(t, "")
	merges.Refused(t, r, []merges.Case{
		{"9007199254740991", sum(1)}, {`"9223372036854775806"`, sum(1)}, {`"9223372036854775807"`, sum(1)},
		{"5.0", sum(1)}, {"5.5", sum(1)}, {`"x"`, sum(1)}, {"[]", sum(1)}, {"true", sum(1)}, {"1", sum("9007199254740993")},
		{"9007199254740990", sum(math.MaxInt)}, {"6", limited(sum(1), runtime.Limits{Max: 6})}, {"", limited(sum(7), runtime.Limits{Max: 6})},
		{"1.7976931348623157e+308", sum(1e308)}, {`"x"`, sum(0.5)}, {"1.0", limited(sum(0.5), runtime.Limits{Max: 1})},
		{`"x"`, appendItems("x")}, {"{}", appendItems("x")}, {"[ ]", appendItems("x")}, {"[1 ] ", appendItems("x")}, {`["a"]`, appendItems()},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 1})}, {`["a"]`, limited(appendItems("a"), runtime.Limits{Unique: true})},
		{"[5]", limited(appendItems(5.0), runtime.Limits{Unique: true})}, {"[5]", union(5.0)}, {"[5]", union(6)},
		{`{"x":1}`, union("x")}, {`"x"`, union("x")}, {"[ ]", union("x", "y")}, {"null", union("x", "y")},
	}...)
}

// TestRandomMerges compares whatever the database carries out itself with
// runtime.Op.Apply.
func TestRandomMerges(t *testing.T) {
	r := newMergeRig(t, "")
	rounds := 1000
	if testing.Short() {
		rounds = 300
	}
	merges.Random(t, r, rounds)
}

// TestStoredTextIsJSON holds that what the database computes can be read by
// other programs.
func TestStoredTextIsJSON(t *testing.T) {
	r := newMergeRig(t, "")
	for _, op := range []runtime.Op{sum(1), sum(0.5), appendItems("a"), union("a"), union("a", "b")} {
		r.Put("")
		for range 3 {
			if _, ok := r.Direct(op); !ok {
				t.Fatalf("%s: the database refused", op)
			}
		}
		var text string
		if err := r.st.pool.QueryRow(t.Context(), "SELECT value FROM stategen_state WHERE key = 'k'").Scan(&text); err != nil {
			t.Fatal(err)
		}
		if !json.Valid([]byte(text)) {
			t.Errorf("%s: stored %s", op, text)
		}
	}
}
