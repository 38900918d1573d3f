package cache

import (
	"path/filepath"
	"testing"
)

func TestSumOfList(t *testing.T) {
	seen := map[Sum][]string{}
	for _, list := range [][]string{
		nil, {""}, {"", ""}, {"ab"}, {"a", "b"}, {"a", "", "b"}, {"b", "a"}, {"1 a1 b"}, {"a1 b"}, {"a\x00b"},
	} {
		s := SumOfList(list...)
		if other, taken := seen[s]; taken {
			t.Errorf("%q and %q have one sum", list, other)
		}
		seen[s] = list
	}
}

func TestSumOfFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if s := SumOfFile(path); s != "" {
		t.Errorf("a file that is not there has the sum %x", s)
	}
	for _, text := range []string{"", "text"} {
		write(t, path, text)
		if got, want := SumOfFile(path), SumOf([]byte(text)); got != want || want == "" {
			t.Errorf("the sum of %q is %x, want %x", text, got, want)
		}
	}
}
