package reading_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
)

// TestMentions holds that the word is found wherever it stands in a text and whatever is before it,
// and nothing else is.
func TestMentions(t *testing.T) {
	for _, before := range []string{"", "s", "st", "sta", "stat", "“", "態", "\x00", "\xff", "S", "`"} {
		for n := range 80 {
			text := strings.Repeat("x", n) + before
			for _, behind := range []string{"", "s", "['x']" + strings.Repeat("y", 40)} {
				if !reading.Mentions(text + "state" + behind) {
					t.Errorf("not found behind %q", text)
				}
				if reading.Mentions(text + "stat\xe5" + behind) {
					t.Errorf("found behind %q", text)
				}
			}
		}
	}
}
