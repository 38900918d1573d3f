package cache

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

type value struct {
	Texts map[string]Sum
}

var kept = value{map[string]Sum{"a\x00\xff": SumOf(nil)}}

// entryIn is one that holds a value.
func entryIn(folder string) Entry[value] {
	e := In[value](folder, []string{"place"}, []string{"condition"})
	e.Save(kept)
	return e
}

func holds(e Entry[value]) bool {
	v, ok := e.Load()
	return ok && maps.Equal(v.Texts, kept.Texts)
}

func TestEntry(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "of", "entries")
	if !holds(entryIn(folder)) {
		t.Fatal("the value is not there")
	}
	for what, e := range map[string]Entry[value]{
		"another place":      In[value](folder, []string{"other"}, []string{"condition"}),
		"a longer place":     In[value](folder, []string{"place", ""}, []string{"condition"}),
		"another condition":  In[value](folder, []string{"place"}, []string{"other"}),
		"one more condition": In[value](folder, []string{"place"}, []string{"condition", ""}),
		"no condition":       In[value](folder, []string{"place"}, nil),
		"another folder":     In[value](filepath.Dir(folder), []string{"place"}, []string{"condition"}),
		"no folder":          In[value]("", []string{"place"}, []string{"condition"}),
		"zero":               {},
	} {
		if v, ok := e.Load(); ok || v.Texts != nil {
			t.Errorf("%s has %v", what, v)
		}
	}
}

// TestEntriesShareAPlace holds that a value under other conditions replaces the
// one before: a new build of the program leaves no entries behind.
func TestEntriesShareAPlace(t *testing.T) {
	folder := t.TempDir()
	first := entryIn(folder)
	second := In[value](folder, []string{"place"}, []string{"other"})
	second.Save(kept)
	if holds(first) || !holds(second) {
		t.Error("the second value did not take the place of the first")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("there are %v, %v", files, err)
	}
}

// TestOfAnotherProgram holds that one build does not believe another.
func TestOfAnotherProgram(t *testing.T) {
	e := entryIn(t.TempDir())
	e.given = SumOfList("another", "condition")
	if holds(e) {
		t.Error("it is believed")
	}
}

func TestKeepsNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for what, folder := range map[string]string{"no folder": "", "a folder below a file": filepath.Join(file, "folder")} {
		if _, ok := entryIn(folder).Load(); ok {
			t.Errorf("%s has an entry", what)
		}
	}
	Entry[value]{}.Save(kept)
}

// TestTooLong holds that a value which is too long is not kept, and leaves the
// one before.
func TestTooLong(t *testing.T) {
	e := In[[]byte](t.TempDir(), nil, nil)
	e.Save([]byte("short"))
	e.Save(make([]byte, longest))
	if v, _ := e.Load(); string(v) != "short" {
		t.Errorf("%d bytes were kept", len(v))
	}
}

// TestDamaged holds that a damaged entry is none, wherever the damage is.
func TestDamaged(t *testing.T) {
	e := entryIn(t.TempDir())
	content, err := os.ReadFile(e.path)
	if err != nil {
		t.Fatal(err)
	}
	believed := func(text string) bool {
		write(t, e.path, text)
		_, ok := e.Load()
		return ok
	}
	for i := range content {
		flipped := bytes.Clone(content)
		flipped[i] ^= 0x41
		if believed(string(flipped)) {
			t.Fatalf("byte %d of %d may be changed", i, len(content))
		}
		if believed(string(content[:i])) {
			t.Fatalf("an entry may end after %d of %d bytes", i, len(content))
		}
	}
	if believed(string(content) + "\x00") {
		t.Error("an entry may be longer")
	}
	e.Save(kept)
	if !holds(e) {
		t.Error("the damaged entry was not replaced")
	}
}

// TestTogether saves and loads one entry from many sides: a reader sees a whole
// one.
func TestTogether(t *testing.T) {
	folder := t.TempDir()
	e := entryIn(folder)
	var together sync.WaitGroup
	for range 8 {
		together.Go(func() {
			for range 20 {
				e.Save(kept)
				if !holds(e) {
					t.Error("half an entry was seen")
				}
			}
		})
	}
	together.Wait()
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
