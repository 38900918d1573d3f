package project

import (
	"go/constant"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var DeltaValueMismatch = diag.Register(diag.OnGo, diag.Rule{
	ID:       "delta-value-mismatch",
	Severity: diag.Error,
	Summary:  "a value of a type other than the declared one is written to a state",
	Why: "The state takes any value, and the mistake shows only where the key is read: " +
		"the reader fails, or takes the value for missing.",
	Bad:  "st.Set(\"visits\", \"three\")\n",
	Good: "st.Set(\"visits\", 3)\n",
})

const setterHint = "use the generated setter, which takes the declared type only"

// mismatch is about a value that is written under a key.
func mismatch(at diag.Span, key *schema.Key, format string, args ...any) diag.Diagnostic {
	args = append([]any{diag.Key(key.Wire()), declaredType(key)}, args...)
	d := diag.New(DeltaValueMismatch, at, "%s is declared as %s, and "+format, args...)
	d.Hint, d.Related = setterHint, DeclaredHere(key)
	return d
}

// WrongValue is about a value of such a type, or with another hint than the setter.
func WrongValue(at diag.Span, key *schema.Key, typ, hint string) diag.Diagnostic {
	d := mismatch(at, key, "this is %s", diag.Indefinite(typ))
	if hint != "" {
		d.Hint = hint
	}
	return d
}

// WrongPart is about an element of a value.
func WrongPart(at diag.Span, key *schema.Key, typ string) diag.Diagnostic {
	return mismatch(at, key, "this part of it is %s", diag.Indefinite(typ))
}

// WrongText is about a text that is stored for something else, such as a time.
func WrongText(at diag.Span, key *schema.Key, text string, scalar *schema.Scalar) diag.Diagnostic {
	return mismatch(at, key, "%s is not %s", diag.Quote(text), scalar.Noun).
		WithHint("write one, such as %s, or use the generated setter", scalar.Example)
}

// NotWhole is about a number that is none, TooLarge about one beyond 64 bits.
func NotWhole(at diag.Span, key *schema.Key, number constant.Value) diag.Diagnostic {
	return mismatch(at, key, "%s is not a whole number", number)
}

func TooLarge(at diag.Span, key *schema.Key, number constant.Value) diag.Diagnostic {
	return mismatch(at, key, "%s is too large", number)
}

// RefusedValue is about a constant that generated code doesn't read.
func RefusedValue(at diag.Span, key *schema.Key) diag.Diagnostic {
	return mismatch(at, key, "its getter refuses this value")
}

// NoEnumValue is about a text that is none of an enum's values.
func NoEnumValue(at diag.Span, enum, text string, near []string) diag.Diagnostic {
	d := diag.New(DeltaValueMismatch, at, "%s is not a value of %s", diag.Name(text), enum)
	if len(near) == 0 {
		return d
	}
	quoted := make([]string, len(near))
	for i, word := range near {
		quoted[i] = diag.Quote(word)
	}
	return d.WithHint("did you mean %s?", strings.Join(quoted, " or "))
}
