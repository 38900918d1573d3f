package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp holds the help of each command to a screen of 40 lines and 80 columns, with two examples
// where there is more than one way to call it.
func TestHelp(t *testing.T) {
	without := map[string]bool{"stategen": true, "lsp": true, "version": true, "help": true}
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		if cmd.Name() == "completion" { // cobra's own
			return
		}
		var help bytes.Buffer
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(help.String()), "\n")
		if len(lines) > 40 {
			t.Errorf("%s: %d lines of help", cmd.CommandPath(), len(lines))
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		if n := strings.Count(cmd.Example, "\n") + 1; !without[cmd.Name()] && (n != 2 || cmd.Example == "") {
			t.Errorf("%s: want two examples:\n%s", cmd.CommandPath(), cmd.Example)
		}
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(newRoot(streams{}))
}
