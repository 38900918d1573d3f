//go:build unix

package redis

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
)

// do sends a command to a server.
func do(t *testing.T, n *redistest.Node, args ...string) any {
	t.Helper()
	answer, err := n.Do(args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return answer
}

// configure sets one of the server's settings until the test ends.
func configure(t *testing.T, n *redistest.Node, name, value, afterwards string) {
	t.Helper()
	do(t, n, "CONFIG", "SET", name, value)
	t.Cleanup(func() { _, _ = n.Do("CONFIG", "SET", name, afterwards) })
}

// TestOpenRefuses opens servers that can't keep what is promised, each with and without
// the permission.
func TestOpenRefuses(t *testing.T) {
	s := startServer(t)
	for name, test := range map[string]struct {
		setting, value, otherwise string
		opts, permission          []Option
	}{
		"evicts keys":                                {"maxmemory-policy", "allkeys-lru", "noeviction", []Option{Replicas(0)}, []Option{AllowEviction()}},
		"removes keys when its memory":               {"maxmemory-policy", "allkeys-lfu", "noeviction", []Option{Replicas(0)}, []Option{AllowEviction()}},
		"no append-only file":                        {"appendonly", "no", "yes", []Option{Replicas(0)}, []Option{AllowNoAppendOnlyFile()}},
		"redis.AllowFewerReplicas() opens it before": {"maxmemory-policy", "volatile-lru", "noeviction", nil, []Option{AllowFewerReplicas()}},
	} {
		t.Run(name, func(t *testing.T) {
			configure(t, s.Node, test.setting, test.value, test.otherwise)
			opts := append(test.opts, Prefix(newPrefix(t)))
			_, err := Open(t.Context(), s.URL(), opts...)
			if err == nil || name != "evicts keys" && !strings.Contains(err.Error(), name) {
				t.Errorf("got error %v", err)
			}
			openStore(t, s.URL(), append(opts, test.permission...)...)
		})
	}
}

func TestCheckServer(t *testing.T) {
	st := openStore(t, startServer(t).URL(), Replicas(0), Prefix(newPrefix(t)))
	for want, info := range map[string]string{
		"its version is 6.2.14; Redis 7 or later is needed":                                              "redis_version:6.2.14\r\nrole:master",
		"it is a replica: reads and writes go to the primary; pass redis.ReadOnly() to read what it has": "redis_version:8.0.0\r\nrole:slave\r\n",
		"": "# Server\r\nredis_version:7.2.4\r\nrole:master\r\nslave0:ip=10.0.0.1,port=6379,state=online\r\n",
	} {
		err := st.checkServer(parseInfo(info))
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	for name, opts := range map[string][]Option{
		"prefix": {Prefix("a{b")}, "replicas": {Replicas(-1)}, "wait": {Wait(0)}, "retry": {Retry(-1)},
	} {
		if _, err := Open(t.Context(), "redis://127.0.0.1:1", opts...); err == nil || !strings.HasPrefix(err.Error(), "session database: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, url := range []string{"http://127.0.0.1", "redis://127.0.0.1:1?replicas=x", "redis://127.0.0.1:1?prefix=}", "redis://127.0.0.1:1"} {
		if _, err := Open(t.Context(), url); err == nil || !strings.HasPrefix(err.Error(), "session database: ") {
			t.Errorf("%s: error %v", url, err)
		}
	}
}

// TestURLErrors says of what a server doesn't take how to write it.
func TestURLErrors(t *testing.T) {
	s, err := redistest.StartServer(quick)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	do(t, s.Node, "CONFIG", "SET", "requirepass", "secret")
	for url, want := range map[string]string{
		s.URL(): "the URL has no password",
		strings.Replace(s.URL(), "//", "//:wrong@", 1):               "doesn't take the user and password",
		strings.Replace(s.URL(), "redis://", "rediss://:secret@", 1): "write redis:// instead of rediss://",
	} {
		if _, err := Open(t.Context(), url, Replicas(0)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", url, err, want)
		}
	}
}

// TestForeignKeys opens what belongs to other programs, or to later ones.
func TestForeignKeys(t *testing.T) {
	s := startServer(t)
	open := func(prefix string) error {
		_, err := Open(t.Context(), s.URL(), Replicas(0), Prefix(prefix))
		return err
	}
	prefix := newPrefix(t)
	do(t, s.Node, "SET", "{"+prefix+":}layout", "1")
	if err := open(prefix); err == nil || !strings.Contains(err.Error(), "belongs to another program") {
		t.Errorf("got error %v", err)
	}
	do(t, s.Node, "SET", "{"+prefix+":}layout", "stategen 2")
	if err := open(prefix); !errors.Is(err, runtime.ErrNewerTables) {
		t.Errorf("got error %v", err)
	}
	do(t, s.Node, "SET", "{"+prefix+":}layout", "stategen 1")
	if err := open(prefix); err != nil {
		t.Error(err)
	}
	st := openStore(t, s.URL(), Replicas(0), Prefix(prefix))
	svc := runtime.NewService(st)
	do(t, s.Node, "SET", st.keys("foreign").sessions(), "x")
	if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "foreign", UserID: "u"}); err == nil || !strings.Contains(err.Error(), "belong to another program") {
		t.Errorf("got error %v", err)
	}
}

// TestNewerLayout goes on while a newer program changes an app's keys.
func TestNewerLayout(t *testing.T) {
	s := startServer(t)
	st := openStore(t, s.URL(), Replicas(0), Prefix(newPrefix(t)))
	svc := runtime.NewService(st)
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	do(t, s.Node, "HSET", st.keys("a").sessions(), "", "2")
	for name, call := range map[string]func() error{
		"append": func() error { return svc.AppendEvent(t.Context(), session, &runtime.Event{}) },
		"create": func() error {
			_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"})
			return err
		},
		"get": func() error {
			_, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			return err
		},
		"list": func() error {
			_, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"})
			return err
		},
		"delete": func() error {
			return svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"})
		},
		"erase": func() error {
			return svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"})
		},
	} {
		if err := call(); !errors.Is(err, runtime.ErrNewerTables) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestFullMemory refuses whole appends, and makes room all the same.
func TestFullMemory(t *testing.T) {
	s := startServer(t)
	svc := openService(t, s.URL(), Replicas(0), Prefix(newPrefix(t)))
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"n": 1, "user:n": 1}})
	if err != nil {
		t.Fatal(err)
	}
	configure(t, s.Node, "maxmemory", "1mb", "0")
	event := &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1), "user:n": 2}}}
	if err := svc.AppendEvent(t.Context(), session, event); err == nil || !strings.Contains(err.Error(), "OOM") {
		t.Fatalf("got error %v", err)
	}
	got, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := got.State().Get("user:n"); n != 1 || got.Events().Len() != 0 {
		t.Errorf("user:n is %v after %d events", n, got.Events().Len())
	}
	if err := svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"}); err != nil {
		t.Error(err)
	}
}

