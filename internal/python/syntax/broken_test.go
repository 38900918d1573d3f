package syntax_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// TestIsBroken holds that files which Python reads are whole, whatever they have in brackets.
func TestIsBroken(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                   false,
		"f(a, b=lambda x, y=(1, 2): x[1:2])": false,
		"async def f(a: int = 1, *, b: dict[str, int]):\n    return {a: b}[a]\n": false,
		"def f[T](a: T): g(lambda: 0, (x := 1))\n":                               false,
		"f(\n    # a)\n    ':)', f'{a:>3} {b(c)}')\n":                            false,
		"f(a=1, Instruction: 'b')\n":                                             true,
		"f(a\n":                                                                  true,
		"f(a]\n":                                                                 true,
		"a)\n":                                                                   true,
		"x = lambda":                                                             false,
	} {
		if got := syntax.NewSource("a.py", text).IsBroken(); got != want {
			t.Errorf("%q is broken: %t", text, got)
		}
	}
}
