package workspace_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/workspace"
	"golang.org/x/tools/txtar"
)

// idle is a program and a library with functions that nothing calls, and with others that are
// called in ways that are hard to see.
const idle = `
-- go.mod --
module example.com/idle

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- bot/main.go --
package main

import (
	"example.com/idle/keep"
	"example.com/idle/shared"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

type limits struct{}

// set is called by nothing.
func (limits) set(st session.State) { _ = st.Set("limit", 3) }

// Load is called by nothing.
func (limits) Load(st session.State) { _ = st.Set("lonely", 3) }

type loader interface{ Fill(st session.State) }

type filler struct{}

func (filler) Fill(st session.State) { _ = st.Set("filled", true) }

func read(st session.State) {
	for _, key := range []string{"x"} {
		_ = key
	}
	_, _ = st.Get("limit")
	_, _ = st.Get("lonely")
	_, _ = st.Get("filled")
	_, _ = st.Get("platform")
	_, _ = st.Get("generic")
	_, _ = st.Get("elsewhere")
	_, _ = st.Get("script")
}

func generic[T any](st session.State, v T) { _ = st.Set("generic", v) }

func old(st session.State) any {
	v, _ := st.Get("last")
	return v
}

func older(st session.State) any { _ = keep.Seen; return old(st) }

func before(ctx agent.CallbackContext) {
	read(ctx.State())
	_ = ctx.State().Set("last", 1)
	_ = ctx.State().Set("seen", 1)
	_ = ctx.State().Set("turn", 1)
	generic(ctx.State(), 3)
	keep.Put(ctx.State())
	_ = shared.Unused
}

func main() {
	run(before)
	var l loader = filler{}
	_ = l
	_ = limits{}
}

func run(func(agent.CallbackContext)) {}

func orphan(st session.State) { _ = st.Set("orphan", "x") }

func onPlatform(st session.State) { _ = st.Set("platform", "x") }
-- bot/other.go --
//go:build plan9

package main

var _ = onPlatform
-- keep/keep.go --
package keep

import "google.golang.org/adk/v2/session"

func Put(st session.State) { _ = st.Set("put", 1) }

// Put is called, Seen and Turn are not, but by a test.
func Seen(st session.State) (any, any) {
	v, _ := st.Get("seen")
	w, _ := st.Get("put")
	return v, w
}

func Turn(st session.State) any {
	v, _ := st.Get("turn")
	return v
}
func InScript(st session.State) { _ = st.Set("script", 1) }
-- keep/script/seed.go --
//go:build ignore

package main

import "example.com/idle/keep"

func main() { keep.InScript(nil) }
-- shared/shared.go --
package shared

import "google.golang.org/adk/v2/session"

const Unused = 1

func Elsewhere(st session.State) { _ = st.Set("elsewhere", 1) }
-- tool/go.mod --
module example.com/tool

go 1.24

require (
	example.com/idle v0.0.0
	google.golang.org/adk/v2 v2.0.0
)

replace example.com/idle => ../

replace google.golang.org/adk/v2 => ../adk
-- tool/main.go --
package main

import (
	"example.com/idle/shared"
	"google.golang.org/adk/v2/session"
)

func main() {
	shared.Elsewhere(nil)
	_, _ = session.State(nil).Get("elsewhere")
}
-- keep/keep_test.go --
package keep

var _ = Turn
-- offered/offered.go --
package offered

import "google.golang.org/adk/v2/session"

func Put(st session.State) { _ = st.Set("offer", 1) }

func Get(st session.State) { _, _ = st.Get("offer") }
-- offered/examples/show/main.go --
package main

import (
	"example.com/idle/offered"
	"google.golang.org/adk/v2/session"
)

func main() { offered.Put(session.State(nil)) }
`

// TestAuditOfUncalledFunctions holds that functions which is never called outside of tests neither read nor set a
// key, and that no function counts for one of them that may be called.
func TestAuditOfUncalledFunctions(t *testing.T) {
	unpack(t, txtar.Parse([]byte(idle)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range r.Findings {
		got = append(got, string(d.ID)+": "+d.Message)
		if strings.HasSuffix(d.Hint, "; it is in orphan, which is never called outside of tests") {
			got[len(got)-1] += ", and nothing calls it"
		}
	}
	want := []string{
		`unwritten-key: "limit" is read, but only limits.set sets it, which is never called outside of tests`,
		`unwritten-key: "lonely" is read, but only limits.Load sets it, which is never called outside of tests`,
		`unread-key: "last" is set, but only old reads it, which is never called outside of tests`,
		`unread-key: "turn" is set, but only Turn reads it, which is never called outside of tests`,
		`unread-key: "orphan" is set, but nothing reads it, and nothing calls it`,
		`unread-key: "put" and "seen" are set, but only Seen reads them, which is never called outside of tests`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
