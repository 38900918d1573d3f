package inspect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// stored is a SQLite file with a session of n events, each of which counts one up.
func stored(t testing.TB, n int) (svc *runtime.Service, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.db")
	svc, err := sqlite.Open(t.Context(), path, sqlite.RelaxedSync())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		e := &runtime.Event{Author: "desk"}
		e.Actions.StateDelta = runtime.Delta{"count": runtime.Op{Kind: runtime.OpSum, Operand: 1}}
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
	}
	return svc, path
}

// TestPrunedHistory: what is left of a history is shown, wherever in it somebody looks.
func TestPrunedHistory(t *testing.T) {
	svc, _ := stored(t, 300)
	if _, err := svc.Prune(t.Context(), runtime.PruneRequest{MaxEvents: 40, KeepYounger: 1}); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc, Write: true})
	page := of{"a", "u", "s"}.path()
	for query, want := range map[string]string{"": "<code>300</code>", "?at=270": "<code>270</code>", "?at=3": "<code>261</code>", "?at=261": "<code>261</code>"} {
		status, text := s.get(page + query)
		if status != http.StatusOK || !strings.Contains(text, want) || !strings.Contains(text, "The history begins with event 261:") || strings.Contains(text, "Older ones") {
			t.Errorf("%q: status %d without %s\n%s", query, status, want, text)
		}
	}
}

// TestDamagedHistory: an event or a value that can't be read is told, and the rest is shown.
func TestDamagedHistory(t *testing.T) {
	svc, path := stored(t, 20)
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	script := `UPDATE events SET record = '{"id": "4111-secret"' WHERE seq = 7; UPDATE session_state SET value = '4111-secret';`
	if err := errors.Join(sqlitex.ExecuteScript(conn, script, nil), conn.Close()); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema)})
	page := of{"a", "u", "s"}.path()
	for _, path := range []string{page, page + "?at=5", page + "?at=7", page + "?at=12", page + "/last", "/search?app=a&broken=1"} {
		status, text := s.get(path)
		if status != http.StatusOK || strings.Contains(text, "4111") {
			t.Errorf("%s: status %d\n%s", path, status, text)
		}
		if strings.Contains(text, "#8") && (!strings.Contains(text, "the stored event 7 can&#39;t be read") || strings.Contains(text, "→")) {
			t.Errorf("%s: the damage isn't told, or sums are made up\n%s", path, text)
		}
	}
}

// TestLongTexts: a page's size isn't that of what it shows.
func TestLongTexts(t *testing.T) {
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 60_000)
	for i := range 20 {
		e := &runtime.Event{Author: "desk", Host: runtime.HostData(fmt.Sprintf(`{"v":%q}`, long)), Content: &runtime.Content{Role: "model", Parts: []runtime.Part{
			{Text: long}, {FunctionCall: &runtime.FunctionCall{Name: "f", Args: map[string]any{"v": long}}},
			{FunctionResponse: &runtime.FunctionResponse{Name: "f", Response: map[string]any{"v": long}}},
		}}}
		e.Actions.StateDelta = runtime.Delta{fmt.Sprintf("k%d", i): long, "all": runtime.Op{Kind: runtime.OpAppend, Operand: []any{long}}}
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
	}
	s := serve(t, Options{Service: svc})
	if status, text := s.get(of{"a", "u", "s"}.path()); status != http.StatusOK || len(text) > 400_000 || !strings.Contains(text, "bytes more") {
		t.Errorf("status %d, %d bytes", status, len(text))
	}
}

// TestRevealedIsNoted: wherever a sensitive value is shown, that is noted.
func TestRevealedIsNoted(t *testing.T) {
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	e := &runtime.Event{Author: "desk"}
	e.Actions.StateDelta = runtime.Delta{"spent": runtime.Op{Kind: runtime.OpSum, Operand: 4111}, "card": "4111"}
	if err := svc.AppendEvent(t.Context(), session, e); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc, Reveal: true, Schema: schemaOf(t, `version: 1
package: p
keys:
  card: {type: string, optional: true, sensitive: true}
  spent: {type: int, merge: sum, default: 0, sensitive: true}
instructions: {pay: {text: "With {card?}."}}
`)})
	for what, do := range map[string]func(){
		"card":  func() { s.say.prompts(&moment{state: map[string]any{"card": "4111"}}) },
		"spent": func() { s.say.opWords("spent", runtime.Op{Kind: runtime.OpSum, Operand: 4111}) },
	} {
		s.audit.Reset()
		if do(); !strings.Contains(s.audit.String(), fmt.Sprintf("revealed %q", what)) {
			t.Errorf("%s isn't noted: %q", what, &s.audit)
		}
	}
}

