package merges

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// Random compares whatever the database carries out itself, of so many random merges, with
// runtime.Op.Apply, and holds that this is not too little.
func Random(t *testing.T, r Rig, rounds int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	settled := 0
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
		r.Put(text)
		got, ok := r.Direct(op)
		if !ok {
			continue
		}
		settled++
		want, err := op.Apply(current)
		if stored := r.Stored(); err != nil || !same(got, want) || !same(stored, want) {
			t.Fatalf("%s with limits %+v on %s: answered %#v, stored %#v; want %#v, error %v", op, op.Limits, text, got, stored, want, err)
		}
	}
	if settled < rounds/5 {
		t.Errorf("the database settled only %d of %d merges", settled, rounds)
	}
}

var (
	texts   = []any{"", "a", "b", `a"`, `\`, ",", "[", "],", "{}", "ü", "1", "\u2028"}
	numbers = []any{
		0, 1, -1, 5, 2.5, 5.0, -0.25, 0.1, 1e-7, 1e21, 1e300, 123456789.125, math.Copysign(0, -1),
		runtime.EncodeInt(runtime.MaxExactInt), runtime.EncodeInt(-runtime.MaxExactInt), runtime.EncodeInt(runtime.MaxExactInt - 1), math.MaxFloat64, 9007199254740993.0,
	}
)

func randomValue(r *rand.Rand, depth int) any {
	switch r.IntN(8) {
	case 0:
		return nil
	case 1, 2, 3:
		return randomNumber(r)
	case 4:
		return texts[r.IntN(len(texts))]
	}
	if depth == 0 {
		return []any{true, map[string]any{"a": 1.0, `]"`: "x"}}[r.IntN(2)]
	}
	return randomList(r, depth-1)
}

func randomNumber(r *rand.Rand) any {
	switch r.IntN(6) {
	case 0:
		return r.IntN(20) - 10
	case 1:
		return int(r.Uint64()) >> r.IntN(64)
	case 2:
		return float64(r.IntN(20)-10) / 4
	case 3:
		return r.NormFloat64() * math.Pow(10, float64(r.IntN(600)-300))
	}
	return numbers[r.IntN(len(numbers))]
}

func randomList(r *rand.Rand, depth int) []any {
	list := make([]any, r.IntN(5))
	for i := range list {
		list[i] = randomValue(r, depth)
	}
	return list
}

func randomOp(r *rand.Rand) runtime.Op {
	op := runtime.Op{Kind: runtime.OpSum + runtime.OpKind(r.IntN(5))}
	if op.Kind == runtime.OpAppend || op.Kind == runtime.OpUnion {
		op.Operand = randomList(r, 1)
		if r.IntN(2) == 0 {
			op.Limits = runtime.Limits{MinItems: r.IntN(3), MaxItems: r.IntN(7), Unique: r.IntN(2) == 0}
		}
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
