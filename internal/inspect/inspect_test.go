package inspect

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const testSchema = `version: 1
package: p
types: {Step: {enum: [search, pay]}}
keys:
  step: {type: Step, default: search, doc: Where we are.}
  count: {type: int, merge: sum, default: 0, max: 100}
  card: {type: string, optional: true, sensitive: true}
  user:name: {type: string, optional: true}
  must: string
instructions:
  greet: {text: "Hello {user:name?}, card {card?}, {must} at {step}."}
`

func schemaOf(t testing.TB, text string) *schema.Schema {
	t.Helper()
	loaded := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if loaded.Schema == nil || loaded.Diagnostics.HasErrors() {
		t.Fatal(loaded.Diagnostics)
	}
	return loaded.Schema
}

// served is a server and a browser's memory of it.
type served struct {
	testing.TB
	*Server
	client http.Client
	audit  bytes.Buffer
}

func serve(t testing.TB, o Options) *served {
	t.Helper()
	s := &served{TB: t}
	o.Addr, o.Audit, o.Name = "127.0.0.1:0", &s.audit, "test.db"
	var err error
	if s.Server, err = New(o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	s.client.Jar, _ = cookiejar.New(nil)
	if status, _ := s.get(strings.TrimPrefix(s.Link(), s.base())); status != http.StatusOK {
		t.Fatalf("the link gives %d", status)
	}
	return s
}

func (s *served) base() string { return "http://" + s.guard.host }

func (s *served) answer(r *http.Request) (int, string) {
	s.Helper()
	a, err := s.client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		s.Fatal(err)
	}
	return a.StatusCode, string(text)
}

func (s *served) get(path string) (int, string) {
	s.Helper()
	r, err := http.NewRequest(http.MethodGet, s.base()+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	return s.answer(r)
}

func (s *served) post(path string, values url.Values) (int, string) {
	s.Helper()
	r, err := http.NewRequest(http.MethodPost, s.base()+path, strings.NewReader(values.Encode()))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.base())
	return s.answer(r)
}

// filled is a service with one session of some events.
func filled(t testing.TB, app, user, id string) *runtime.Service {
	t.Helper()
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, State: map[string]any{"count": 5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, delta := range []runtime.Delta{
		{"count": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "user:name": "Ann"},
		{"card": "4111-secret", "step": "pay", "stray": "<script>alert(1)</script>"},
		{"step": "flying", "count": runtime.Op{Kind: runtime.OpSum, Operand: 3}},
	} {
		e := &runtime.Event{Author: "desk", Content: runtime.NewText("model", "hello")}
		e.Actions.StateDelta = delta
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
	}
	return svc
}

// TestGuards: each line is a hole that tools of this kind had.
func TestGuards(t *testing.T) {
	s := serve(t, Options{Service: filled(t, "a", "u", "s"), Write: true})
	page := of{"a", "u", "s"}.path()
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"as it should be":    {func(*http.Request) {}, http.StatusOK},
		"without the cookie": {func(r *http.Request) { r.Header.Set("X-No-Jar", "1") }, http.StatusUnauthorized},
		"another's cookie": {func(r *http.Request) {
			r.Header.Set("X-No-Jar", "1")
			r.AddCookie(&http.Cookie{Name: s.guard.cookie(), Value: "x"})
		}, http.StatusUnauthorized},
		"a wrong token":              {func(r *http.Request) { r.Header.Set("X-No-Jar", "1"); r.URL.Path = "/"; r.URL.RawQuery = "token=x" }, http.StatusUnauthorized},
		"the token elsewhere":        {func(r *http.Request) { r.Header.Set("X-No-Jar", "1"); r.URL.RawQuery = "token=" + s.guard.token }, http.StatusUnauthorized},
		"a rebound name":             {func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
		"a host that begins like it": {func(r *http.Request) { r.Host = s.guard.host + ".evil.example" }, http.StatusMisdirectedRequest},
		"another port":               {func(r *http.Request) { r.Host = "127.0.0.1:1" }, http.StatusMisdirectedRequest},
		"a null origin":              {func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		"another origin":             {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"an origin that begins so":   {func(r *http.Request) { r.Header.Set("Origin", s.base()+".evil.example") }, http.StatusForbidden},
		"a form of another site": {func(r *http.Request) {
			r.Method = http.MethodPost
			r.URL.Path += "/write"
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}, http.StatusForbidden},
		"a form of another local port": {func(r *http.Request) {
			r.Method = http.MethodPost
			r.URL.Path += "/write"
			r.Header.Set("Sec-Fetch-Site", "same-site")
		}, http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodGet, s.base()+page, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.change(r)
			client := s.client
			client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			if r.Header.Get("X-No-Jar") != "" {
				client.Jar = nil
			}
			a, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = a.Body.Close() }()
			if a.StatusCode != c.want {
				t.Errorf("status %d, want %d", a.StatusCode, c.want)
			}
			for header, want := range map[string]string{
				"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "same-origin",
				"Access-Control-Allow-Origin": "", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := a.Header.Get(header); got != want {
					t.Errorf("%s is %q", header, got)
				}
			}
		})
	}
	for _, c := range s.client.Jar.Cookies(&url.URL{Scheme: "http", Host: s.guard.host, Path: "/"}) {
		if c.Name != s.guard.cookie() {
			t.Errorf("there is a cookie %s", c.Name)
		}
	}
}

func TestLoopbackOnly(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "[::]:0", ":0", "localhost:0", "192.0.2.1:0", "x"} {
		if _, err := New(Options{Service: memory.New(), Addr: addr}); err == nil {
			t.Errorf("it listens on %s", addr)
		}
	}
}

