package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// TestLinkedFolder: with a workspace folder that is a link, each file has one address.
func TestLinkedFolder(t *testing.T) {
	real := writeProject(t, "-- stategen.yaml --\nversion: 1\npackage: p\ncheck: {templates: [\"*.md\"]}\nkeys: {city: string}\n-- a.md --\nIn {citi}.\n")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	c := dial(t, link)
	c.call("initialize", fmt.Sprintf(`{"workspaceFolders":[{"uri":%q}],"initializationOptions":{"goSource":"off"},"capabilities":{}}`, URI(link)), nil)
	c.notify("initialized", "{}")
	const want = "\na.md:0:4-8 undeclared-key\n"
	c.expect(want)
	c.open("a.md", "In {citi}.\n")
	c.expect(want)
	c.open("stategen.yaml", "version: 1\npackage: p\ncheck: {templates: [\"*.md\"]}\nkeys: {city: string}\n")
	c.expect(want)
}

// TestDefects: checks that panic are noted, who waits for them is told, and the next ones are made
// as if nothing had been.
func TestDefects(t *testing.T) {
	dir := writeProject(t, "-- stategen.yaml --\nversion: 1\npackage: p\nkeys: {city: string, city: string}\n")
	ctx, cancel := context.WithCancel(t.Context())
	near, far := net.Pipe()
	client := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(near, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) (any, error) { return nil, nil }))
	var log lockedLog
	s := newSession(ctx, Options{})
	s.log = func(format string, args ...any) { fmt.Fprintf(&log, format, args...) }
	s.start(jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(far, jsonrpc2.VSCodeObjectCodec{}), s))
	s.folders = []string{dir}
	s.initialized()
	t.Cleanup(func() {
		cancel()
		_ = client.Close() // the server's side may have been first
		s.running.Wait()
	})
	check := func(published map[string]string) map[string]string {
		s.publishing.Lock()
		s.published = published
		s.publishing.Unlock()
		if _, err := s.execute(ctx, nil, json.RawMessage(`{"command":"stategen.check"}`)); err != nil {
			t.Fatal(err)
		}
		s.publishing.Lock()
		defer s.publishing.Unlock()
		return s.published
	}
	check(map[string]string{}) // so that either of the two knows what there is to publish
	check(nil)                 // which can't be written to
	for _, what := range []string{"checking schemas and prompts: ", "checking the workspace: "} {
		if !strings.Contains(log.String(), what+"assignment to entry in nil map") {
			t.Errorf("%q is not noted: %s", what, log.String())
		}
	}
	if got := check(map[string]string{}); len(got) != 1 || !strings.Contains(got[URI(filepath.Join(dir, "stategen.yaml"))], "duplicate-field") {
		t.Errorf("then %v is published", got)
	}
}

// TestCheckIsNotOverBeforeItBegins: while earlier work ends, nobody who asks for a check is told that
// it is done. Nothing is done here at all.
func TestCheckIsNotOverBeforeItBegins(t *testing.T) {
	s := newSession(t.Context(), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // who asks doesn't wait
	var earlier sync.WaitGroup
	asked := make(chan struct{})
	earlier.Go(func() {
		for {
			select {
			case <-asked:
				return
			default:
				s.finish(func() {})
			}
		}
	})
	const times = 1000
	for range times {
		s.mu.Lock()
		s.toSurvey.pending, s.toLook.all, s.toLook.paths = false, false, nil // as after earlier work
		s.toSurvey.waiting = nil
		s.mu.Unlock()
		if _, err := s.execute(ctx, nil, json.RawMessage(`{"command":"stategen.check"}`)); err != nil {
			t.Fatal(err)
		}
		s.mu.Lock()
		if len(s.toSurvey.waiting) != 1 {
			t.Error("who asked for a check was told that it is done")
		}
		s.mu.Unlock()
		if t.Failed() {
			break
		}
	}
	close(asked)
	earlier.Wait()
}
