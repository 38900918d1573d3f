package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const ours = "github.com/seed92179c4c/stategen"

// TestNewcomer follows docs/start.md to the letter, in an empty
// folder beside a clone, and once more with everything published. The clone is
// this one, so that what other builds have compiled need not be compiled again.
func TestNewcomer(t *testing.T) {
	start := startSteps(t)
	folder, bin := t.TempDir(), t.TempDir()
	root, err := filepath.Abs("../..")
	if err == nil {
		err = os.Symlink(root, filepath.Join(folder, "stategen"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Run("beside a clone", func(t *testing.T) {
		n := newNewcomer(t, filepath.Join(folder, "hello"), bin)
		n.run(start.setUp)
		n.fiveMinutes(start)
	})
	if testing.Short() {
		return // what follows compiles everything anew
	}
	t.Run("memory only", func(t *testing.T) { memoryOnly(newNewcomer(t, filepath.Join(folder, "memory"), bin)) })
	t.Run("published", func(t *testing.T) {
		const version = "v0.1.0-try.1"
		proxy, modules := t.TempDir(), t.TempDir()
		if err := run(request{Repository: cloned(t), Version: version, Proxy: proxy, ModCache: modules}, io.Discard); err != nil {
			t.Fatal(err)
		}
		n := newNewcomer(t, filepath.Join(t.TempDir(), "hello"), t.TempDir())
		n.publishedIn(proxy, modules)
		n.run("go mod init example.com/hello && go install " + ours + "/cmd/stategen@" + version)
		if got := n.run("stategen version"); !strings.HasPrefix(got, "stategen "+version+", ") {
			t.Errorf("stategen version says %q", got)
		}
		n.fiveMinutes(start)
	})
}

// memoryOnly holds what a program pays that links generated code and keeps
// its sessions in memory: one requirement, and none of it from others.
func memoryOnly(n *newcomer) {
	n.t.Helper()
	n.run("go mod init example.com/hello && go -C ../stategen install ./cmd/stategen && stategen init && stategen generate")
	n.write("main.go", `package main

import (
	"example.com/hello/agentstate"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

func main() {
	defer memory.New().Close()
	_, _ = agentstate.Initial{}.Build()
}
`)
	n.run("go mod edit -replace=" + ours + "/runtime=../stategen/runtime && go mod tidy && go vet ./... && go mod vendor")
	if mod := n.read("go.mod"); strings.Count(mod, "require") != 1 || strings.Contains(mod, "// indirect") {
		n.t.Errorf("go.mod requires more than the runtime:\n%s", mod)
	}
	for line := range strings.Lines(n.readIfThere("go.sum")) {
		if !strings.HasPrefix(line, ours) {
			n.t.Errorf("go.sum has a line of another module: %s", line)
		}
	}
	entries, err := os.ReadDir(filepath.Join(n.dir, "vendor", "github.com"))
	if err != nil || len(entries) != 1 {
		n.t.Errorf("vendored beside ours: %v, %v", entries, err)
	}
}

// cloned returns a clone named stategen, with what is not committed yet.
func cloned(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "stategen")
	shell(t, "../..", nil, "mkdir "+dir+" && git ls-files -z --cached --others --exclude-standard | "+
		"tar --null --ignore-failed-read -cf - -T - | tar xf - -C "+dir)
	shell(t, dir, nil, "git init -q && git add -A && git -c user.name=t -c user.email=t@example.com commit -qm all")
	return dir
}

// newcomer works in an empty folder with a PATH of its own.
type newcomer struct {
	t   *testing.T
	dir string
	env []string
}

func newNewcomer(t *testing.T, dir, bin string) *newcomer {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return &newcomer{t, dir, append(os.Environ(), "GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOWORK=off")}
}

// publishedIn lets the newcomer find our modules as if they were published. With
// -trimpath it doesn't matter where the module cache is: what was compiled once serves
// the next time.
func (n *newcomer) publishedIn(proxy, modules string) {
	cache := strings.TrimSpace(shell(n.t, ".", nil, "go env GOMODCACHE"))
	upstream := strings.TrimSpace(shell(n.t, ".", nil, "go env GOPROXY"))
	n.env = append(n.env, "GOFLAGS=-trimpath -modcacherw", "GOMODCACHE="+modules, "GONOSUMDB="+ours,
		"GOPROXY=file://"+proxy+",file://"+cache+"/cache/download,"+upstream)
}

// fiveMinutes does what the page says from its second step on.
func (n *newcomer) fiveMinutes(r steps) {
	n.run("stategen init && stategen generate")
	n.write("main.go", r.program)
	if got := n.run(r.runIt); got != r.prints {
		n.t.Errorf("%s prints\n%s\nand the page says\n%s", r.runIt, got, r.prints)
	}
	n.run("stategen check ./... && stategen generate --check")
}

func (n *newcomer) run(script string) string {
	n.t.Helper()
	return shell(n.t, n.dir, n.env, script)
}

func (n *newcomer) write(name, text string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o644); err != nil {
		n.t.Fatal(err)
	}
}

func (n *newcomer) read(name string) string {
	n.t.Helper()
	text, err := os.ReadFile(filepath.Join(n.dir, name))
	if err != nil {
		n.t.Fatal(err)
	}
	return string(text)
}

func (n *newcomer) readIfThere(name string) string {
	if _, err := os.Stat(filepath.Join(n.dir, name)); err != nil {
		return ""
	}
	return n.read(name)
}

// shell runs a script and returns what it prints on standard output.
func shell(t *testing.T, dir string, env []string, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir, cmd.Env = dir, env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", script, err, out, &stderr)
	}
	return string(out)
}

// steps are what docs/start.md says.
type steps struct{ setUp, program, runIt, prints string }

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func startSteps(t *testing.T) steps {
	t.Helper()
	text, err := os.ReadFile("../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := fence.FindAllStringSubmatch(string(text), -1)
	find := func(lang, start string) string {
		at := slices.IndexFunc(blocks, func(b []string) bool { return b[1] == lang && strings.HasPrefix(b[2], start) })
		if at < 0 {
			t.Fatalf("the page has no block of %s that begins with %q", lang, start)
		}
		return blocks[at][2]
	}
	console, prints, _ := strings.Cut(find("console", "$ go mod tidy"), "\n")
	return steps{find("sh", "go mod init"), find("go", "package main"), strings.TrimPrefix(console, "$ "), prints}
}
