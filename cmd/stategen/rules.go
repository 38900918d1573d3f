package main

import (
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
)

// rules describes every kind of finding that any command prints.
func rules() diag.Rules { return check.Rules() }
