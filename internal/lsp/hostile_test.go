package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// TestHostileFrames holds that what is not a message ends the session, in bounded memory, and that one
// which comes too early is passed over.
func TestHostileFrames(t *testing.T) {
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	hello := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	deep := strings.Repeat("[", 1<<20)
	for _, c := range []struct {
		name, bytes string
		goesOn      bool
	}{
		{"no JSON", frame("{") + frame("\xff\xfe") + frame(""), false},
		{"no message", frame("null") + frame("17") + frame("[]") + frame(`{}`) + frame(`{"id":1}`), false},
		{"odd fields", frame(`{"id":{},"method":"x"}`) + frame(`{"id":1,"method":7}`) + frame(`{"jsonrpc":"2.0","method":"initialized","params":[1]}`), false},
		{"half a request, then an answer", frame(`{"id":[],"method":"x"}`) + frame(`{"jsonrpc":"2.0","id":99,"result":null}`), false},
		{"deep", frame(deep) + frame(`{"jsonrpc":"2.0","method":"exit2","params":`+deep+`}`), false},
		{"before its time", frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a"}}}`), true},
		{"more than there is", "Content-Length: 100000000\r\n\r\n{}", false},
		{"no end of header", strings.Repeat("x", 1<<20), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			near, far := net.Pipe()
			end := make(chan error, 1)
			go func() { end <- Serve(t.Context(), far, Options{}) }()
			go func() {
				_, _ = io.WriteString(near, c.bytes) // the server may not read all
				if c.goesOn {
					_, _ = io.WriteString(near, hello)
				} else {
					_ = near.Close()
				}
			}()
			if c.goesOn {
				line, err := bufio.NewReader(near).ReadString('{')
				if err != nil || !strings.HasPrefix(line, "Content-Length: ") {
					t.Errorf("%q, %v", line, err)
				}
				_ = near.Close()
			}
			if err := <-end; !errors.Is(err, ErrNoShutdown) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestHostileDocuments holds that a client which names what is not there, or not a file of
// the project, gets an error or nothing, and the session goes on.
func TestHostileDocuments(t *testing.T) {
	c := begin(t, project)
	secret := writeProject(t, "-- secret.md --\n{topc?}\n-- x/stategen.yaml --\nversion: 1\n")
	if err := os.Symlink(filepath.Join(secret, "secret.md"), filepath.Join(c.dir, "prompts", "link.md")); err != nil {
		t.Skip("no symbolic links here")
	}
	for _, uri := range []string{
		"", "x", "file:", "file:///", "file:///%", "file:///a%00b", "file://host/share/x.md", "file:///c%3A/x/stategen.yaml", "file:///C:/x.md",
		"untitled:Untitled-1", "git:/x?{}", "file:relative", "http://x/y", c.uri("prompts") + "/%2e%2e/%2e%2e/%2e%2e/etc/stategen.yaml",
		"file:///" + strings.Repeat("a/", 5000) + "stategen.yaml", URI(c.dir), c.uri("prompts/link.md"), "file:///dev/zero",
	} {
		c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":2},"contentChanges":[{"text":"x"}]}`, uri))
		c.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":1,"text":"version: 1\nkeys: {a: strin}\n"}}`, uri))
		c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":2},"contentChanges":[
			{"range":{"start":{"line":4294967295,"character":4294967295},"end":{"line":0,"character":0}},"text":"\ud800{"},
			{"range":{"start":{"line":1,"character":3},"end":{"line":0,"character":4294967295}},"text":""}]}`, uri))
		for method := range questions {
			_ = c.try(method, fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":4294967295,"character":7},"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"newName":"}{"}`, uri), nil)
		}
		c.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri))
	}
	for _, params := range []string{`[]`, `{"textDocument":7}`, `{"textDocument":{"uri":"x"},"position":{"line":-1,"character":1e9}}`} {
		for method := range questions {
			if err := c.try(method, params, nil); err == nil {
				t.Errorf("%s answers %s", method, params)
			}
		}
		c.notify("textDocument/didChange", params)
		c.notify("$/cancelRequest", params)
		c.notify("workspace/didChangeWorkspaceFolders", params)
	}
	if log := c.log.String(); strings.Contains(log, "goroutine") {
		t.Errorf("a defect: %s", log)
	}
	c.expect("prompts/link.md:0:0-0 not-checked\n") // it leads out of the project
}

// TestLife holds in which order a session goes.
func TestLife(t *testing.T) {
	c := dial(t, t.TempDir())
	code := func(method string) int64 {
		err := c.try(method, "{}", nil)
		var worded *jsonrpc2.Error
		if errors.As(err, &worded) {
			return worded.Code
		}
		return 0
	}
	for _, step := range []struct {
		method string
		code   int64
	}{
		{"textDocument/codeAction", codeNotInitialized}, {"initialize", 0}, {"initialize", jsonrpc2.CodeInvalidRequest},
		{"no/such", jsonrpc2.CodeMethodNotFound}, {"workspace/executeCommand", jsonrpc2.CodeInvalidParams}, {"shutdown", 0}, {"textDocument/codeAction", jsonrpc2.CodeInvalidRequest},
	} {
		if got := code(step.method); got != step.code {
			t.Errorf("%s: %d, not %d", step.method, got, step.code)
		}
	}
	c.notify("exit", "{}")
	if err := <-c.end; err != nil {
		t.Errorf("%v", err)
	}
	c.end <- nil
}

