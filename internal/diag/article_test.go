package diag

import "testing"

func TestIndefinite(t *testing.T) {
	for name, want := range map[string]string{
		"int": "an int", "any": "an any", "enum": "an enum", "Error": "an Error", "io.Reader": "an io.Reader", "Order": "an Order",
		"string": "a string", "uint8": "a uint8", "uuid.UUID": "a uuid.UUID", "URL": "a URL", "[]int": "a []int", "*int": "a *int", "": "a ",
	} {
		if got := Indefinite(name); got != want {
			t.Errorf("Indefinite(%q) = %q, not %q", name, got, want)
		}
	}
}
