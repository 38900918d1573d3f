//go:build unix

package redis

import (
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

// put stores text under the key, as another program may; "" removes the key.
func (r *mergeRig) put(text string) {
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

// direct merges in one script; false if that has refused.
func (r *mergeRig) direct(op runtime.Op) (any, bool) {
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

// stored returns what the key holds; nil if it isn't set.
func (r *mergeRig) stored() any {
	r.Helper()
	l, err := r.st.Load(r.Context(), r.key, store.EventQuery{None: true})
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

// same also tells 0 from -0.
func same(a, b any) bool {
	x, okX := a.(float64)
	y, okY := b.(float64)
	return reflect.DeepEqual(a, b) && (!okX || !okY || math.Signbit(x) == math.Signbit(y))
}

// TestDirectMerges holds that the script itself carries out the usual merges, limits
// included, and to the same result as runtime.Op.Apply.
func TestDirectMerges(t *testing.T) {
	r := newMergeRig(t)
	for _, test := range []struct {
		current string
		op      runtime.Op
	}{
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
	} {
		r.put(test.current)
		want, err := test.op.Apply(decode(t, test.current))
		if err != nil {
			t.Fatalf("%s on %s: %v", test.op, test.current, err)
		}
		got, ok := r.direct(test.op)
		if !ok {
			t.Errorf("%s on %s: the script refused", test.op, test.current)
		} else if stored := r.stored(); !same(got, want) || !same(stored, want) {
			t.Errorf("%s on %s: answered %#v, stored %#v, want %#v", test.op, test.current, got, stored, want)
		}
	}
}

// TestRefusedMerges holds that the script leaves to Go what it can't do exactly, and that
// an append then gives what runtime.Op.Apply gives.
func TestRefusedMerges(t *testing.T) {
	r := newMergeRig(t)
	for _, test := range []struct {
		current string
		op      runtime.Op
	}{
		{"9007199254740991", sum(1)}, {`"9223372036854775806"`, sum(1)}, {`"9223372036854775807"`, sum(1)}, {"-9007199254740991", sum(-9007199254740991)},
		{"5.0", sum(1)}, {"5.5", sum(1)}, {`"x"`, sum(1)}, {"[]", sum(1)}, {"true", sum(1)}, {"1", sum("9007199254740993")},
		{"9007199254740990", sum(math.MaxInt)}, {"6", limited(sum(1), runtime.Limits{Max: 6})}, {"", limited(sum(7), runtime.Limits{Max: 6})},
		{"1.7976931348623157e+308", sum(1e308)}, {`"x"`, sum(0.5)}, {"1.0", limited(sum(0.5), runtime.Limits{Max: 1})},
		{`"x"`, appendItems("x")}, {"{}", appendItems("x")}, {"[1 ] ", appendItems("x")}, {`["a]`, limited(union("x"), runtime.Limits{})},
		{`["a"]`, limited(appendItems("x"), runtime.Limits{MaxItems: 1})}, {`["a"]`, limited(appendItems("a"), runtime.Limits{Unique: true})},
		{"[5]", limited(appendItems(5.0), runtime.Limits{Unique: true})}, {`["a"]`, limited(union("b"), runtime.Limits{MinItems: 3})},
		{`{"x":1}`, union("x")}, {`"x"`, union("x")}, {"null", union("x", "y")}, {"[1e+30]", union(1)}, {"[1]", union(1e30)},
	} {
		r.put(test.current)
		if got, ok := r.direct(test.op); ok {
			t.Errorf("%s on %s: the script answered %#v", test.op, test.current, got)
		}
		before := r.stored()
		want, wantErr := test.op.Apply(before)
		if _, damaged := before.(*runtime.DamagedError); damaged {
			wantErr = before.(error)
		}
		err := r.svc.AppendEvent(t.Context(), r.session, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"k": test.op}}})
		if (err == nil) != (wantErr == nil) || errors.Is(err, runtime.ErrLimit) != errors.Is(wantErr, runtime.ErrLimit) {
			t.Errorf("%s on %s: got error %v, want %v", test.op, test.current, err, wantErr)
		}
		if wantErr != nil {
			want = before
		}
		if got := r.stored(); !same(got, want) {
			t.Errorf("%s on %s: stored %#v, want %#v", test.op, test.current, got, want)
		}
	}
}

// TestRandomMerges compares whatever the script carries out itself with
// runtime.Op.Apply.
func TestRandomMerges(t *testing.T) {
	r := newMergeRig(t)
	random := rand.New(rand.NewPCG(1, 2))
	settled, rounds := 0, 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		current, op := randomValue(random, 2), randomOp(random)
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
		if stored := r.stored(); err != nil || !same(got, want) || !same(stored, want) {
			t.Fatalf("%s on %s: answered %#v, stored %#v; want %#v, error %v", op, text, got, stored, want, err)
		}
	}
	if settled < rounds/5 {
		t.Errorf("only %d of %d merges were settled by the script", settled, rounds)
	}
}

var numbers = []any{
	0, 1, -1, 5, 2.5, 5.0, -0.25, 0.1, 1e-7, 1e21, 1e300, 123456789.125, math.Copysign(0, -1),
	runtime.MaxExactInt, -runtime.MaxExactInt, runtime.MaxExactInt - 1, math.MaxFloat64, 9007199254740993.0,
}

func randomValue(random *rand.Rand, depth int) any {
	switch random.IntN(6) {
	case 0:
		return nil
	case 1, 2:
		return numbers[random.IntN(len(numbers))]
	case 3:
		return []any{"", "a", `a"`, `\`, "[", "],", "{}", "ü", "1", "\u2028"}[random.IntN(10)]
	default:
		if depth == 0 {
			return map[string]any{"a": 1.0, `]"`: "x"}
		}
		return randomList(random, depth-1)
	}
}

func randomList(random *rand.Rand, depth int) []any {
	list := []any{}
	for range random.IntN(5) {
		list = append(list, randomValue(random, depth))
	}
	return list
}

func randomOp(random *rand.Rand) runtime.Op {
	op := runtime.Op{Kind: runtime.OpSum + runtime.OpKind(random.IntN(5))}
	if op.Kind == runtime.OpAppend || op.Kind == runtime.OpUnion {
		op.Operand = randomList(random, 1)
		if random.IntN(2) == 0 {
			op.Limits = runtime.Limits{MinItems: random.IntN(3), MaxItems: random.IntN(7), Unique: random.IntN(2) == 0}
		}
		return op
	}
	op.Operand = numbers[random.IntN(len(numbers))]
	if random.IntN(3) == 0 {
		op.Limits = runtime.Limits{Min: numbers[random.IntN(5)], Max: numbers[random.IntN(len(numbers))]}
	}
	return op
}
