//go:build unix

package redis

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestReadOnly: it writes nothing, be it that somebody has opened it.
func TestReadOnly(t *testing.T) {
	url, prefix := startServer(t).URL(), Prefix(newPrefix(t))
	if _, err := Open(t.Context(), url, prefix, ReadOnly()); err == nil || !strings.Contains(err.Error(), "no sessions have been stored there") {
		t.Errorf("before there are any: error %v", err)
	}
	writer := openService(t, url, prefix, Replicas(0))
	s, err := writer.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"k": 1}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := writer.AppendEvent(t.Context(), s, &runtime.Event{Author: "a"}); err != nil {
			t.Fatal(err)
		}
	}
	reader := openService(t, url, prefix, ReadOnly())
	for name, write := range map[string]func() error{
		"create": func() error {
			_, err := reader.Create(t.Context(), runtime.CreateRequest{AppName: "b", UserID: "u"})
			return err
		},
		"append": func() error {
			return reader.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"k": 2}}})
		},
		"delete": func() error {
			return reader.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"})
		},
		"delete a user": func() error {
			return reader.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"})
		},
		"prune": func() error {
			_, err := reader.Prune(t.Context(), runtime.PruneRequest{MaxEvents: 1, KeepYounger: 1})
			return err
		},
		"purge": func() error {
			_, err := reader.Purge(t.Context(), runtime.PurgeRequest{Key: "k"})
			return err
		},
	} {
		if err := write(); err == nil || !strings.Contains(err.Error(), "opened for reading alone") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	got, err := reader.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if k, _ := got.State().Get("k"); k != 1 {
		t.Errorf("the key is %v", k)
	}
}

// TestURLWithoutEscapes: a password in which something isn't escaped is in no error.
func TestURLWithoutEscapes(t *testing.T) {
	for _, url := range []string{
		"redis://me:12/secret@127.0.0.1:1", "redis://me:12?secret@127.0.0.1:1", "redis://me:12#secret@127.0.0.1:1", "redis://me:12%secret@127.0.0.1:1",
		"redis://127.0.0.1:1?master_set=m&sentinel_password=%zsecret", "redis://me:12?db=secret@127.0.0.1:1", "redis://me:12?replicas=secret@127.0.0.1:1", "redis://me:12?dial_timeout=secret@127.0.0.1:1",
	} {
		_, err := Open(t.Context(), url)
		if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "%2F") {
			t.Errorf("%s: error %v", url, err)
		}
	}
	for _, url := range []string{"redis://127.0.0.1:1?master_set=m&sentinel_password=secret", "redis://127.0.0.1:1?sentinel_password=secret", "redis://127.0.0.1:1?master_set=m&sentinel_password=sec%ret@"} {
		if _, err := Open(t.Context(), url); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v", url, err)
		}
	}
}
