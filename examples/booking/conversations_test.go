package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

func TestReadConversations(t *testing.T) {
	for name, c := range map[string]struct{ text, problem string }{
		"spoken":        {"- {user: ana, conversation: oslo, says: [Hello]}", ""},
		"restart":       {"- restart: true", ""},
		"empty file":    {"", ""},
		"nobody speaks": {"- {conversation: oslo, says: [Hello]}", "entry 1: user, conversation and says are needed"},
		"nothing said":  {"- {user: ana, conversation: oslo}", "entry 1: user, conversation and says are needed"},
		"busy restart":  {"- {restart: true, user: ana}", "entry 1: a restart stands alone, without user, conversation and says"},
		"two at once":   {"- restart: true\n- {}\n- {says: [x]}", "entry 2: user, conversation and says are needed\nentry 3: user, conversation and says are needed"},
		"unknown field": {"- {user: ana, conversation: oslo, say: [Hello]}", "yaml: unmarshal errors:\n  line 1: field say not found in type main.episode"},
		"not a list":    {"user: ana", "yaml: unmarshal errors:\n  line 1: cannot unmarshal !!map into []main.episode"},
		"not even YAML": {"- [", "yaml: line 1: did not find expected node content"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readConversations([]byte(c.text))
			if problem := errorText(err); problem != c.problem {
				t.Errorf("%s", diff.Diff("want", []byte(c.problem), "got", []byte(problem)))
			}
		})
	}
}
