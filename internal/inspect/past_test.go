package inspect

import (
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// story is a service that is written to at times of its own: one second after the other.
type story struct {
	testing.TB
	*runtime.Service
	now time.Time
}

func newStory(t testing.TB) *story {
	return &story{t, memory.New(), time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)}
}

func (s *story) create(o of, state map[string]any) {
	s.Helper()
	s.now = s.now.Add(time.Second)
	r := runtime.CreateRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, State: state, Timestamp: s.now}
	if _, err := s.Create(s.Context(), r); err != nil {
		s.Fatal(err)
	}
}

func (s *story) write(o of, author string, delta runtime.Delta) {
	s.Helper()
	var session *runtime.Session
	var err error
	if o.ID == "" {
		session, err = s.Shared(s.Context(), runtime.SharedRequest{AppName: o.App, UserID: o.User})
	} else {
		session, err = s.Get(s.Context(), o.get(-1, ""))
	}
	if err != nil {
		s.Fatal(err)
	}
	s.now = s.now.Add(time.Second)
	e := &runtime.Event{Author: author, Timestamp: s.now, Actions: runtime.Actions{StateDelta: delta}}
	if err := s.AppendEvent(s.Context(), session, e); err != nil {
		s.Fatal(err)
	}
}

func add(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n} }

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	blanks = regexp.MustCompile(`\s+`)
)

// plainText is a page without its marks.
func plainText(page string) string {
	return html.UnescapeString(blanks.ReplaceAllString(tags.ReplaceAllString(page, " "), " "))
}

// written is the last cell of a key's row: who wrote it.
func written(t testing.TB, page, key string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `data-k="`+html.EscapeString(key)+`"`)
	row, _, _ := strings.Cut(rest, "</tr>")
	cells := strings.Split(row, "<td")
	if !found || len(cells) != 3 {
		t.Fatalf("%s has no row:\n%s", key, page)
	}
	return strings.TrimSpace(strings.TrimPrefix(plainText("<td"+cells[2]), " "))
}

const storySchema = `version: 1
package: p
keys:
  step: {type: string, default: search}
  given: {type: string, optional: true}
  user:departs: {type: string, optional: true}
  user:trips: {type: int, merge: sum, default: 0}
  app:promotion: {type: string, optional: true}
  temp:draft: {type: string, optional: true}
instructions:
  greet: {text: "Trips: {user:trips}. Leaves {user:departs?}. Today {app:promotion?}. {temp:draft?} At {step}."}
`

// TestWrittenBy: who wrote a key last, of the session's own in its row, and of shared ones, whichever session it was, in
// their history. Where there is none it says why.
func TestWrittenBy(t *testing.T) {
	svc := newStory(t)
	home, oslo, ben := of{"a", "ana", "home"}, of{"a", "ana", "oslo"}, of{"a", "ben", "1"}
	svc.create(oslo, map[string]any{"given": "x", "user:trips": 1})
	svc.create(home, nil)
	svc.create(ben, nil)
	svc.write(oslo, "payment", runtime.Delta{"user:departs": "05-03", "user:seen": 1, "chosen": 1})
	svc.write(home, "payment", runtime.Delta{"user:departs": "05-09", "stray": 1})
	svc.write(ben, "boss", runtime.Delta{"app:promotion": "10 %"})
	svc.write(of{App: "a"}, "cron", runtime.Delta{"app:shared": 1})
	gone := of{"a", "ana", "gone"}
	svc.create(gone, nil)
	svc.write(gone, "desk", runtime.Delta{"user:lost": 1})
	if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "ana", SessionID: "gone"}); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc.Service, Schema: schemaOf(t, storySchema)})
	_, page := s.get(oslo.path())
	for key, want := range map[string]string{"given": "creation", "chosen": "payment #1", "step": "", "user:departs": ""} {
		if got := strings.TrimSpace(strings.TrimSuffix(written(t, page, key), "history of "+key)); got != want {
			t.Errorf("%s is written by %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]string{
		"user:departs": "payment #1 of home 2026", "app:promotion": "boss #1 of ben / 1 2026", "app:shared": "cron outside of sessions 2026",
		"user:trips": "creation 2026", "user:lost": "No event that is left has written it.",
	} {
		_, page := s.get(oslo.path() + "/key?key=" + key)
		if text := plainText(page); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", key, want, text)
		}
	}
	_, history := s.get(oslo.path() + "/key?key=user:departs")
	if !strings.Contains(history, `<a href="/app/a/user/ana/session/home?at=1">#1 of home</a>`) {
		t.Errorf("no link leads to the event:\n%s", history)
	}
	if !strings.Contains(page, `the default`) {
		t.Error("the default isn't named")
	}

	// Whatever the length of the history, it says where to look.
	for range 2 * ownEvents {
		svc.write(home, "desk", runtime.Delta{"step": "pay"})
	}
	_, page = s.get(home.path())
	if got := written(t, page, "stray"); got != "further back history of stray" {
		t.Errorf("stray is written by %q", got)
	}
	if texts := s.pagesOf(home.path() + "/key?key=stray"); !strings.Contains(texts[len(texts)-1], "payment #1 2026-01-02 03:00:05 set to 1") {
		t.Errorf("the history is\n%s", texts[len(texts)-1])
	}
}

