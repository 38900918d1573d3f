package lsp

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"
)

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(20) {
		b.WriteString([]string{"a", "é", "😀", "\n", "\r\n", "\r", "\xff", "{x}", "\u2028"}[r.IntN(9)])
	}
	return b.String()
}

// TestPositions holds that each beginning of a character has a position of its own that
// leads back, counted as the specification counts.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s := randomText(r)
		text := NewText([]byte(s))
		for offset := range s {
			if strings.HasSuffix(s[:offset], "\r") && s[offset] == '\n' {
				continue // inside of a line's end
			}
			p := text.Position(offset)
			if back := text.Offset(p); back != offset {
				t.Fatalf("%q: offset %d is %v, which is offset %d", s, offset, p, back)
			}
			lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s[:offset]), "\n")
			last := lines[len(lines)-1]
			if want := (Position{Line: uint32(len(lines) - 1), Character: uint32(len(utf16.Encode([]rune(last))))}); p != want {
				t.Fatalf("%q: offset %d is %v, not %v", s, offset, p, want)
			}
		}
	}
}

// TestOutOfRange holds that every position is one in the text.
func TestOutOfRange(t *testing.T) {
	text := NewText([]byte("\ufeffab\r\n😀\n"))
	for p, want := range map[Position]int{
		{}:                              3,
		{Character: 1 << 31}:            5,
		{Line: 1, Character: 1}:         7, // inside of a pair
		{Line: 1, Character: 2}:         11,
		{Line: 2}:                       12,
		{Line: 1<<32 - 1, Character: 5}: 12,
	} {
		if got := text.Offset(p); got != want {
			t.Errorf("%v: %d, not %d", p, got, want)
		}
	}
	if p := text.Position(-5); p != (Position{}) {
		t.Errorf("%v", p)
	}
}

// TestShift holds that a range which is found again has the same text, and that one beside
// the change is found.
func TestShift(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		before := randomText(r)
		at, end := r.IntN(len(before)+1), r.IntN(len(before)+1)
		at, end = min(at, end), max(at, end)
		after := before[:at] + randomText(r) + before[end:]
		d := NewDiff([]byte(before), []byte(after))
		start, stop := r.IntN(len(before)+1), r.IntN(len(before)+1)
		start, stop = min(start, stop), max(start, stop)
		newStart, newStop, ok := d.Shift(start, stop)
		if ok && before[start:stop] != after[newStart:newStop] {
			t.Fatalf("%q to %q: %d:%d becomes %d:%d", before, after, start, stop, newStart, newStop)
		}
		if !ok && before == after {
			t.Fatalf("%q: %d:%d is lost", before, start, stop)
		}
	}
	if start, _, ok := NewDiff([]byte("one {a} two {b}"), []byte("one {a} three two {b}")).Shift(13, 14); !ok || start != 19 {
		t.Errorf("%d, %v", start, ok)
	}
}

// TestURI holds that a path leads through its address back to itself.
func TestURI(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("other paths")
	}
	for _, path := range []string{"/a", "/a b/ü%20?#😀", "/c:/x", "/" + strings.Repeat("x/", 150) + "y", "/a\nb", "/a+b&c"} {
		if got, ok := PathOf(URI(path)); !ok || got != filepath.Clean(path) {
			t.Errorf("%q is %q, which is %q", path, URI(path), got)
		}
	}
	if path, ok := PathOf("file:///" + strings.Repeat("x/", 3000)); ok {
		t.Errorf("%.20s… is a file's path", path)
	}
	for uri, want := range map[string]string{"file:///c%3A/x": "/c:/x", "file://localhost/x": "/x", "file:///a/%2E%2e/b": "/b"} {
		if got, ok := PathOf(uri); !ok || got != want {
			t.Errorf("%s: %q", uri, got)
		}
	}
}
