//go:build unix

package postgres

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

func sum(n any) runtime.Op                { return runtime.Op{Kind: runtime.OpSum, Operand: n} }
func least(n any) runtime.Op              { return runtime.Op{Kind: runtime.OpMin, Operand: n} }
func greatest(n any) runtime.Op           { return runtime.Op{Kind: runtime.OpMax, Operand: n} }
func appendItems(items ...any) runtime.Op { return runtime.Op{Kind: runtime.OpAppend, Operand: items} }
func union(items ...any) runtime.Op       { return runtime.Op{Kind: runtime.OpUnion, Operand: items} }

func limited(op runtime.Op, l runtime.Limits) runtime.Op {
	op.Limits = l
	return op
}

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

// put stores text under the key, as another program may; "" removes the key.
func (r *mergeRig) put(text string) {
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

// direct merges in one statement; false if the database refused.
func (r *mergeRig) direct(op runtime.Op) (any, bool) {
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

// stored returns what the key holds; nil if it isn't set.
func (r *mergeRig) stored() any {
	r.Helper()
	l, err := r.st.Load(r.Context(), store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"}, store.EventQuery{None: true})
	if err != nil {
		r.Fatal(err)
	}
	v, _ := l.State[runtime.ScopeSession].Get("k")
	return v
}

func decode(t *testing.T, text string) any {
	t.Helper()
	if text == "" {
		return nil
	}
	v, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDirectMerges holds that the database itself carries out the usual
// merges, and to the same result as runtime.Op.Apply.
func TestDirectMerges(t *testing.T) {
	for _, settings := range []string{"", "plan_cache_mode=force_generic_plan", "default_query_exec_mode=exec"} {
		r := newMergeRig(t, settings)
		for _, test := range []struct {
			current string
			op      runtime.Op
		}{
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
			{`["a"]`, limited(appendItems("x"), runtime.Limits{MinItems: 2, MaxItems: 3, Unique: true})},
			{"", union("x")}, {"[]", union("x")}, {`["x"]`, union("x")}, {`["a"]`, union("x")},
			{`["[\"x\"]",["x"],{"x":"x"}]`, union("x")}, {`["a","x,y"]`, union(",")}, {`["a\"b"]`, union(`a"b`)},
			{`["b","a"]`, union("a", "c", "b", "c", "d")}, {"[]", union("a", "a")}, {`["a","a"]`, union("a", "b")},
			{`["a"]`, limited(union("a", "b"), runtime.Limits{MaxItems: 2, Unique: true})},
			{"[1,2.5,true,null]", union("1")},
		} {
			r.put(test.current)
			want, err := test.op.Apply(decode(t, test.current))
			if err != nil {
				t.Fatalf("%s on %s: %v", test.op, test.current, err)
			}
			got, ok := r.direct(test.op)
			if !ok {
				t.Errorf("%s on %s: the database refused", test.op, test.current)
			} else if stored := r.stored(); !same(got, want) || !same(stored, want) {
				t.Errorf("%s on %s: answered %#v, stored %#v, want %#v", test.op, test.current, got, stored, want)
			}
		}
	}
}

// same also tells 0 from -0.
func same(a, b any) bool {
	x, okX := a.(float64)
	y, okY := b.(float64)
	return reflect.DeepEqual(a, b) && (!okX || !okY || math.Signbit(x) == math.Signbit(y))
}

// TestRefusedMerges holds that the database leaves to Go what it can't do
// exactly, and that an append then gives what runtime.Op.Apply gives.
func TestRefusedMerges(t *testing.T) {
	r := newMergeRig(t, "")
	for _, test := range []struct {
		current string
		op      runtime.Op
	}{
		{"9007199254740991", sum(1)}, {`"9223372036854775806"`, sum(1)}, {`"9223372036854775807"`, sum(1)},
		{"5.0", sum(1)}, {"5.5", sum(1)}, {`"x"`, sum(1)}, {"[]", sum(1)}, {"true", sum(1)}, {"1", sum("9007199254740993")},
		{"9007199254740990", sum(math.MaxInt)}, {"6", limited(sum(1), runtime.Limits{Max: 6})}, {"", limited(sum(7), runtime.Limits{Max: 6})},
		{"1.7976931348623157e+308", sum(1e308)}, {`"x"`, sum(0.5)}, {"1.0", limited(sum(0.5), runtime.Limits{Max: 1})},
		{`"x"`, appendItems("x")}, {"{}", appendItems("x")}, {"[ ]", appendItems("x")}, {"[1 ] ", appendItems("x")}, {`["a"]`, appendItems()},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 1})}, {`["a"]`, limited(appendItems("a"), runtime.Limits{Unique: true})},
		{"[5]", limited(appendItems(5.0), runtime.Limits{Unique: true})}, {"[5]", union(5.0)}, {"[5]", union(6)},
		{`{"x":1}`, union("x")}, {`"x"`, union("x")}, {"[ ]", union("x", "y")}, {"null", union("x", "y")},
	} {
		r.put(test.current)
		if got, ok := r.direct(test.op); ok {
			t.Errorf("%s on %s: the database answered %#v", test.op, test.current, got)
		}
		want, wantErr := test.op.Apply(decode(t, test.current))
		err := r.svc.AppendEvent(t.Context(), r.session, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"k": test.op}}})
		if (err == nil) != (wantErr == nil) || errors.Is(err, runtime.ErrLimit) != errors.Is(wantErr, runtime.ErrLimit) {
			t.Errorf("%s on %s: got error %v, want %v", test.op, test.current, err, wantErr)
		}
		if wantErr != nil {
			want = decode(t, test.current)
		}
		if got := r.stored(); !same(got, want) {
			t.Errorf("%s on %s: stored %#v, want %#v", test.op, test.current, got, want)
		}
	}
}

