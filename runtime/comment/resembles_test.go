package comment

import (
	"strings"
	"testing"
)

func TestResembles(t *testing.T) {
	dense := strings.Repeat(`"a": 1, `, 1000)
	for text, want := range map[string]bool{
		"":                   false,
		"stategen":           false,
		"Stategen: the tool": true,
		"STATEGEN\t:ignore":  true,
		"stategen" + strings.Repeat(" ", 100) + ":text": true,
		"stategen is good: try":                         false,
		dense:                                           false,
		dense + "stategen:ignore":                       true,
	} {
		if got := Resembles(text); got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}