var older = regexp.MustCompile(`href="([^"]*)">(?:Further back|Those of other sessions)`)

// pagesOf is a history by its pages, as texts.
func (s *served) pagesOf(address string) []string {
	s.Helper()
	path, _, _ := strings.Cut(address, "?")
	var texts []string
	for len(texts) < 200 {
		status, page := s.get(address)
		if status != http.StatusOK {
			s.Fatalf("%s: status %d\n%s", address, status, page)
		}
		texts = append(texts, plainText(page))
		next := older.FindStringSubmatch(page)
		if next == nil {
			return texts
		}
		if address = html.UnescapeString(next[1]); strings.HasPrefix(address, "?") {
			address = path + address
		}
	}
	s.Fatal("the history has no end")
	return nil
}

var setTo = regexp.MustCompile(`set to "(\d+)"`)

func numbers(texts []string) (list []string) {
	for _, text := range texts {
		for _, m := range setTo.FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
	}
	return list
}

// TestKeyHistory: all that became of a key, the latest first, however many pages and sessions that
// takes, and also where times are the same.
func TestKeyHistory(t *testing.T) {
	for name, pace := range map[string]time.Duration{"in turn": 0, "at one time": -time.Second} {
		t.Run(name, func(t *testing.T) {
			svc := newStory(t)
			var sessions []of
			for i := range 7 {
				sessions = append(sessions, of{"a", "u", fmt.Sprint(i)})
				svc.create(sessions[i], nil)
			}
			var want []string
			for i := range 3 * pageSize {
				svc.write(sessions[i*i%7], "desk", runtime.Delta{"user:n": fmt.Sprint(i)})
				svc.write(sessions[3], "desk", runtime.Delta{"n": fmt.Sprint(i)})
				svc.now = svc.now.Add(pace)
				want = append(want, fmt.Sprint(i))
			}
			s := serve(t, Options{Service: svc.Service})
			texts := s.pagesOf(sessions[0].path() + "/key?key=user:n")
			got := numbers(texts)
			if slices.Reverse(want); pace != 0 {
				slices.Sort(got)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("in %d pages: %v\nwant %v", len(texts), got, want)
			}
			texts = s.pagesOf(sessions[3].path() + "/key?key=n")
			own := numbers(texts)
			if pace != 0 {
				slices.Sort(own)
			}
			if !slices.Equal(own, want) || len(texts) < 3 {
				t.Errorf("of the session's own key there are %d in %d pages: %v", len(own), len(texts), own)
			}
		})
	}
}

// TestLongHistories: of sessions that share a key, the page says how far it went in each, and leads on.
func TestLongHistories(t *testing.T) {
	svc := newStory(t)
	o := of{"a", "u", "s"}
	svc.create(o, map[string]any{"user:n": "0"})
	for range mostEvents / 2 {
		svc.write(o, "desk", runtime.Delta{"step": "x"})
	}
	for i := range 60 {
		svc.create(of{"a", "u", fmt.Sprint(i)}, nil)
	}
	s := serve(t, Options{Service: svc.Service})
	texts := s.pagesOf(o.path() + "/key?key=user:n")
	if !strings.Contains(texts[0], "No event that was looked at has written it. Further back: events of s before #") {
		t.Errorf("the first page is\n%s", texts[0])
	}
	if got := numbers(texts); !slices.Equal(got, []string{"0"}) {
		t.Errorf("the history is %v", got)
	}
}

// TestHistoryOfManySessions: more sessions than are looked through for a page.
func TestHistoryOfManySessions(t *testing.T) {
	svc := newStory(t)
	var want []string
	for i := range 2*mostSessions + 100 {
		o := of{"a", fmt.Sprint(i % 13), fmt.Sprint(i)}
		svc.create(o, nil)
		if i%25 == 0 {
			svc.write(o, "desk", runtime.Delta{"app:n": fmt.Sprint(i)})
			want = append(want, fmt.Sprint(i))
		}
	}
	s := serve(t, Options{Service: svc.Service})
	got := numbers(s.pagesOf("/app/a/key?key=app:n"))
	if slices.Reverse(want); !slices.Equal(got, want) {
		t.Errorf("the history is %v, want %v", got, want)
	}
}