// TestCancel holds that a question which is cancelled is answered at once.
func TestCancel(t *testing.T) {
	c := begin(t, project)
	begun := make(chan bool)
	questions["test/wait"] = func(ctx context.Context, _ *snapshot, _ json.RawMessage) (any, error) {
		close(begun)
		<-ctx.Done()
		return nil, nil
	}
	defer delete(questions, "test/wait")
	call, err := c.conn.DispatchCall(t.Context(), "test/wait", nil, jsonrpc2.PickID(jsonrpc2.ID{Num: 4711}))
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	c.notify("$/cancelRequest", `{"id":4711}`)
	var worded *jsonrpc2.Error
	if err := call.Wait(t.Context(), nil); !errors.As(err, &worded) || worded.Code != codeCancelled {
		t.Errorf("%v", err)
	}
}

// TestIDs holds that questions are told apart by whatever ID they have.
func TestIDs(t *testing.T) {
	near, far := net.Pipe()
	end := make(chan error, 1)
	go func() { end <- Serve(t.Context(), far, Options{}) }()
	in := bufio.NewReader(near)
	send := func(id, method string) {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":{"capabilities":{}}}`, id, method)
		if _, err := fmt.Fprintf(near, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			t.Fatal(err)
		}
	}
	hear := func() string {
		var answer struct {
			ID     json.RawMessage
			Result any
			Error  struct{ Code int }
		}
		if err := (jsonrpc2.VSCodeObjectCodec{}).ReadObject(in, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Error.Code != 0 {
			return fmt.Sprintf("%.20s %d", answer.ID, answer.Error.Code)
		}
		return fmt.Sprintf("%.20s %.4s", answer.ID, fmt.Sprint(answer.Result))
	}
	long := `"` + strings.Repeat("x", 1<<20) + `"`
	for _, step := range []struct{ id, method, want string }{
		{"9223372036854775807", "initialize", "9223372036854775807 map["},
		{"0", "no/such", "0 -32601"},
		{long, "no/such", long[:20] + " -32601"},
		{`""`, "no/such", `"" -32601`},
		{`"\u0000😀"`, "no/such", `"\u0000😀" -32601`},
	} {
		send(step.id, step.method)
		if got := hear(); got != step.want {
			t.Errorf("%s, not %s", got, step.want)
		}
	}
	_ = near.Close()
	if err := <-end; err != nil {
		t.Log("the server ends with", err)
	}
}

// TestTwiceAndNever holds that what is opened or closed twice, or changed without being open, or
// changed in places that there can't be, leaves a text that is checked as the client has it.
func TestTwiceAndNever(t *testing.T) {
	c := begin(t, project)
	c.edit("greeter.md", `{"text":"{nothing}"}`)
	c.close("greeter.md")
	c.open("greeter.md", "{topc?}")
	c.open("greeter.md", "\ufeff{topic?}\r\n{toic?}\r\n")
	c.expect("\ngreeter.md:1:1-5 undeclared-key\n")
	c.edit("greeter.md", `{"range":{"start":{"line":1,"character":1},"end":{"line":1,"character":5}},"text":"topic"},
		{"range":{"start":{"line":0,"character":900},"end":{"line":0,"character":901}},"text":" {x}"}`)
	c.expect("\ngreeter.md:0:10-11 undeclared-key\n")
	c.versions["greeter.md"]--
	c.edit("greeter.md", `{"range":{"start":{"line":-1,"character":-1},"end":{"line":0,"character":3}},"text":"{y}"}`)
	c.expect("\ngreeter.md:0:10-11 undeclared-key\n")
	c.close("greeter.md")
	c.close("greeter.md")
	c.expect("")
}

// TestFoldersWithin holds that a folder in another, given again, or around which a link leads, finds
// nothing twice, and that one which is removed from the disk during checks takes its findings with it.
func TestFoldersWithin(t *testing.T) {
	c := begin(t, project+"-- a/b/stategen.yaml --\nversion: 1\nkeys: {x: strin}\n-- a/b/c/go.mod --\nmodule c\n")
	if err := os.Symlink("..", filepath.Join(c.dir, "a", "up")); err != nil {
		t.Skip("no symbolic links here")
	}
	for _, name := range []string{"a", "a/b", "a/b/", "a/b/c", "none"} {
		c.notify("workspace/didChangeWorkspaceFolders", fmt.Sprintf(`{"event":{"added":[{"uri":%q,"name":"x"}],"removed":[]}}`, c.uri(name)))
	}
	want := "\na/b/stategen.yaml:1:10-15 unknown-type\n"
	c.expect(want)
	for range 20 {
		c.notify("workspace/didChangeWatchedFiles", `{"changes":[]}`)
	}
	if err := os.RemoveAll(filepath.Join(c.dir, "a")); err != nil {
		t.Fatal(err)
	}
	c.expect("")
	if log := c.log.String(); strings.Contains(log, "goroutine") {
		t.Errorf("a defect: %s", log)
	}
}
