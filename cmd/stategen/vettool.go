package main

import (
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// isVetCall reports whether the go command calls this program as a vet tool:
// it asks for the version and the flags, then names a .cfg file per package.
func isVetCall(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// runVet serves one call of the go command and does not return.
func runVet() { unitchecker.Main(check.Analyzer) }
