//go:build unix

package redis

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// shards are three shards of a cluster, of which some suffer.
type shards struct {
	*redistest.Cluster
	opts    []Option
	running *runtime.Service
	nodes   [][2]*redistest.Node // the first one is that of the keys of all apps together
	apps    [][]string           // on each, some that there are and one to be
	made    int
	used    map[string]bool // apps
}

func startShards(t *testing.T) *shards {
	t.Helper()
	c, err := redistest.StartCluster(3, 1, quick, "cluster-require-full-coverage no")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	s := &shards{Cluster: c, used: map[string]bool{}, opts: []Option{Prefix(newPrefix(t)), Wait(300 * time.Millisecond)}}
	st := openStore(t, c.URL(), s.opts...)
	s.running = runtime.NewService(st)
	primary, replica := ofKey(t, c, st.layoutKey())
	s.nodes, s.apps = [][2]*redistest.Node{{primary, replica}}, [][]string{nil}
	for i := 0; len(s.nodes) < 3 || slices.ContainsFunc(s.apps, func(apps []string) bool { return len(apps) < 6 }); i++ {
		app := fmt.Sprint("app", i)
		primary, replica := ofKey(t, c, st.keys(app).sessions())
		at := slices.Index(s.nodes, [2]*redistest.Node{primary, replica})
		if at < 0 {
			at, s.nodes, s.apps = len(s.nodes), append(s.nodes, [2]*redistest.Node{primary, replica}), append(s.apps, nil)
		}
		s.apps[at] = append(s.apps[at], app)
	}
	return s
}

// TestShardsDown: whatever one shard suffers, apps of the others go on, in new programs and
// in running ones, and all of them are listed when it is well again. With -short one suffers.
func TestShardsDown(t *testing.T) {
	s := startShards(t)
	for at := range s.nodes {
		s.use(t, "at first", s.running, at)
	}
	down := s.nodes
	if testing.Short() {
		down = down[:1]
	}
	for at, nodes := range down {
		primary, replica := nodes[0], nodes[1]
		s.suffer(t, at, "the replica", replica)
		s.suffer(t, at, "replica and primary", replica, primary)
		s.suffer(t, at, "the primary", primary)
	}
	s.list(t)
	url := strings.Replace(s.URL(), "?", "/3?", 1)
	if _, err := Open(t.Context(), url); err == nil || !strings.Contains(err.Error(), "a cluster has no database 3") {
		t.Errorf("%s: error %v", url, err)
	}
}

// suffer kills servers of a shard for a while.
func (s *shards) suffer(t *testing.T, at int, what string, killed ...*redistest.Node) {
	t.Helper()
	for _, node := range killed {
		node.Kill()
	}
	for other := range s.nodes {
		if other != at {
			what := fmt.Sprintf("without %s of shard %d", what, at)
			s.use(t, what+", running", s.running, other)
			s.use(t, what+", new", openService(t, s.URL(), s.opts...), other)
		}
	}
	if len(killed) == 2 {
		_, err := openStore(t, s.URL(), append(s.opts, Retry(0))...).List(t.Context(), store.ListQuery{AppName: s.apps[at][0]})
		if err == nil || !strings.Contains(err.Error(), "the shard of these keys can't be reached") {
			t.Errorf("of an app of the dead shard: error %v", err)
		}
	}
	slices.Reverse(killed)
	for _, node := range killed {
		if err := node.Restart(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Await(); err != nil {
		t.Fatal(err)
	}
}

// use does with apps of a shard what programs do, with one of them for the first time.
func (s *shards) use(t *testing.T, when string, svc *runtime.Service, shard int) {
	t.Helper()
	s.made++
	app, id := s.apps[shard][s.made%len(s.apps[shard])], fmt.Sprint(s.made)
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: app, UserID: "u" + id, SessionID: id, State: map[string]any{"user:k": 1}})
	if err == nil {
		err = svc.AppendEvent(t.Context(), session, sumEvent("e"))
	}
	if err == nil {
		_, err = svc.Get(t.Context(), runtime.GetRequest{AppName: app, UserID: "u" + id, SessionID: id})
	}
	if err == nil {
		_, err = svc.List(t.Context(), runtime.ListRequest{AppName: app})
	}
	if s.used[app] = true; err == nil && s.made%2 == 0 {
		_, err = svc.Create(t.Context(), runtime.CreateRequest{AppName: app, UserID: "other", SessionID: id})
	}
	if err == nil && s.made%2 == 0 {
		err = svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: app, UserID: "u" + id})
	}
	if err != nil {
		t.Errorf("%s: app %s of shard %d: %v", when, app, shard, err)
	}
}

// list finds all apps that have a session or state, those that an earlier version has noted
// included.
func (s *shards) list(t *testing.T) {
	t.Helper()
	st := openStore(t, s.URL(), s.opts...)
	b := st.client.B()
	old := "noted by an earlier version"
	if err := st.client.Do(t.Context(), b.Zadd().Key(st.wholeList()).ScoreMember().ScoreMember(0, old).Build()).Error(); err != nil {
		t.Fatal(err)
	}
	if err := st.client.Do(t.Context(), b.Hset().Key(st.keys(old).appState()).FieldValue().FieldValue("k", "1").Build()).Error(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for app, err := range runtime.NewService(st).Apps(t.Context(), runtime.AppsRequest{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, app)
	}
	want := []string{old}
	for app := range s.used {
		want = append(want, app)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("listed are %q, want %q", got, want)
	}
	for _, app := range want {
		slot, err := s.Slot(st.list(app))
		if own, _ := s.Slot(st.keys(app).sessions()); slot != own || err != nil {
			t.Errorf("app %s is in slot %d, and its name in %d, error %v", app, own, slot, err)
		}
	}
}
