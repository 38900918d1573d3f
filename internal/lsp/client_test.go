package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"golang.org/x/tools/txtar"
)

// testClient is an editor at the other end of a pipe.
type testClient struct {
	testing.TB
	dir  string
	conn *jsonrpc2.Conn
	end  chan error // what Serve returned
	log  *lockedLog

	mu       sync.Mutex
	found    map[string]PublishDiagnostics // by path below dir
	answer   string                        // to what the server asks
	versions map[string]int32
	came     chan string // names with versions of what is published, as far as there is room
}

type lockedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// writeProject writes a project to a folder.
func writeProject(t testing.TB, text string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(text)).Files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return dir
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// begin starts a server for a project, and a client that has said hello.
func begin(t testing.TB, project string, more ...string) *testClient {
	t.Helper()
	return beginWith(t, project, `{"goSource":"off"}`, more...)
}

func beginWith(t testing.TB, project, options string, more ...string) *testClient {
	t.Helper()
	c := dial(t, writeProject(t, project))
	var hello struct{ Capabilities map[string]any }
	c.call("initialize", fmt.Sprintf(`{"workspaceFolders":[{"uri":%q}],"initializationOptions":%s,"capabilities":{%s}}`, URI(c.dir), options, strings.Join(more, ",")), &hello)
	c.notify("initialized", "{}")
	return c
}

// dial starts a server whose client has said nothing yet.
func dial(t testing.TB, dir string) *testClient { return dialWith(t, dir, Options{}) }

func dialWith(t testing.TB, dir string, o Options) *testClient {
	near, far := net.Pipe()
	c := &testClient{TB: t, came: make(chan string, 1000), dir: dir, end: make(chan error, 1), log: &lockedLog{}, found: map[string]PublishDiagnostics{}, versions: map[string]int32{}}
	ctx, cancel := context.WithCancel(context.Background())
	o.Log = c.log
	go func() { c.end <- Serve(ctx, far, o) }()
	c.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(near, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(c.handle))
	t.Cleanup(func() {
		cancel()
		_ = c.conn.Close() // the server may have been first
		if err := <-c.end; err != nil {
			fmt.Fprintln(c.log, err)
		}
		if t.Failed() {
			t.Log(c.log)
		}
	})
	return c
}

func (c *testClient) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p PublishDiagnostics
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			return nil, err
		}
		c.found[c.name(p.URI)] = p
		if p.Version != nil {
			select {
			case c.came <- fmt.Sprintf("%s %d", c.name(p.URI), *p.Version):
			default:
			}
		}
	case "window/showMessageRequest":
		return MessageAction{Title: c.answer}, nil
	case "workspace/codeLens/refresh":
		select {
		case c.came <- r.Method:
		default:
		}
	}
	return nil, nil
}

func (c *testClient) name(uri string) string {
	path, _ := PathOf(uri)
	rel, err := filepath.Rel(c.dir, path)
	if err != nil {
		return uri
	}
	return filepath.ToSlash(rel)
}

func (c *testClient) uri(name string) string {
	return URI(filepath.Join(c.dir, filepath.FromSlash(name)))
}

// call asks, and fails the test if the answer is an error.
func (c *testClient) call(method, params string, result any) {
	c.Helper()
	if err := c.try(method, params, result); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *testClient) try(method, params string, result any) error {
	return c.conn.Call(context.Background(), method, json.RawMessage(params), result)
}

func (c *testClient) notify(method, params string) {
	c.Helper()
	if err := c.conn.Notify(context.Background(), method, json.RawMessage(params)); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *testClient) open(name, text string) {
	c.Helper()
	quoted, _ := json.Marshal(text)
	c.versions[name] = 1
	c.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"x","version":1,"text":%s}}`, c.uri(name), quoted))
}

// edit changes an open document; changes is JSON.
func (c *testClient) edit(name, changes string) {
	c.Helper()
	c.versions[name]++
	c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}`, c.uri(name), c.versions[name], changes))
}

func (c *testClient) close(name string) {
	c.Helper()
	c.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, c.uri(name)))
}

// diagnostics are all findings once everything is checked, as "FILE:LINE:COLUMN-COLUMN ID"
// lines, counted as the protocol counts.
func (c *testClient) diagnostics() string {
	c.Helper()
	c.call("workspace/executeCommand", `{"command":"stategen.check"}`, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	var lines []string
	for name, p := range c.found {
		if p.Version != nil && *p.Version != c.versions[name] {
			c.Errorf("%s: findings of version %d, not %d", name, *p.Version, c.versions[name])
		}
		for _, d := range p.Diagnostics {
			lines = append(lines, fmt.Sprintf("%s:%d:%d-%d %s", name, d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Character, d.Code))
		}
	}
	return sorted(lines)
}

func (c *testClient) expect(want string) {
	c.Helper()
	if got := c.diagnostics(); got != strings.TrimLeft(want, "\n") {
		c.Errorf("diagnostics:\n%swant:%s", got, want)
	}
}

// changes are the edits of files, by their addresses.
func changes(e WorkspaceEdit) map[string][]TextEdit {
	byURI := map[string][]TextEdit{}
	for _, d := range e.DocumentChanges {
		byURI[d.TextDocument.URI] = d.Edits
	}
	return byURI
}