// TestAccessControl does everything as a user who may do what docs/redis.md says.
func TestAccessControl(t *testing.T) {
	page, err := os.ReadFile("../../docs/redis.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^user agents on (.*)$`).FindSubmatch(page)
	if line == nil {
		t.Fatal("docs/redis.md has no line for the user agents")
	}
	s := startServer(t)
	rights := strings.Fields(strings.ReplaceAll(string(line[1]), ">a-long-password", ">pass"))
	do(t, s.Node, append([]string{"ACL", "SETUSER", "agents", "reset", "on"}, rights...)...)
	url := strings.Replace(s.URL(), "redis://", "redis://agents:pass@", 1)
	svc := openService(t, url, Replicas(0), TimeToLive(TTL{Session: time.Hour}))
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "acl", UserID: "u", SessionID: "s", State: map[string]any{"app:n": 1}})
	if err == nil {
		err = svc.AppendEvent(t.Context(), session, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"app:n": sum(1), "user:l": union("x")}}})
	}
	if err == nil {
		err = svc.AppendEvent(t.Context(), session, &runtime.Event{})
	}
	if err == nil {
		_, err = svc.Prune(t.Context(), runtime.PruneRequest{MaxEvents: 1, KeepYounger: 1, IdleFor: 1})
	}
	if err == nil {
		_, err = svc.Purge(t.Context(), runtime.PurgeRequest{Key: "app:n"})
	}
	if err == nil {
		err = svc.DeleteApp(t.Context(), runtime.DeleteAppRequest{AppName: "acl"})
	}
	if err == nil {
		err = svc.Compact(t.Context(), runtime.CompactRequest{Rewrite: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), url, Replicas(0), Prefix("other")); err == nil || !strings.Contains(err.Error(), "NOPERM") {
		t.Errorf("with a prefix that is not allowed: error %v", err)
	}
}

// TestStrangeNames keeps apps apart whose names hold what ends a tag, or escapes it.
func TestStrangeNames(t *testing.T) {
	svc := openService(t, startServer(t).URL(), Replicas(0), Prefix(newPrefix(t)))
	names := []string{"}", "}{", "{", "{}", "%7D", "%", ":", "}layout", "\n", "ü"}
	for i, app := range names {
		if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: app, UserID: app, SessionID: app, State: map[string]any{"app:i": i, "user:i": i}}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for app, err := range svc.Apps(t.Context(), runtime.AppsRequest{}) {
		if err != nil {
			t.Fatal(err)
		}
		s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: app, UserID: app, SessionID: app})
		if err != nil {
			t.Fatal(err)
		}
		mine, _ := s.State().Get("app:i")
		if users, _ := s.State().Get("user:i"); names[mine.(int)] != app || users != mine {
			t.Errorf("%q has %v and %v", app, mine, users)
		}
		n++
	}
	if n != len(names) {
		t.Errorf("%d apps", n)
	}
}

