package rules_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/prompt/internal/golden"
)

func TestGolden(t *testing.T) { golden.Run(t, "testdata") }