// TestThen: the prompt at an event has the values of then, and says which are of now.
func TestThen(t *testing.T) {
	svc := newStory(t)
	home, oslo := of{"a", "ana", "home"}, of{"a", "ana", "oslo"}
	svc.create(home, nil)
	svc.create(oslo, nil)
	svc.write(home, "agency", runtime.Delta{"user:trips": add(1), "user:departs": "05-03", "step": "pay"})
	svc.write(home, "agency", runtime.Delta{"given": add(1)})
	svc.write(home, "agency", runtime.Delta{"given": add(3), "step": "done"})
	svc.write(oslo, "payment", runtime.Delta{"user:departs": nil, "app:promotion": "10 %"})
	s := serve(t, Options{Service: svc.Service, Schema: schemaOf(t, storySchema)})
	for at, want := range map[string]string{
		"?at=1": "Trips: 1 of now . Leaves ∅ . Today 10 % of now . {temp:draft?} never kept At pay .",
		"":      "Trips: 1 . Leaves ∅ . Today 10 % . {temp:draft?} never kept At done .",
	} {
		_, page := s.get(home.path() + at)
		if text := plainText(page); !strings.Contains(text, want) {
			t.Errorf("%q lacks %q:\n%s", at, want, text)
		}
	}
	_, page := s.get(home.path() + "/key?key=given")
	if text := plainText(page); !strings.Contains(text, "sum +3 → 4 agency #2 2026-01-02 03:00:04 sum +1 → 1") {
		t.Errorf("the history is\n%s", text)
	}
	_, page = s.get(home.path() + "/key?key=user:trips") // what else was added isn't known
	if text := plainText(page); !strings.Contains(text, "sum +1") || strings.Contains(text, "→") {
		t.Errorf("sums are made up:\n%s", text)
	}
}

// TestBadAddresses: what is asked for wrongly is told, and never the server's fault.
func TestBadAddresses(t *testing.T) {
	svc := filled(t, "a", "u", "s")
	s := serve(t, Options{Service: svc, Schema: schemaOf(t, testSchema), Write: true})
	page := of{"a", "u", "s"}.path()
	long := url.QueryEscape(strings.Repeat("x", 5000))
	for _, path := range []string{
		"/?after=%ff", "/?after=%00", "/?after=" + long, "/app/%ff", "/app/%00", "/app/a?after=%ff", "/app/a?from=x", "/app/a/user/%ff", "/app/a/user/%00",
		"/app/a/user/u?after=x", "/app/a/user/u?after=%ff", "/app/a/user/u?from=-1", "/app/a/user/u/session/%ff", "/app/a/user/u/session/%00",
		page + "?at=-1", page + "?at=1.5", page + "?at=99999999999999999999", page + "?from=x", page + "/part?at=x", page + "/none", "/app/a/user/u/session/x/last",
		page + "/key", page + "/key?key=", page + "/key?key=user:", page + "/key?key=temp:x", page + "/key?key=step&below=x",
		page + "/key?key=user:name&before=-1", page + "/key?key=user:name&below=x", "/app/a/key?key=user:name", "/app/a/user/u/key?key=step", "/app/a/user/u/session/x/key?key=step",
		page + "/text", page + "/text?key=nothing", page + "/text?at=x&key=step", page + "/text?at=99&event=1", page + "/text?at=0&event=1",
		"/app/a/text?key=step", "/app/a/user/u/session/x/text?event=1&at=1", page + "/edit?key=", page + "/edit?key=%ff", "/search?app=%ff", "/search?app=a&after=x", "/search?app=a&idle=-x",
	} {
		if status, text := s.get(path); status < 400 || status >= 500 {
			t.Errorf("%s: status %d\n%s", path, status, plainText(text))
		}
	}
	for _, values := range []url.Values{{"key": {""}, "new": {"1"}, "reason": {"r"}}, {"key": {"\xff"}, "new": {"1"}, "reason": {"r"}}, {"key": {"temp:x"}, "new": {"1"}, "reason": {"r"}}} {
		if status, text := s.post(page+"/write", values); status < 400 || status >= 500 {
			t.Errorf("write of %v: status %d\n%s", values, status, plainText(text))
		}
	}
}