// TestOtherNamesAreSensitive: a value under an earlier name, of a family, in a merge or refused is
// as sensitive as under its own.
func TestOtherNamesAreSensitive(t *testing.T) {
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		e := &runtime.Event{Author: "desk"}
		e.Actions.StateDelta = runtime.Delta{
			"old_card": "4111-x", "pin_7": "4111-x", "old_pin_7": "4111-x", "user:phone": 4111, "app:salt": []any{"4111-x"},
			"spent": runtime.Op{Kind: runtime.OpSum, Operand: 4111},
		}
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
	}
	s := serve(t, Options{Service: svc, Write: true, Schema: schemaOf(t, `version: 1
package: p
keys:
  card: {type: string, optional: true, sensitive: true, renamed_from: [old_card]}
  "pin_{n}": {type: string, optional: true, sensitive: true, renamed_from: ["old_pin_{n}"]}
  user:phone: {type: string, optional: true, sensitive: true}
  app:salt: {type: string, optional: true, sensitive: true}
  spent: {type: int, merge: sum, max: 5, default: 0, sensitive: true}
instructions: {pay: {text: "With {card?} {pin_7} {user:phone} {app:salt} {spent}."}}
`)})
	page, pages := of{"a", "u", "s"}.path(), s.crawl()
	_, pages["search"] = s.get("/search?app=a&broken=1")
	for path, text := range pages {
		if strings.Contains(text, "4111") {
			t.Errorf("%s shows it:\n%s", path, text)
		}
	}
	for _, key := range []string{"old_card", "pin_7", "old_pin_7", "user:phone", "spent"} {
		if status, text := s.get(page + "/edit?key=" + url.QueryEscape(key)); status != http.StatusForbidden || strings.Contains(text, "4111") {
			t.Errorf("edit %s: status %d\n%s", key, status, text)
		}
		if status, _ := s.get("/search?app=a&value=4&key=" + url.QueryEscape(key)); status != http.StatusForbidden {
			t.Errorf("search %s: status %d", key, status)
		}
	}
}

// TestGuardsAreStated: each word of the policy and each attribute of the cookie keeps something out.
func TestGuardsAreStated(t *testing.T) {
	s := serve(t, Options{Service: memory.New()})
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Get(s.Link())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	if text, err := io.ReadAll(a.Body); err != nil || !strings.Contains(string(text), `<meta http-equiv="refresh" content="0; url=/">`) || strings.Contains(string(text), s.guard.token) {
		t.Errorf("the token stays in the address: %s, %v", text, err)
	}
	if list := a.Cookies(); len(list) != 1 || !list[0].HttpOnly || list[0].SameSite != http.SameSiteStrictMode || list[0].Domain != "" {
		t.Errorf("the cookies are %v", list)
	}
	said := map[string]bool{}
	for directive := range strings.SplitSeq(a.Header.Get("Content-Security-Policy"), "; ") {
		said[directive] = true
	}
	for _, want := range []string{"default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"} {
		if !said[want] {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if len(said) != 7 || a.Header.Get("Cross-Origin-Opener-Policy") != "same-origin" {
		t.Errorf("the headers are %v", a.Header)
	}
	other := serve(t, Options{Service: memory.New()})
	if len(s.guard.token) < 22 || s.guard.token == other.guard.token || s.guard.cookie() == other.guard.cookie() {
		t.Error("two servers share a secret, or a cookie's name")
	}
}

// TestDeletedSession: a page that follows a session learns that it's gone.
func TestDeletedSession(t *testing.T) {
	svc := filled(t, "a", "u", "s")
	s := serve(t, Options{Service: svc, Write: true})
	page := of{"a", "u", "s"}.path()
	if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{page, page + "/last", page + "/part?at=2", page + "/edit?key=step"} {
		if status, _ := s.get(path); status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, status)
		}
	}
	if status, _ := s.post(page+"/write", url.Values{"key": {"step"}, "new": {`"pay"`}, "reason": {"r"}}); status != http.StatusNotFound {
		t.Errorf("write: status %d", status)
	}
	empty := serve(t, Options{Service: memory.New(), Schema: schemaOf(t, testSchema)})
	empty.crawl()
	for _, path := range []string{"/app/a", "/app/a/user/u", "/search?app=a", "/search?app=a&broken=1"} {
		if status, text := empty.get(path); status != http.StatusOK {
			t.Errorf("%s of an empty database: status %d\n%s", path, status, text)
		}
	}
}

