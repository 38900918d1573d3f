//go:build unix

package pages

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// inspected starts stategen inspect, and returns the link that it prints.
func inspected(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Getenv("STATEGEN"), append([]string{"inspect"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
	})
	link, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(link)
}

// played is a database that the booking example has written.
func played(t testing.TB) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "booking.db")
	cmd := exec.Command("go", "run", "./examples/booking", "-db", db)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return db
}

func TestInspect(t *testing.T) {
	db := played(t)
	p := Open(t)
	enter(p, inspected(t, booking(t), "--db", db))
	looks(t, p, "inspect apps")
	click(p, "main .names a")
	p.Wait("document.querySelector('h1').textContent === 'Users'")
	looks(t, p, "inspect users")
	click(p, "main .names a")
	p.Wait("document.querySelector('h1').textContent === 'Sessions'")
	looks(t, p, "inspect sessions")
	click(p, "main .names a")
	p.Wait("document.querySelector('#session')")
	looks(t, p, "inspect session")

	// The keys for scrolling scroll.
	last := Eval[int](p, shownEvent)
	for _, c := range []struct{ key, until string }{
		{kb.PageDown, "scrollY > 100"},
		{kb.End, "scrollY > document.documentElement.scrollHeight - innerHeight - 2"},
		{kb.Home, "scrollY === 0"},
	} {
		scrolls(p, c.key, c.until)
	}
	if now := Eval[int](p, shownEvent); now != last {
		t.Errorf("scrolling went from event %d to %d", last, now)
	}

	// By keyboard: back by the arrow, as far as the slider goes, and on by it.
	p.Press(kb.ArrowLeft)
	p.Wait(shownEvent + " === " + strconv.Itoa(last-1))
	Eval[bool](p, "document.getElementById('at').focus() === undefined")
	p.Press(kb.Home)
	p.Wait(shownEvent + " === 1")
	p.Press(kb.ArrowRight)
	p.Wait(shownEvent + " === 2")
	if got := Eval[string](p, "location.search"); got != "?at=2" {
		t.Errorf("the address is %q", got)
	}
	looks(t, p, "inspect session at 2")
	p.Press(kb.End)
	p.Wait("!!document.querySelector('.live')")

	// Back goes through the places: before the slider, before the arrow, and to the page before.
	Eval[bool](p, "history.back() === undefined")
	p.Wait(shownEvent + " === " + strconv.Itoa(last-1))
	Eval[bool](p, "history.back() === undefined")
	p.Wait(shownEvent + " === " + strconv.Itoa(last))
	Eval[bool](p, "history.back() === undefined")
	p.Wait("document.querySelector('h1').textContent === 'Sessions'")
	p.Quiet()
}

// scrolls presses a key until the page has scrolled so far: a page under way may let a key pass.
func scrolls(p *Page, key, until string) {
	p.Helper()
	for range 50 {
		p.Press(key)
		if Eval[bool](p, "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r("+until+"))))") {
			return
		}
	}
	p.Errorf("the page doesn't scroll until %s", until)
}

const shownEvent = "+document.querySelector('.slider')?.dataset.at"

// enter opens a link that leads in, and waits until the address has no token any more.
func enter(p *Page, link string) {
	p.Helper()
	p.Visit(link)
	p.Wait("document.querySelector('h1')?.textContent === 'Apps' && location.search === ''")
}

