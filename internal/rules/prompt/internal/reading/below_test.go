package reading_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
)

// TestBelowWrites holds that keys are to be written, rather than read, in lists below lines that say so.
func TestBelowWrites(t *testing.T) {
	for line, want := range map[string]int{
		"Store results in:": 0,
		"**Save under:**":   0,
		"Write to:":         0,
		"Then save your findings under the following keys:": 0,
		"Update these session state keys:":                  0,
		"3. Storing the verdict in session state:":          0,
		"Use these:":                                         3,
		"Write a report based on the values in:":             3,
		"Write the answer according to:":                     3,
		"Save time. Read:":                                   3,
		"Update the plan with what is from the state under:": 3,
		"Store results in the database.":                     3,
	} {
		text := "Do it.\n" + line + "\n- state['a'] first\n\n  * `session.state['b']`\n- 'c' in the session state\n"
		if got := reading.Read(text); len(got) != want {
			t.Errorf("%s: found %v", line, got)
		}
	}
	if got := reading.Read("Store results in:\n- state['a']\nUse\n- state['b']\nor state['c']"); len(got) != 2 {
		t.Errorf("found %v", got)
	}
}
