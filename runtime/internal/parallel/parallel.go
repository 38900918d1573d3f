// Package parallel has what newer versions of Go than this module asks for
// bring for goroutines in tests.
package parallel

import "sync"

// Group is a sync.WaitGroup with the method Go, which that has since Go 1.25.
type Group struct{ sync.WaitGroup }

// Go runs f in a goroutine that Wait waits for.
func (g *Group) Go(f func()) {
	g.Add(1)
	go func() {
		defer g.Done()
		f()
	}()
}