var hrefs = regexp.MustCompile(`href="(/[^"]*)"`)

// crawl visits every page that links lead to, and returns their texts.
func (s *served) crawl() map[string]string {
	s.Helper()
	pages, todo := map[string]string{}, []string{"/"}
	for len(todo) > 0 && len(pages) < 500 {
		path := todo[0]
		todo = todo[1:]
		if _, seen := pages[path]; seen {
			continue
		}
		status, text := s.get(path)
		if status != http.StatusOK {
			s.Errorf("%s: status %d\n%s", path, status, text)
		}
		pages[path] = text
		for _, m := range hrefs.FindAllStringSubmatch(text, -1) {
			todo = append(todo, html.UnescapeString(m[1]))
		}
	}
	return pages
}

// TestHostileNames: names may hold anything, and all they hold is shown as text.
func TestHostileNames(t *testing.T) {
	app, user, id := `a/../b?c#d`, `<script>u</script>`, `..%2F"'& é`
	s := serve(t, Options{Service: filled(t, app, user, id), Schema: schemaOf(t, testSchema), Write: true, Reveal: true})
	pages := s.crawl()
	if _, ok := pages[of{app, user, id}.path()]; !ok {
		t.Error("no link leads to the session")
	}
	for path, text := range pages {
		if strings.HasPrefix(path, "/style") || strings.HasPrefix(path, "/inspect") || strings.Contains(path, "/text?") {
			continue // that is no page: see TestWholeTexts
		}
		if strings.Contains(text, "<script>") {
			t.Errorf("%s has a script of the data:\n%s", path, text)
		}
	}
}

// TestSensitiveStays: without the flag no page has a sensitive value; with it, each is noted.
func TestSensitiveStays(t *testing.T) {
	svc := filled(t, "a", "u", "s")
	session, err := svc.Get(t.Context(), of{"a", "u", "s"}.get(0, ""))
	if err != nil {
		t.Fatal(err)
	}
	e := &runtime.Event{Author: "desk", Host: `{"card":"4111-secret"}`, Content: &runtime.Content{Role: "model", Parts: []runtime.Part{
		{FunctionCall: &runtime.FunctionCall{Name: "pay", Args: map[string]any{"card": "4111-secret"}}},
		{FunctionResponse: &runtime.FunctionResponse{Name: "pay", Response: map[string]any{"card": "4111-secret"}}},
	}}}
	if err := svc.AppendEvent(t.Context(), session, e); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema), Write: true})
	page := of{"a", "u", "s"}.path()
	for path, text := range s.crawl() {
		if strings.Contains(text, "4111") {
			t.Errorf("%s shows it", path)
		}
	}
	for _, path := range []string{
		"/search?app=a&key=card&value=4111", page + "/edit?key=card", page + "/key?key=card", page + "/text?key=card", page + "/text?at=2&key=card",
		page + "/text?at=2&event=1", page + "/text?at=4&event=1",
	} {
		if _, text := s.get(path); strings.Contains(text, "4111-") {
			t.Errorf("%s shows it", path)
		}
	}
	if status, _ := s.get("/search?app=a&key=card&value=4"); status != http.StatusForbidden {
		t.Errorf("its values can be guessed: status %d", status)
	}
	if s.audit.Len() > 0 {
		t.Errorf("noted: %s", &s.audit)
	}
	s = serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema), Reveal: true})
	if _, text := s.get(page); !strings.Contains(text, "4111-secret") {
		t.Error("it is not revealed")
	}
	for _, path := range []string{page, page + "/key?key=card", page + "/text?key=card", page + "/text?at=2&event=1"} {
		s.audit.Reset()
		if _, text := s.get(path); !strings.Contains(text, "4111-secret") || !strings.Contains(s.audit.String(), `revealed "card"`) {
			t.Errorf("%s: noted: %q", path, &s.audit)
		}
	}
}

