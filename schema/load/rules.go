package load

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

// Rules describes every kind of finding that Schema reports.
func Rules() diag.Rules { return rules.All() }