// TestInspectOpens: the browser is opened without the token on a command line, which all users of a
// machine can see, and is let in all the same.
func TestInspectOpens(t *testing.T) {
	bin, db := t.TempDir(), played(t)
	opened := filepath.Join(bin, "opened")
	script := "#!/bin/sh\necho \"$@\" > " + opened + "\n"
	if err := errors.Join(syscall.Mkfifo(opened, 0o600), os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	_, token, _ := strings.Cut(inspected(t, booking(t), "--db", db, "--open"), "token=")
	text, err := os.ReadFile(opened) // waits for who writes
	if err != nil {
		t.Fatal(err)
	}
	page := strings.TrimSpace(string(text))
	if strings.Contains(page, token) {
		t.Errorf("the token is on the command line: %s", page)
	}
	for path, mode := range map[string]os.FileMode{page: 0o600, filepath.Dir(page): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	p := Open(t)
	enter(p, fileURL(page))
	p.Quiet()
}

func click(p *Page, selector string) {
	p.Helper()
	Eval[bool](p, "setTimeout(() => document.querySelector("+quoted(selector)+").click(), 0) > 0")
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }

// TestInspectWriteAndFollow: a value is changed by keyboard in one program, and a page of another
// that only reads shows it.
func TestInspectWriteAndFollow(t *testing.T) {
	db := played(t)
	const session = "app/booking/user/ana/session/home"
	reader, writer := Open(t), Open(t)
	readLink, writeLink := inspected(t, booking(t), "--db", db), inspected(t, booking(t), "--db", db, "--write")
	enter(reader, readLink)
	reader.Visit(beforeQuery(readLink) + session)
	before := Eval[int](reader, "+document.querySelector('.last').textContent")
	if n := Eval[int](reader, "document.querySelectorAll('.edit').length"); n != 0 {
		t.Errorf("%d values can be changed without --write", n)
	}

	// What doesn't change stays as it is: focus, selection, what is unfolded and scrolled.
	Eval[bool](reader, `(() => {
		window.kept = document.querySelector("a.history[href$='key=destination_city']");
		kept.focus({preventScroll: true});
		document.querySelector(".json").open = true;
		document.querySelector(".list").scrollTop = 50;
		getSelection().selectAllChildren(document.querySelector(".state tbody code"));
		scrollTo(0, 200);
		return true;
	})()`)

	enter(writer, writeLink)
	writer.Visit(beforeQuery(writeLink) + session)
	Eval[bool](writer, "document.querySelector('a.edit[href$=\"key=seat\"]').focus() === undefined")
	writer.Press(kb.Enter)
	writer.Wait("!!document.getElementById('new')")
	looks(t, writer, "inspect edit")
	Eval[bool](writer, "document.getElementById('new').select() === undefined")
	writer.Type(`"12C"`)
	writer.Press(kb.Tab)
	writer.Type("the traveler called")
	writer.Press(kb.Enter)
	writer.Wait("!!document.querySelector('#session')")
	if text := Eval[string](writer, "document.querySelector('.state').textContent"); !strings.Contains(text, `"12C"`) {
		t.Error("the change is not shown")
	}

	reader.Wait("+document.querySelector('.last').textContent === " + strconv.Itoa(before+1))
	reader.Wait("document.querySelector('.chosen').textContent.includes('the traveler called')")
	if got := Eval[string](reader, `[document.activeElement === kept, getSelection().toString(), scrollY,
		document.querySelector(".list").scrollTop, document.querySelector(".json").open].join(" ")`); got != "true booking_step 200 50 true" {
		t.Errorf("after an event the page has %s", got)
	}
	reader.Quiet()
	writer.Quiet()
}

// TestInspectLongTexts: whoever has a keyboard or a phone alone can read and copy them.
func TestInspectLongTexts(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "long.db")
	svc, err := sqlite.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	long := strings.Repeat("This is what somebody has said. ", 300)
	for i := range 20 {
		parts := []runtime.Part{{Text: long}, {FunctionCall: &runtime.FunctionCall{Name: "find", Args: map[string]any{"q": long}}}}
		e := &runtime.Event{Author: "desk", Host: runtime.HostData(`{"x":"` + long + `"}`), Content: &runtime.Content{Parts: parts}}
		e.Actions.StateDelta = runtime.Delta{"text": long, "word": strings.Repeat("x", 5000),
			"list": []any{map[string]any{"n": i, "deep": []any{1, map[string]any{"text": long}}}, long}}
		err = errors.Join(err, svc.AppendEvent(t.Context(), session, e))
	}
	schema := `version: 1
package: p
keys: {text: {type: string, optional: true}, "temp:draft": {type: string, optional: true}}
instructions: {greet: {text: "{text?} {temp:draft?} {text?}"}}
`
	if err := errors.Join(err, svc.Close(), os.WriteFile(filepath.Join(dir, "stategen.yaml"), []byte(schema), 0o600)); err != nil {
		t.Fatal(err)
	}
	p := Open(t)
	link := inspected(t, dir, "--db", db)
	enter(p, link)
	const page = "app/a/user/u/session/s"
	for name, path := range map[string]string{"session": page + "?at=5", "history": page + "/key?key=list", "shared": "app/a/user/u"} {
		p.Visit(beforeQuery(link) + path)
		Eval[bool](p, "document.querySelectorAll('details').forEach((d) => { d.open = true; }) === undefined")
		looks(t, p, "inspect long "+name)
	}
	p.Size(390, 844)
	p.Visit(beforeQuery(link) + page)
	if n := Eval[int](p, "document.querySelector('.state td').clientWidth"); n < 330 {
		t.Errorf("on a phone values are %d pixels wide", n)
	}
	Eval[bool](p, "document.querySelector('.copy').focus() === undefined")
	p.Press(kb.Enter)
	p.Wait("document.querySelector('.copy').textContent.startsWith('Copied')")
	p.Quiet()
}

// TestInspectSearch looks at the other pages.
func TestInspectSearch(t *testing.T) {
	p := Open(t)
	link := inspected(t, booking(t), "--db", played(t))
	enter(p, link)
	p.Visit(beforeQuery(link) + "search?app=booking&key=booking_step&value=done")
	looks(t, p, "inspect search")
	if n := Eval[int](p, "document.querySelectorAll('.names a').length"); n < 2 {
		t.Errorf("%d sessions are found", n)
	}
	click(p, ".names a")
	p.Wait("document.querySelector('#session')")
	Eval[bool](p, "document.getElementById('at').focus() === undefined")
	p.Press(kb.Home)
	p.Wait(shownEvent + " === 1")
	p.Quiet()
}

func beforeQuery(link string) string { return strings.Split(link, "?")[0] }