// TestViewIsGet: what is shown as of an event is what Get says.
func TestViewIsGet(t *testing.T) {
	svc := memory.New()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var ids []string
	for range 300 {
		e := &runtime.Event{Author: fmt.Sprintf("author %d", r.IntN(3))}
		key := fmt.Sprintf("k%d", r.IntN(6))
		e.Actions.StateDelta = runtime.Delta{key: r.IntN(100)}
		switch r.IntN(3) {
		case 0:
			e.Actions.StateDelta[key] = nil
		case 1:
			e.Actions.StateDelta = runtime.Delta{"sum": runtime.Op{Kind: runtime.OpSum, Operand: r.IntN(9)}}
		}
		if err := svc.AppendEvent(t.Context(), session, e); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	s := serve(t, Options{Service: svc})
	o := of{"a", "u", "s"}
	for range 60 {
		at := 1 + r.IntN(len(ids))
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		v, err := s.view(request, o, int64(at))
		if err != nil {
			t.Fatal(err)
		}
		want, err := svc.Get(t.Context(), o.get(-1, ids[at-1]))
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]string{}
		for _, sec := range v.State {
			for _, row := range sec.Rows {
				shown[row.Key] = row.Value.Text
			}
		}
		n := 0
		for key, value := range want.State().All() {
			if n++; shown[key] != text(value) {
				t.Fatalf("event %d: %s is shown as %s, want %v", at, key, shown[key], value)
			}
		}
		if n != len(shown) || v.Chosen == nil || v.Chosen.ID != ids[at-1] {
			t.Fatalf("event %d: %d of %d keys, chosen %v", at, n, len(shown), v.Chosen)
		}
		for _, e := range v.Entries { // what a sum came to is what Get says at that event
			for _, c := range e.Changes {
				then, err := svc.Get(t.Context(), o.get(-1, e.ID))
				if err != nil {
					t.Fatal(err)
				}
				if is, _ := then.State().Get("sum"); c.Merge && (!c.Known || c.Value.Text != text(is)) {
					t.Fatalf("event %d: sum is shown as %v, want %v", e.Seq, c.Value, is)
				}
			}
		}
	}
}

func TestSessionPage(t *testing.T) {
	s := serve(t, Options{Service: filled(t, "a", "u", "s"), Schema: schemaOf(t, testSchema)})
	_, page := s.get(of{"a", "u", "s"}.path())
	for _, want := range []string{
		"sum +3</li>", // its operand, and below what it came to
		`sum &#43;3`, `<code>9</code>`,
		`want Step (`, // a value that is none of its words
		`Not declared`, `&lt;script&gt;alert(1)&lt;/script&gt;`,
		`<mark class="missing" title="must">{must}</mark>`,
		`<mark class="value" title="user:name">Ann</mark>`,
		`sensitive, not shown`,
	}[1:] {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s\n%s", want, page)
		}
	}
	_, early := s.get(of{"a", "u", "s"}.path() + "?at=1")
	if !strings.Contains(early, "<code>6</code>") || strings.Contains(early, "flying</code>\n<td>") {
		t.Errorf("as of event 1:\n%s", early)
	}
	for path, want := range map[string]int{
		of{"a", "u", "none"}.path(): http.StatusNotFound, of{"a", "u", "s"}.path() + "?at=x": http.StatusBadRequest,
		of{"a", "u", "s"}.path() + "?at=999999999999": http.StatusOK, "/nowhere": http.StatusNotFound,
		"/search?app=a&idle=x":   http.StatusBadRequest,
		"/search?app=a&broken=1": http.StatusOK,
	} {
		if got, _ := s.get(path); got != want {
			t.Errorf("%s: status %d, want %d", path, got, want)
		}
	}
	if _, text := s.get("/search?app=a&broken=1"); !strings.Contains(text, "1 found in 1 sessions") {
		t.Errorf("the broken session is not found:\n%s", text)
	}
}

