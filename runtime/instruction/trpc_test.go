package instruction

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// The reference states the rule of tRPC-Agent-Go a second time, as regular
// expressions that are tried at each brace.
var (
	trpcDoubled = regexp.MustCompile(`^(?s:\{\{(.*?)\}\})`)
	trpcSingle  = regexp.MustCompile(`^(?s:\{([^{}].*?|)\})`)
	trpcName    = regexp.MustCompile(`^(artifact\.[^\s\p{Z}\x{85}{}'"` + "`" + `?]*|(?:(?:app|user|temp|invocation|runtime):)?[A-Za-z_][A-Za-z0-9_]*)(\??)$`)
)

func trpcReference(text string) []adkLookup {
	var found []adkLookup
	for i := 0; i < len(text); {
		m, inner := trpcDoubled.FindStringSubmatch(text[i:]), ""
		switch {
		case m != nil:
			inner = strings.TrimSpace(m[1])
		case strings.HasPrefix(text[i:], "{{"):
			i++
			continue
		default:
			if m = trpcSingle.FindStringSubmatch(text[i:]); m == nil {
				i++
				continue
			}
			inner = m[1]
		}
		if name := trpcName.FindStringSubmatch(inner); name != nil {
			file, artifact := strings.CutPrefix(name[1], "artifact.")
			found = append(found, adkLookup{i, i + len(m[0]), file, artifact, name[2] != ""})
		}
		i += len(m[0])
	}
	return found
}

func trpcScanned(text string) []adkLookup {
	var found []adkLookup
	for tok := range Tokens(text, Grammar{Dialect: TRPC, Brace: true, Raw: true}) {
		if tok.Kind == Key || tok.Kind == Artifact {
			found = append(found, adkLookup{tok.Start, tok.End, tok.Name(text), tok.Kind == Artifact, tok.Optional})
		}
	}
	return found
}

func FuzzTRPCRule(f *testing.F) {
	for _, text := range []string{
		"{a}", "{{a}}", "{{{a}}}", "{{ a? }}", "{ a }", `{"a": {b}}`, "{{a}", "{a}}", "{{a} }}", "{{{{a}", "{é}", "{artifact.}",
		"{artifact.user:x.txt?}", "{invocation:x}", "{runtime:x?}", "{user:a:b}", "{{\u2003a\u00a0}}", "{a\xff}", "{artifact.a\xff}", "{{}}", "{}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if want, got := trpcReference(text), trpcScanned(text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %+v\nwant %+v", text, got, want)
		}
	})
}

func TestInjectTRPC(t *testing.T) {
	state := runtime.MapState{"a": "VA", "artifact.menu": "stored by hand", "n": nil}
	never := func(string) (string, error) { panic("tRPC-Agent-Go loads no artifacts") }
	for text, want := range map[string]string{
		"{a} {missing} {{missing?}}!":             "VA {missing} !",
		"{artifact.menu} {artifact.x}":            "stored by hand {artifact.x}",
		"[{n}]":                                   "[]",
		"{b} <a> <!-- stategen:text {a} --> {a}.": "{b} <a> {a}.",
	} {
		got, err := Inject(text, state, Options{Grammar: Grammar{Dialect: TRPC, Brace: true}, Artifact: never})
		if err != nil || got != want {
			t.Errorf("%s\n got %q %v\nwant %q", text, got, err, want)
		}
	}
}

func TestHasKey(t *testing.T) {
	for key, has := range map[string]bool{"a": true, "user:a_1": true, "größe": false, "1a": false, "invocation:x": false, "x:y": false, "": false} {
		if got := TRPC.HasKey(key); got != has {
			t.Errorf("%q: %v", key, got)
		}
	}
	if !ADK.HasKey("größe") {
		t.Error("ADK reads names that are not ASCII")
	}
}
