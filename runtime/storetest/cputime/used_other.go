//go:build !unix

package cputime

import "time"

// Used is unknown.
func Used() (time.Duration, bool) { return 0, false }

func usedByAll() (time.Duration, bool) { return 0, false }