// TestWrite: a change is one event, on condition of the value that was shown.
func TestWrite(t *testing.T) {
	svc := filled(t, "a", "u", "s")
	s := serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema), Write: true})
	page := of{"a", "u", "s"}.path()
	send := func(key, shown, value, reason string) (int, string) {
		return s.post(page+"/write", url.Values{"key": {key}, "shown": {shown}, "new": {value}, "reason": {reason}})
	}
	state := func(key string) string {
		session, err := svc.Get(t.Context(), of{"a", "u", "s"}.get(0, ""))
		if err != nil {
			t.Fatal(err)
		}
		v, err := session.State().Get(key)
		if err != nil {
			return err.Error()
		}
		return text(v)
	}
	for _, c := range []struct{ key, shown, value, reason, says, want string }{
		{"step", `"flying"`, `"swimming"`, "r", "want Step (", `"flying"`},
		{"step", `"flying"`, `pay`, "r", "a text is written in quotes", `"flying"`},
		{"step", `"flying"`, `"pay"`, "", "say why", `"flying"`},
		{"step", `"search"`, `"pay"`, "r", "Somebody has changed the value meanwhile", `"flying"`},
		{"count", "9", "101", "r", "max", "9"},
		{"must", "", "", "r", "it can&#39;t be cleared", `there is no value for "must"`},
		{"card", `"4111-secret"`, `"x"`, "r", "changing it needs --reveal-sensitive", `"4111-secret"`},
	} {
		if status, text := send(c.key, c.shown, c.value, c.reason); status < 400 || !strings.Contains(text, c.says) {
			t.Errorf("%s to %s: status %d without %q\n%s", c.key, c.value, status, c.says, text)
		}
		if got := state(c.key); c.key != "must" && got != c.want {
			t.Errorf("%s is now %s", c.key, got)
		}
	}
	if status, text := send("step", `"flying"`, `"pay"`, "a typing error"); status != http.StatusOK || state("step") != `"pay"` {
		t.Fatalf("status %d, step %s\n%s", status, state("step"), text)
	}
	session, err := svc.Get(t.Context(), of{"a", "u", "s"}.get(0, ""))
	if err != nil {
		t.Fatal(err)
	}
	last := session.Events().At(session.Events().Len() - 1)
	if last.Author != author || last.Content.Parts[0].Text != "a typing error" || len(last.Actions.StateDelta) != 1 || session.Events().Len() != 4 {
		t.Errorf("the event is %+v", last)
	}
	if !strings.Contains(s.audit.String(), `changed "step"`) {
		t.Errorf("noted: %q", &s.audit)
	}
	// What came meanwhile isn't overwritten, even between the look and the write.
	if status, _ := send("step", `"flying"`, `"search"`, "late"); status != http.StatusConflict || state("step") != `"pay"` {
		t.Errorf("status %d, step %s", status, state("step"))
	}
	readOnly := serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema)})
	if status, _ := readOnly.post(page+"/write", url.Values{"key": {"step"}, "shown": {`"pay"`}, "new": {`"search"`}, "reason": {"r"}}); status != http.StatusForbidden || state("step") != `"pay"` {
		t.Errorf("without the flag: status %d", status)
	}
	if status, _ := readOnly.get(page + "/edit?key=step"); status != http.StatusForbidden {
		t.Errorf("the form is shown without the flag: status %d", status)
	}
}

// long is a service with a session of n events.
func long(tb testing.TB, n int) *runtime.Service {
	tb.Helper()
	svc := memory.New()
	session, err := svc.Create(context.Background(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		tb.Fatal(err)
	}
	for i := range n {
		e := &runtime.Event{Author: "desk", Content: runtime.NewText("model", strings.Repeat("A long answer. ", 10))}
		e.Actions.StateDelta = runtime.Delta{fmt.Sprintf("k%d", i%50): i}
		if err := svc.AppendEvent(context.Background(), session, e); err != nil {
			tb.Fatal(err)
		}
	}
	return svc
}

func TestLongHistory(t *testing.T) {
	s := serve(t, Options{Service: long(t, 20_000)})
	for _, query := range []string{"", "?at=1", "?at=10000"} {
		if status, page := s.get(of{"a", "u", "s"}.path() + query); status != http.StatusOK || len(page) > 1<<20 {
			t.Errorf("%s: status %d, %d bytes", query, status, len(page))
		}
	}
}

func BenchmarkFirstView(b *testing.B) {
	s := serve(b, Options{Service: long(b, 100_000)})
	defer cputime.Report(b)()
	for b.Loop() {
		if status, _ := s.get(of{"a", "u", "s"}.path()); status != http.StatusOK {
			b.Fatal(status)
		}
	}
}
