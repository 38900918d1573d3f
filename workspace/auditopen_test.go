package workspace_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// helped are programs that use state through functions of their own, with the bugs that
// comments announce.
const helped = `
-- go.mod --
module example.com/helped

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- getter/main.go --
package main

import (
	"example.com/helped/keep"
	"google.golang.org/adk/v2/session"
)

func text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func use(st session.State) {
	_ = text(st, "Memories") + keep.Text(st, "place")
	_ = st.Set("Memories", "all")
	_ = st.Set("memories", "") // error look-alike-keys
	_ = st.Set("lonely", 1) // warning unread-key
	_, _ = st.Get("nothing") // warning unwritten-key
}

func each(st session.State, id string) {
	_ = st.Set("summary:"+id, "short")
	_, _ = st.Get("summary:" + id)
	_ = st.Set("tokens:"+id, 3)
	_, _ = st.Get("tokens:1")
	_ = st.Set("summed_at:"+id, 7) // warning unread-key
}

func main() {}
-- keep/keep.go --
package keep

import "google.golang.org/adk/v2/session"

func Text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func Put(st session.State, key string) { _ = st.Set("place", key) }
-- taken/main.go --
package main

import "google.golang.org/adk/v2/session"

func text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func with(get func(session.State, string) string, st session.State, key string) { _ = get(st, key) }

func use(st session.State, key string) {
	with(text, st, key)
	_ = st.Set("lonely", 1)
}

func main() {}
-- method/main.go --
package main

import "google.golang.org/adk/v2/session"

type texts interface {
	text(key string) string
}

type state struct{ session.State }

func (s state) text(key string) string {
	v, _ := s.Get(key)
	t, _ := v.(string)
	return t
}

func use(t texts, st session.State, key string) {
	_ = t.text(key) + state{st}.text("place")
	_ = st.Set("place", "Bern")
	_ = st.Set("lonely", 1)
}

func main() {}
-- within/main.go --
package main

import (
	"fmt"
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
)

var agents = []llmagent.Config{
	{Instruction: fmt.Sprintf("Answer in %s.", os.Getenv("LANG")), OutputKey: "answer"}, // warning unread-output-key
}

func main() {}
-- ranged/main.go --
package main

import "google.golang.org/adk/v2/session"

func save(st session.State, updates map[string]any) {
	for key, value := range updates {
		_ = st.Set(key, value)
	}
}

func saveAll(st session.State, clean string) {
	updates := map[string]any{"enhanced_image_url": "Bern"}
	if clean != "" {
		updates["clean_enhanced_image_url"] = clean
	}
	save(st, updates)
	_, _ = st.Get("enhanced_image_url")
	_, _ = st.Get("clean_enhanced_image_url")
}

func main() {}
-- dotted/main.go --
package main

import "google.golang.org/adk/v2/agent/llmagent"

var agents = []llmagent.Config{
	{Instruction: "Write.", OutputKey: "draft"},
	{Instruction: "Judge {state.draft}."}, // error malformed-placeholder
}

func main() {}
-- braces/main.go --
package main

import (
	"fmt"
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
)

var agents = []llmagent.Config{
	{Instruction: fmt.Sprintf("Judge {%s}.", os.Getenv("KEY")), OutputKey: "judgment"},
	{Instruction: os.Getenv("INSTRUCTION"), OutputKey: "story"},
}

func main() {}
`

// helpedLibrary reads any key for other modules.
const helpedLibrary = `
-- go.mod --
module example.com/helped

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- library/library.go --
package library

import "google.golang.org/adk/v2/session"

func Text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func Put(st session.State) {
	_ = st.Set("any", "Bern")
	_ = Text(st, "place") // warning unwritten-key
}
`

// TestAuditOfHelpers holds that a function which reads the key that it is given reads no
// more than its callers give it, if all of these are known, and that an instruction in
// which something is put is likely not to read a key.
func TestAuditOfHelpers(t *testing.T) {
	for name, text := range map[string]string{"programs": helped, "library": helpedLibrary} {
		t.Run(name, func(t *testing.T) {
			a := txtar.Parse([]byte(text))
			want := plantedIn(a)
			unpack(t, a)
			got := audited(t)
			if !slices.Equal(got, want) {
				t.Errorf("found:\n%q\nwant:\n%q", got, want)
			}
		})
	}
}
