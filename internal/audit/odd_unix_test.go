//go:build unix

package audit_test

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestUnreadable holds that an audit ends, and says what it left out, where files are
// pipes, devices, links, huge, or no text; and that it names Go code without a go.mod.
func TestUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"bot.go": "package bot\n", "bytes.py": "\xff", "long.py": strings.Repeat("x = [", 1<<20),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, make := range map[string]func(string) error{
		"pipe.py":  func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"pipe.yml": func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"zero.py":  func(name string) error { return os.Symlink("/dev/zero", name) },
		"one.py":   func(name string) error { return os.Symlink("two.py", name) },
		"two.py":   func(name string) error { return os.Symlink("one.py", name) },
		"huge.py": func(name string) error {
			f, err := os.Create(name)
			if err != nil {
				return err
			}
			if err := f.Truncate(1 << 40); err != nil {
				return err
			}
			return f.Close()
		},
	} {
		if err := make(name); err != nil {
			t.Fatal(err)
		}
	}
	r, err := audit(".")()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bytes.py", "pipe.py", "pipe.yml", "zero.py", "one.py", "two.py", "huge.py", "the Go code in . has no go.mod"} {
		if !slices.ContainsFunc(r.Problems, func(p string) bool {
			return strings.HasPrefix(p, name+" was not audited") || strings.HasPrefix(p, name+",")
		}) {
			t.Errorf("not a word of %s in %q", name, r.Problems)
		}
	}

	if err := os.WriteFile("go.mod", []byte("module example.com/bot\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("bot.go"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("bot.go", 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err = audit(".")(); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Problems, func(p string) bool { return strings.Contains(p, "it is a named pipe") }) {
		t.Errorf("not a word of the pipe in %q", r.Problems)
	}
}
