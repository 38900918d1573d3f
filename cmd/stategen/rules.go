package main

import (
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// rules describes every kind of finding that any command prints.
func rules() diag.Rules { return append(schema.Rules(), check.Rules()...) }
