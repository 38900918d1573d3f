package statelint

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"golang.org/x/tools/txtar"
)

// ungoverned is a module without a schema, in which a key must be followed to be found.
const ungoverned = `
-- go.mod --
module example.com/raw

go 1.26

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- raw.go --
package raw

import "google.golang.org/adk/v2/session"

func Begin() session.CreateRequest {
	state := map[string]any{}
	state["city"] = "Bath"
	return session.CreateRequest{State: state}
}
-- adk/go.mod --
module google.golang.org/adk/v2

go 1.26
-- adk/session/session.go --
package session

type CreateRequest struct{ State map[string]any }
`

// TestUngovernedIsCached holds that a second check says the same of packages without a schema, and
// reads none.
func TestUngovernedIsCached(t *testing.T) {
	m := scriptModule(t, txtar.Parse([]byte(ungoverned)))
	o := m.options
	o.Cache = t.TempDir()
	first := m.checked(o)
	if len(first.Ungoverned) != 1 {
		t.Errorf("ungoverned are %v", first.Ungoverned)
	}
	m.same("the second check", m.checked(o), first)
	list, err := golist.List(m.patterns, o.goCommand())
	if err != nil {
		t.Fatal(err)
	}
	l := newLinter(o.Options)
	l.projects = true
	c, err := l.newCheckup(list, o)
	if err != nil {
		t.Fatal(err)
	}
	if needed := c.needed(); len(needed) > 0 {
		t.Errorf("the second check reads %v", needed)
	}
}