// TestOwnClient leaves the caller's client open.
func TestOwnClient(t *testing.T) {
	client, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{startServer(t).Addr()}, DisableCache: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	svc, err := New(t.Context(), client, Replicas(0), Prefix(newPrefix(t)))
	if err != nil {
		t.Fatal(err)
	}
	create := func() error {
		_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"})
		return err
	}
	if err := create(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(svc.Close(), svc.Close()); err != nil {
		t.Fatal(err)
	}
	if err := create(); !errors.Is(err, runtime.ErrClosed) {
		t.Errorf("after Close: error %v", err)
	}
	if err := client.Do(t.Context(), client.B().Ping().Build()).Error(); err != nil {
		t.Error(err)
	}
}

// TestRewriteFiles finds nothing of an erased user in the server's folder.
func TestRewriteFiles(t *testing.T) {
	s := startServer(t)
	svc := openService(t, s.URL(), Replicas(0), Prefix(newPrefix(t)))
	const secret = "the-secret-of-a-user"
	for i := range 3 {
		if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i), State: map[string]any{"k": secret}}); err != nil {
			t.Fatal(err)
		}
	}
	if !inFiles(t, s.Folder(), secret) {
		t.Fatal("not in the files before")
	}
	if err := svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"}); err != nil {
		t.Fatal(err)
	}
	if err := svc.Compact(t.Context(), runtime.CompactRequest{Rewrite: true}); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, s.Folder(), secret) {
		t.Error("it is in the files still")
	}
}

// TestNothingIsLeft looks for keys of an app that was deleted.
func TestNothingIsLeft(t *testing.T) {
	s := startServer(t)
	st := openStore(t, s.URL(), Replicas(0), Prefix(newPrefix(t)), TimeToLive(long))
	svc := runtime.NewService(st)
	for _, user := range []string{"u1", "u2"} {
		for _, id := range []string{"deleted", "idle", "erased"} {
			session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: user, SessionID: id, State: map[string]any{"k": 1, "user:k": 1, "app:k": 1}})
			if err == nil {
				err = svc.AppendEvent(t.Context(), session, &runtime.Event{})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: user, SessionID: "deleted"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u1"}); err != nil {
		t.Fatal(err)
	}
	if report, err := svc.Prune(t.Context(), runtime.PruneRequest{AppName: "a", IdleFor: 1}); err != nil || report.Sessions != 2 {
		t.Fatalf("%+v, error %v", report, err)
	}
	if err := svc.DeleteApp(t.Context(), runtime.DeleteAppRequest{AppName: "a"}); err != nil {
		t.Fatal(err)
	}
	left := fmt.Sprint(do(t, s.Node, "KEYS", st.keys("a").tag+"*"))
	if want := fmt.Sprint([]string{st.keys("a").sessions()}); left != want { // which holds the version
		t.Errorf("keys %s, want %s", left, want)
	}
}

// TestCanceled ends calls while the server doesn't answer, for whose answers they would wait
// an hour.
func TestCanceled(t *testing.T) {
	s := startServer(t)
	svc := openService(t, s.URL(), Replicas(0), Prefix(newPrefix(t)), Wait(time.Hour))
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func(context.Context) error{
		"append": func(ctx context.Context) error { return svc.AppendEvent(ctx, session, &runtime.Event{ID: "e"}) },
		"get": func(ctx context.Context) error {
			_, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			return err
		},
	} {
		if err := s.Pause(); err != nil {
			t.Fatal(err)
		}
		for _, limited := range []func(context.Context) (context.Context, context.CancelFunc){withDeadline, withoutDeadline} {
			ctx, cancel := limited(t.Context())
			if err := call(ctx); err == nil || ctx.Err() == nil {
				t.Errorf("%s: error %v", name, err)
			}
			cancel()
		}
		if err := s.Resume(); err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.AppendEvent(t.Context(), session, &runtime.Event{ID: "e"}); err != nil {
		t.Error(err)
	}
	got, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil || got.Events().Len() != 1 {
		t.Errorf("%v, error %v", got, err)
	}
}

func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 30*time.Millisecond)
}

// withoutDeadline returns a context that is canceled as soon.
func withoutDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(30*time.Millisecond, cancel)
	return ctx, cancel
}