// TestPagesDontGrow: with their data.
func TestPagesDontGrow(t *testing.T) {
	svc := newStory(t)
	svc.Service = svc.Limited(runtime.Sizes{Value: 64 << 20, Delta: 256 << 20})
	o := of{"a", "u", "s"}
	many, list := map[string]any{}, []any{}
	for i := range 20_000 {
		many[fmt.Sprintf("k%05d", i)] = i
		many[fmt.Sprintf("user:k%05d", i)] = i
		list = append(list, map[string]any{"n": i})
	}
	svc.create(o, many)
	delete(many, "k00000")
	svc.write(o, "desk", many)
	huge := strings.Repeat("é", 25<<20)
	svc.write(o, "desk", runtime.Delta{"text": huge, "list": list, "user:text": huge})
	s := serve(t, Options{Service: svc.Service, Schema: schemaOf(t, `version: 1
package: p
keys: {text: {type: string, optional: true}, list: {type: json, optional: true}, user:text: {type: string, optional: true}}
instructions: {say: {text: "{text} {text} {text} {list} {user:text}"}}
`)})
	for _, path := range []string{
		o.path(), o.path() + "?at=1", o.path() + "?from=20000", "/app/a/user/u", o.path() + "/key?key=text", o.path() + "/key?key=list", o.path() + "/key?key=user:text",
		"/search?app=a&broken=1",
	} {
		if status, text := s.get(path); status != http.StatusOK || len(text) > 400_000 {
			t.Errorf("%s: status %d, %d bytes", path, status, len(text))
		}
	}
	_, page := s.get(o.path())
	for _, want := range []string{"Keys 1 to 100 of 40003.", `<a data-k="after" href="?from=100">`, "and 52428203 bytes more"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if status, text := s.get(o.path() + "/text?key=text"); status != http.StatusOK || strings.TrimSpace(text) != `"`+huge+`"` {
		t.Errorf("the whole value: status %d, %d bytes", status, len(text))
	}
	if status, _ := s.get(o.path() + "/edit?key=text"); status != http.StatusForbidden {
		t.Errorf("a form: status %d", status)
	}
}

// TestWholeTexts: what is shown in part is there whole, and no browser takes it for a page.
func TestWholeTexts(t *testing.T) {
	svc := newStory(t)
	o := of{"a", "u", "s"}
	long := strings.Repeat("<script>alert(1)</script>", 400)
	svc.create(o, map[string]any{"text": long, "user:list": []any{long, 1}})
	session, err := svc.Get(t.Context(), o.get(-1, ""))
	if err != nil {
		t.Fatal(err)
	}
	e := &runtime.Event{Author: "desk", Host: `{"content":{"parts":[{"text":"` + runtime.HostData(long) + `"}]}}`}
	e.Actions.StateDelta = runtime.Delta{"text": "short"}
	if err := svc.AppendEvent(t.Context(), session, e); err != nil {
		t.Fatal(err)
	}
	s := serve(t, Options{Service: svc.Service})
	for path, want := range map[string]string{
		o.path() + "/text?key=user:list": `["` + long + `",1]`, "/app/a/user/u/text?key=user:list": `["` + long + `",1]`,
		o.path() + "/text?key=text": `"short"`, o.path() + "/text?event=1&at=1": long,
	} {
		a, err := s.client.Get(s.base() + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		if err := errors.Join(err, a.Body.Close()); err != nil || a.StatusCode != http.StatusOK || !strings.Contains(string(text), want) {
			t.Errorf("%s: status %d, %v\n%.300s", path, a.StatusCode, err, text)
		}
		if h := a.Header; h.Get("Content-Type") != "text/plain; charset=utf-8" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != policy {
			t.Errorf("%s has headers %v", path, h)
		}
	}
	for path, links := range map[string][]string{
		o.path(): {"/text?at=1&amp;key=user%3alist", "/text?at=1&amp;event=1"}, "/app/a/user/u": {"/text?at=0&amp;key=user%3alist"},
	} {
		_, page := s.get(path)
		for _, link := range links {
			if !strings.Contains(strings.ReplaceAll(page, "%3A", "%3a"), link) {
				t.Errorf("%s has no link to %s:\n%s", path, link, page)
			}
		}
	}
}

// TestFirstPage lists the sessions that were updated last, and a search of the only app needs no app.
func TestFirstPage(t *testing.T) {
	svc := newStory(t)
	for i := range mostSessions + 20 {
		svc.create(of{"a", fmt.Sprint(i % 3), fmt.Sprint(i)}, nil)
	}
	svc.write(of{"a", "0", "3"}, "desk", runtime.Delta{"found": "it"})
	s := serve(t, Options{Service: svc.Service})
	_, page := s.get("/")
	want := "Updated last a / 0 / 3 2026-01-02 03:02:01 1 event a / 2 / 119 2026-01-02 03:02:00 0 events a / 1 / 118"
	if text := plainText(page); !strings.Contains(text, want) || strings.Count(page, "/session/") != mostRecent {
		t.Errorf("the first page is\n%s", text)
	}
	if _, page := s.get("/search?key=found"); !strings.Contains(page, "1 found in 120 sessions") {
		t.Errorf("the search finds\n%s", plainText(page))
	}
	if _, page := s.get("/search"); strings.Contains(page, "required") || strings.Contains(page, "found in") {
		t.Errorf("the search is\n%s", page)
	}
}
