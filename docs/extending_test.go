package docs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The page's blocks are laid over the repository, which stays as it is: the go
// command builds what would be there.
func TestExtending(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command with the page's code in it")
	}
	t.Parallel()
	e := extend(t)
	command := filepath.Join(t.TempDir(), "stategen")
	e.run(t, "", "go", "build", "-overlay", e.overlay, "-o", command, "../cmd/stategen")

	t.Run("rule", func(t *testing.T) {
		dir := folder(t, map[string]string{"stategen.yaml": "version: 1\npackage: p\nkeys: {city: string}\n"})
		cmd := exec.Command(command, "check", "-")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("Weather in {city}. I repeat: {city}.\n")
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("a warning must not fail the run: %v", err)
		}
		e.shows(t, string(out))
		if out := e.run(t, "", command, "explain", "repeated-placeholder"); !strings.Contains(out, "pays for it twice") {
			t.Errorf("explain says:\n%s", out)
		}
	})

	t.Run("type and target", func(t *testing.T) {
		dir := folder(t, map[string]string{
			"go.mod":        e.goMod(),
			"stategen.yaml": "version: 1\npackage: main\ntargets: [keylist]\nkeys:\n  user:id: uuid\n  seat: string?\n",
			"main.go":       useOfUUID,
		})
		e.run(t, dir, command, "generate")
		if out := e.run(t, dir, "go", "run", "-mod=mod", "-overlay", e.overlay, "."); out != wantOfUUID {
			t.Errorf("the program prints:\n%s\nwant:\n%s", out, wantOfUUID)
		}
		e.shows(t, strings.Split(wantOfUUID, "\n")[2])
		e.stores(t, dir)
		write(t, filepath.Join(dir, "older.yaml"), "version: 1\nkeys:\n  user:id: {type: string, default: none}\n  seat: string?\n")
		cmd := exec.Command(command, "breaking", "--against", "older.yaml")
		cmd.Dir = dir
		if out, err := cmd.Output(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), `want UUID, found string`) {
			t.Errorf("breaking: %v\n%s", err, out)
		}
		cmd = exec.Command(command, "db", "import", "--db", "sessions.db")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(exportOfUUID)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("import: %v\n%s", err, out)
		}
		cmd = exec.Command(command, "db", "scan", "--db", "sessions.db")
		cmd.Dir = dir
		if out, err := cmd.Output(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), `want UUID, found string`) {
			t.Errorf("scan: %v\n%s", err, out)
		}
		write(t, filepath.Join(dir, "raw.go"), rawUUID)
		cmd = exec.Command(command, "check", ".")
		cmd.Dir = dir
		if out, err := cmd.Output(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), `"user:id" is declared as uuid`) {
			t.Errorf("check: %v\n%s", err, out)
		}
		if out := e.run(t, dir, command, "docs"); !strings.Contains(out, "`uuid` · required") {
			t.Errorf("docs:\n%s", out)
		}
		if out := e.run(t, dir, command, "schema", "--state"); !strings.Contains(out, "[0-9a-fA-F]{12}$") {
			t.Errorf("schema --state:\n%s", out)
		}
		write(t, filepath.Join(dir, "web", "stategen.yaml"), "version: 1\ntargets: [typescript, zod]\nkeys:\n  user:id: uuid\n")
		e.run(t, filepath.Join(dir, "web"), command, "generate")
		text := read(t, filepath.Join(dir, "web", "state.gen.ts"))
		if !strings.Contains(text, `"user:id": string;`) || !strings.Contains(text, `"user:id": z.string().regex(new RegExp("^[0-9a-fA-F]{8}`) {
			t.Errorf("in TypeScript a UUID is\n%s", text)
		}
		e.migrates(t, command, dir)
		e.inspects(t, command, dir)
	})

	t.Run("every switch", func(t *testing.T) { // these tests fail if a kind is missing where kinds are told apart
		cmd := exec.Command("go", "test", "-vet=off", "-short",
			"-run", "^(TestRandomPairs|TestScalars.*|TestStoredScalars|TestKinds|TestMayRead.*|TestConversions|TestTextPatterns.*|TestStateJSONSchema.*|TestRandomSchemas)$",
			"./internal/breaking", "./schema/...", "./internal/rules/code", "./generator")
		cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+e.overlay) // for the go commands of tests, too
		cmd.Dir = e.root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// stores has the key go through stores and come back. The program is in the repository's module, which has the drivers.
func (e *extension) stores(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	program := map[string]string{"docs/uuid/main.go": storesOfUUID}
	for _, file := range files {
		if name := filepath.Base(file); name != "main.go" {
			program["docs/uuid/"+name] = read(t, file)
		}
	}
	maps.Copy(program, e.changed)
	const id = "5f0c2a5e-0000-4000-8000-00000000abcd <nil>\n"
	out := e.run(t, e.root, "go", "run", "-overlay", e.lay(program), "./docs/uuid", filepath.Join(dir, "stored.db"))
	if out != strings.Repeat(id, 4) {
		t.Errorf("from memory, SQLite, PostgreSQL and Redis come\n%s", out)
	}
}

// migrates has a key that was a text become a UUID, in what is stored.
func (e *extension) migrates(t *testing.T, command, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "moved", "stategen.yaml"), "version: 1\npackage: p\nkeys:\n  user:owner: {type: uuid, renamed_from: [\"user:id\"], optional: true}\n")
	cmd := exec.Command(command, "db", "import", "--db", "moved/sessions.db")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(strings.Replace(exportOfUUID, "mallory", "5F0C2A5E-0000-4000-8000-00000000ABCD", 1))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	e.run(t, filepath.Join(dir, "moved"), command, "db", "migrate", "--db", "sessions.db", "--write")
	out := e.run(t, dir, command, "db", "export", "--db", "moved/sessions.db")
	if !strings.Contains(out, `"user:owner":"5f0c2a5e-0000-4000-8000-00000000abcd"`) {
		t.Errorf("after migrate, export has\n%s", out)
	}
}

