//go:build unix

package redis

import (
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
	key     store.SessionKey
	events  int
}

func newMergeRig(t *testing.T) *mergeRig {
	st := openStore(t, startServer(t).URL(), Prefix(newPrefix(t)), Replicas(0))
	svc := runtime.NewService(st)
	r := &mergeRig{T: t, st: st, svc: svc, key: store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"}}
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: r.key.AppName, UserID: r.key.UserID, SessionID: r.key.SessionID})
	if err != nil {
		t.Fatal(err)
	}
	r.session = s
	return r
}

// Put stores text under the key, as another program may; "" removes the key.
func (r *mergeRig) Put(text string) {
	r.Helper()
	b, key := r.st.client.B(), r.st.ofSession(r.key)[sessionPlace-1]
	command := b.Hdel().Key(key).Field("k").Build()
	if text != "" {
		command = b.Hset().Key(key).FieldValue().FieldValue("k", text).Build()
	}
	if err := r.st.client.Do(r.Context(), command).Error(); err != nil {
		r.Fatal(err)
	}
}

// Direct merges in one script; false if that has refused.
func (r *mergeRig) Direct(op runtime.Op) (any, bool) {
	r.Helper()
	r.events++
	request, err := firstRequest(&store.Append{Session: r.key, Event: &store.StoredEvent{
		ID: fmt.Sprint("direct", r.events), Timestamp: r.session.LastUpdateTime(), Writes: []store.Write{{Key: "k", Value: op}},
	}})
	if err != nil {
		r.Fatal(err)
	}
	said, err := r.st.sendAppend(r.Context(), request)
	if err != nil {
		r.Fatal(err)
	}
	if !said.is("ok") {
		return nil, false
	}
	done, err := request.appended(said)
	if err != nil {
		r.Fatal(err)
	}
	return done.Writes[0].Value, true
}

// Stored returns what the key holds; nil if it isn't set.
func (r *mergeRig) Stored() any {
	r.Helper()
	l, err := r.st.Load(r.Context(), r.key, store.EventQuery{None: true})
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

// TestDirectMerges holds that the script itself carries out the usual merges, limits
// included, and to the same result as runtime.Op.Apply.
func TestDirectMerges(t *testing.T) {
	r := newMergeRig(t)
	merges.Direct(t, r, []merges.Case{
		{"", sum(5)}, {"0", sum(5)}, {"-7", sum(5)}, {"7", sum(-9)}, {"999999999999999", sum(1)}, {"9007199254740990", sum(1)}, {"5", sum(-5)},
		{"-9007199254740990", sum(-1)}, {"1", limited(sum(5), runtime.Limits{Min: 0, Max: 6})},
		{"", runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 41}},
		{"3", least(5)}, {"7", least(5)}, {"3", greatest(5)}, {"7", greatest(5)}, {"", greatest(5)},
		{"1.5", sum(0.25)}, {"1", sum(0.25)}, {"0.1", sum(0.2)}, {"1e+06", sum(0.0)}, {"1e+22", sum(1.0)}, {"5.0", sum(-5.0)},
		{"5e-324", sum(5e-324)}, {"1.7976931348623157e+308", sum(0.0)}, {"123456789012345680.0", sum(16.0)}, {"3", least(5.5)},
		{"2.5", greatest(2.25)}, {"2.5", least(2.25)}, {"0.5", limited(sum(0.25), runtime.Limits{Min: 0, Max: 0.75})},
		{"", appendItems("x")}, {"[]", appendItems("x", 1, nil)}, {`["a"]`, appendItems("x")}, {`[[]]`, appendItems([]any{})},
		{`["ü","]"]`, appendItems("日本", map[string]any{"a": 1.0})}, {`["a"]`, appendItems()},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 2})},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MinItems: 2, MaxItems: 3, Unique: true})},
		{`[{"a":[1,"},"]},["x,y"],"\\\"",",]"]`, limited(appendItems(5), runtime.Limits{MaxItems: 5, MinItems: 5, Unique: true})},
		{"", union("x")}, {"[]", union("x")}, {`["x"]`, union("x")}, {`["a"]`, union("x")},
		{`["[\"x\"]",["x"],{"x":"x"}]`, union("x")}, {`["a","x,y"]`, union(",")}, {`["a\"b"]`, union(`a"b`)}, {`["a\\"]`, union(`a\`, `a"`)},
		{`["b","a"]`, union("a", "c", "b", "c", "d")}, {"[]", union("a", "a")}, {`["a","a"]`, union("a", "b")},
		{`["a"]`, limited(union("a", "b"), runtime.Limits{MaxItems: 2, Unique: true})}, {"[1,2.5,true,null]", union("1")},
		{"[5]", union(5.0)}, {"[5]", union(6)}, {"[5.0]", union(5, 2.5)}, {"[1,true]", union(true, 1, "1", nil, []any{1}, map[string]any{"a": 1})},
	}...)
}

// TestRefusedMerges holds that the script leaves to Go what it can't do exactly, and that
// an append then gives what runtime.Op.Apply gives.
func TestRefusedMerges(t *testing.T) {
	r := newMergeRig(t)
	merges.Refused(t, r, []merges.Case{
		{"9007199254740991", sum(1)}, {`"9223372036854775806"`, sum(1)}, {`"9223372036854775807"`, sum(1)}, {"-9007199254740991", sum(-9007199254740991)},
		{"5.0", sum(1)}, {"5.5", sum(1)}, {`"x"`, sum(1)}, {"[]", sum(1)}, {"true", sum(1)}, {"1", sum("9007199254740993")},
		{"9007199254740990", sum(math.MaxInt)}, {"6", limited(sum(1), runtime.Limits{Max: 6})}, {"", limited(sum(7), runtime.Limits{Max: 6})},
		{"1.7976931348623157e+308", sum(1e308)}, {`"x"`, sum(0.5)}, {"1.0", limited(sum(0.5), runtime.Limits{Max: 1})},
		{`"x"`, appendItems("x")}, {"{}", appendItems("x")}, {"[1 ] ", appendItems("x")}, {`["a]`, limited(union("x"), runtime.Limits{})},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 1})}, {`["a"]`, limited(appendItems("a"), runtime.Limits{Unique: true})},
		{"[5]", limited(appendItems(5.0), runtime.Limits{Unique: true})}, {`["a"]`, limited(union("b"), runtime.Limits{MinItems: 3})},
		{`{"x":1}`, union("x")}, {`"x"`, union("x")}, {"null", union("x", "y")}, {"[1e+30]", union(1)}, {"[1]", union(1e30)},
	}...)
}

// TestRandomMerges compares whatever the script carries out itself with
// runtime.Op.Apply.
func TestRandomMerges(t *testing.T) {
	r := newMergeRig(t)
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	merges.Random(t, r, rounds)
}