// TestRandomMerges compares whatever the database carries out itself with
// runtime.Op.Apply.
func TestRandomMerges(t *testing.T) {
	r := newMergeRig(t, "")
	random := rand.New(rand.NewPCG(1, 2))
	settled, rounds := 0, 1500
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		current, op := randomValue(random), randomOp(random)
		text := ""
		if current != nil {
			encoded, err := runtime.EncodeValue(current)
			if err != nil {
				t.Fatal(err)
			}
			text = string(encoded)
		}
		r.put(text)
		got, ok := r.direct(op)
		if !ok {
			continue
		}
		settled++
		want, err := op.Apply(current)
		if err != nil || !same(got, want) {
			t.Fatalf("%s with limits %+v on %s:\n got %#v\nwant %#v, error %v", op, op.Limits, text, got, want, err)
		}
	}
	if settled < rounds/5 {
		t.Errorf("the database settled only %d of %d merges", settled, rounds)
	}
}

func randomValue(r *rand.Rand) any {
	switch r.IntN(8) {
	case 0:
		return nil
	case 1, 2:
		return randomNumber(r)
	case 3:
		return "text"
	default:
		return randomList(r)
	}
}

func randomNumber(r *rand.Rand) any {
	switch r.IntN(4) {
	case 0:
		return r.IntN(20) - 10
	case 1:
		return int(r.Uint64()) >> r.IntN(64)
	case 2:
		return float64(r.IntN(20)-10) / 4
	default:
		return r.NormFloat64() * math.Pow(10, float64(r.IntN(600)-300))
	}
}

func randomList(r *rand.Rand) []any {
	choices := []any{"a", "b", "c", `"`, ",", "]", "[", "", "ü", 1, 1.0, 2.5, true, nil, []any{"a"}, map[string]any{"a": "b"}}
	list := make([]any, r.IntN(5))
	for i := range list {
		list[i] = choices[r.IntN(len(choices)-r.IntN(9))]
	}
	return list
}

func randomOp(r *rand.Rand) runtime.Op {
	op := runtime.Op{Kind: runtime.OpKind(1 + r.IntN(5))}
	if op.Kind == runtime.OpAppend || op.Kind == runtime.OpUnion {
		op.Operand = randomList(r)
		op.Limits = runtime.Limits{MinItems: max(r.IntN(6)-3, 0), MaxItems: max(r.IntN(12)-4, 0), Unique: r.IntN(3) == 0}
		return op
	}
	op.Operand = randomNumber(r)
	if r.IntN(3) == 0 {
		op.Limits.Min = randomNumber(r)
	}
	if r.IntN(3) == 0 {
		op.Limits.Max = randomNumber(r)
	}
	return op
}

// TestStoredTextIsJSON holds that what the database computes can be read by
// other programs.
func TestStoredTextIsJSON(t *testing.T) {
	r := newMergeRig(t, "")
	for _, op := range []runtime.Op{sum(1), sum(0.5), appendItems("a"), union("a"), union("a", "b")} {
		r.put("")
		for range 3 {
			if _, ok := r.direct(op); !ok {
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