// inspects asks inspect's page what the key is.
func (e *extension) inspects(t *testing.T, command, dir string) {
	t.Helper()
	cmd := exec.Command(command, "inspect", "--db", "sessions.db")
	cmd.Dir = dir
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	at, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, _, _ := strings.Cut(at, "?")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	var text []byte
	for _, url := range []string{strings.TrimSpace(at), address + "app/a/user/u/key?key=user:id"} {
		resp, err := browser.Get(url)
		if err == nil {
			text, err = io.ReadAll(resp.Body)
			err = errors.Join(err, resp.Body.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Contains(text, []byte(`<span class="type">uuid</span>`)) {
		t.Errorf("inspect shows\n%s", text)
	}
}

// rawUUID sets the key to a number.
const rawUUID = `package main

import "github.com/seed92179c4c/stategen/runtime"

func raw(st runtime.State) error { return st.Set("user:id", 5) }
`

const storesOfUUID = `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

func main() {
	ctx := context.Background()
	database, err := pgtest.Start()
	if err != nil {
		log.Fatal(err)
	}
	defer database.Stop()
	server, err := redistest.StartServer()
	if err != nil {
		log.Panic(err)
	}
	defer server.Stop()
	for _, open := range []func() (*runtime.Service, error){
		func() (*runtime.Service, error) { return memory.New(), nil },
		func() (*runtime.Service, error) { return sqlite.Open(ctx, os.Args[1]) },
		func() (*runtime.Service, error) { return postgres.Open(ctx, database.ConnString("postgres")) },
		func() (*runtime.Service, error) { return redis.Open(ctx, server.URL(), redis.Replicas(0)) },
	} {
		if err := through(ctx, open); err != nil {
			log.Panic(err)
		}
	}
}

func through(ctx context.Context, open func() (*runtime.Service, error)) error {
	service, err := open()
	if err != nil {
		return err
	}
	defer service.Close()
	s, err := service.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err == nil {
		err = runtime.Update(ctx, service, s, &runtime.Event{Author: "test"}, func(st runtime.State) error {
			return Of(st).SetUserID("5F0C2A5E-0000-4000-8000-00000000ABCD")
		})
	}
	if err == nil {
		s, err = service.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	}
	if err == nil {
		fmt.Println(Read(s.State()).UserID())
	}
	return err
}
`

const useOfUUID = `package main

import (
	"fmt"

	"github.com/seed92179c4c/stategen/runtime"
)

func main() {
	st := Of(runtime.MapState{})
	fmt.Println(st.SetUserID("5F0C2A5E-0000-4000-8000-00000000ABCD"))
	fmt.Println(st.UserID())
	fmt.Println(st.SetUserID("mallory"))
	fmt.Println(AllKeys)
}
`

const wantOfUUID = `<nil>
5f0c2a5e-0000-4000-8000-00000000abcd <nil>
state key "user:id": want UUID, found string "mallory"
[user:id seat]
`

// exportOfUUID has a value that is no UUID.
const exportOfUUID = `{"stategen":"export","version":1}
{"session":{"app":"a","user":"u"},"state":{"user:id":"mallory"}}
{"end":0}
{"done":{"sessions":1,"events":0}}
`

// extension is the repository with the page's blocks.
type extension struct {
	t       *testing.T
	root    string
	page    page
	changed map[string]string // the repository's files that the page adds or changes
	overlay string            // the file for go's -overlay
}

func extend(t *testing.T) *extension {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("extending.md")
	if err != nil {
		t.Fatal(err)
	}
	changed := map[string]string{}
	e := &extension{t: t, root: root, page: page{"extending.md", string(text), blocks(string(text))}, changed: changed}
	for _, b := range e.page.blocks {
		switch lang, name, _ := strings.Cut(b.lang, " "); {
		case name == "":
		case lang == "diff":
			if changed[name] == "" {
				changed[name] = read(t, filepath.Join(root, name))
			}
			changed[name] = e.apply(b, name, changed[name])
		default:
			changed[name] = b.text
		}
	}
	e.overlay = e.lay(changed)
	return e
}

// apply makes the change of a diff, whose lines must be found exactly once.
func (e *extension) apply(b block, name, text string) string {
	e.t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(b.text) {
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	if n := strings.Count(text, before.String()); n != 1 {
		e.t.Fatalf("%s:%d: these lines are %d times in %s:\n%s", e.page.file, b.line, n, name, &before)
	}
	return strings.Replace(text, before.String(), after.String(), 1)
}

// lay writes the changed files and the description that -overlay reads.
func (e *extension) lay(changed map[string]string) string {
	e.t.Helper()
	dir, replace := e.t.TempDir(), map[string]string{}
	for name, text := range changed {
		path := filepath.Join(dir, filepath.FromSlash(name))
		write(e.t, path, text)
		replace[filepath.Join(e.root, filepath.FromSlash(name))] = path
	}
	description, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		e.t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	write(e.t, path, string(description))
	return path
}

func (e *extension) goMod() string {
	return fmt.Sprintf("module example.com/extended\n\ngo 1.26\n\nrequire %[1]s/runtime v0.0.0\n\nreplace %[1]s/runtime => %[2]s\n",
		module, filepath.ToSlash(filepath.Join(e.root, "runtime")))
}

// shows fails unless the page shows an output.
func (e *extension) shows(t *testing.T, out string) {
	t.Helper()
	out, _, _ = strings.Cut(out, "\n\n")
	for _, b := range e.page.blocks {
		if b.lang == "text" && strings.Contains(b.text, strings.TrimSpace(out)) {
			return
		}
	}
	t.Errorf("the page doesn't show this output:\n%s", out)
}

func (e *extension) run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, &stderr)
	}
	return string(out)
}

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
