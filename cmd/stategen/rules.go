package main

import (
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema"
)

// rules describes every kind of finding that any command prints.
func rules() diag.Rules { return slices.Concat(schema.Rules(), generator.Rules(), check.Rules()) }
