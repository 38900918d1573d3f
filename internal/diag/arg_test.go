package diag

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestArgs holds that a finding keeps the arguments of its message that have names, that text shows them in quotes,
// and that data has them as they are.
func TestArgs(t *testing.T) {
	rule := Rule{ID: "unwritten-key", Severity: Warning}
	d := New(rule, Span{File: "a.yaml"}, "%s is read %d times, and %s is not its near %s", Key("user:\"x\""), 2, Name("n"), Key("user:y"))
	if want := `"user:\"x\"" is read 2 times, and "n" is not its near "user:y"`; d.Message != want {
		t.Errorf("the message is %s\nwant %s", d.Message, want)
	}
	if d.ID != rule.ID || d.Severity != Warning || d.Arg("key") != `user:"x"` || d.Arg("name") != "n" || d.Arg("other") != "" || len(d.Args) != 2 {
		t.Errorf("it is %+v", d)
	}
	var b bytes.Buffer
	if err := WriteJSON(&b, List{d}, nil); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Diagnostics []struct{ Args map[string]string }
	}
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if args := out.Diagnostics[0].Args; len(args) != 2 || args["key"] != `user:"x"` || args["name"] != "n" {
		t.Errorf("JSON has %v", args)
	}
}
