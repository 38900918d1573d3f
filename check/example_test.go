package check_test

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/seed92179c4c/stategen/check"
)

// A vet tool of one's own, with this analyzer alone.
func ExampleNew() {
	singlechecker.Main(check.New(check.Options{Schema: "stategen.yaml", Warnings: true}))
}