// TestSharedState: the pages of apps and users show what is shared and by whom, without forms.
func TestSharedState(t *testing.T) {
	s := serve(t, Options{Service: filled(t, "a", "u", "s"), Schema: schemaOf(t, testSchema), Write: true})
	_, text := s.get("/app/a/user/u")
	if got := written(t, text, "user:name"); got != "history of user:name" {
		t.Errorf("user:name is written by %q", got)
	}
	if !strings.Contains(text, "<code>&#34;Ann&#34;</code>") || strings.Contains(text, "/edit?") || strings.Count(text, "<td") != 2 || !strings.Contains(text, `href="/app/a/user/u/key?key=user%3aname"`) {
		t.Errorf("the page is\n%s", text)
	}
}

// TestServeEnds: when the program is told to end, so does a request that is under way.
func TestServeEnds(t *testing.T) {
	s, err := New(Options{Service: memory.New(), Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	begun, ended := make(chan struct{}), make(chan struct{})
	s.guard.next = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		close(ended)
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	r, err := http.NewRequest(http.MethodGet, "http://"+s.guard.host+"/app/a", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: s.guard.cookie(), Value: s.guard.token})
	go func() {
		if a, err := http.DefaultClient.Do(r); err == nil {
			_ = a.Body.Close()
		}
	}()
	<-begun
	cancel()
	<-ended
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestPortOfHTTP: browsers leave it out.
func TestPortOfHTTP(t *testing.T) {
	if g := newGuard("127.0.0.1:80", nil); g.host != "127.0.0.1" {
		t.Errorf("the host is %s", g.host)
	}
}

// TestChangesAreOfNow: nothing is changed as of an earlier event, or by a body without end.
func TestChangesAreOfNow(t *testing.T) {
	s := serve(t, Options{Service: filled(t, "a", "u", "s"), Write: true})
	page := of{"a", "u", "s"}.path()
	if _, text := s.get(page + "?at=1"); strings.Contains(text, "/edit?") {
		t.Error("the state of earlier can be changed")
	}
	if _, text := s.get(page); !strings.Contains(text, "/edit?") {
		t.Error("the state of now can't be changed")
	}
	r, err := http.NewRequest(http.MethodPost, s.base()+page+"/write", strings.NewReader("new="+strings.Repeat("1", 5<<20)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if a, err := s.client.Do(r); err == nil { // the server may hang up before all is sent
		if _ = a.Body.Close(); a.StatusCode != http.StatusBadRequest {
			t.Errorf("status %d", a.StatusCode)
		}
	}
}

// TestDots: browsers and servers leave out segments that are dots, escaped or not.
func TestDots(t *testing.T) {
	for _, o := range []of{{".", "..", "."}, {"..", ".", ".."}, {"~", "~.", "~~x"}, {"...", " .", "%2e"}} {
		s := serve(t, Options{Service: filled(t, o.App, o.User, o.ID), Write: true})
		seen := s.crawl()
		for _, path := range []string{path("app", o.App), path("app", o.App, "user", o.User), o.path(), o.path() + "/edit?key=step"} {
			text := seen[path]
			if text == "" {
				t.Errorf("no link leads to %s: %v", path, slices.Sorted(maps.Keys(seen)))
			}
			if address, err := url.Parse("http://x" + path); err != nil || address.JoinPath().EscapedPath() != address.EscapedPath() {
				t.Errorf("%s is not the address that a browser asks for", path)
			}
		}
		if !strings.Contains(seen[o.path()], "hello") {
			t.Errorf("%v is\n%s", o, seen[o.path()])
		}
	}
}

// TestEditUnderOlderName: what is stored under an older name is the value, and a change moves it.
func TestEditUnderOlderName(t *testing.T) {
	svc := filled(t, "a", "u", "s")
	s := serve(t, Options{Service: svc, Write: true, Schema: schemaOf(t, `version: 1
package: p
keys:
  phase: {type: string, optional: true, renamed_from: [step, stage]}
`)})
	page := of{"a", "u", "s"}.path()
	if _, text := s.get(page + "/edit?key=phase"); !strings.Contains(text, "Stored now: <code>&#34;flying&#34;</code>") {
		t.Errorf("the form is\n%s", text)
	}
	values := url.Values{"key": {"phase"}, "shown": {`"pay"`}, "new": {`"done"`}, "reason": {"r"}}
	if status, text := s.post(page+"/write", values); status != http.StatusConflict || !strings.Contains(text, "Somebody has changed the value") {
		t.Errorf("another value was shown: status %d\n%s", status, text)
	}
	values.Set("shown", `"flying"`)
	if status, text := s.post(page+"/write", values); status != http.StatusOK {
		t.Fatalf("status %d\n%s", status, text)
	}
	session, err := svc.Get(t.Context(), of{"a", "u", "s"}.get(1, ""))
	if err != nil {
		t.Fatal(err)
	}
	if got := text(map[string]any(session.Events().At(0).Actions.StateDelta)); got != `{"phase":"done","step":null}` {
		t.Errorf("the event changes %s", got)
	}
}
