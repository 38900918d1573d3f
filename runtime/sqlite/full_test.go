package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestFullDisk erases users on a file system that it has filled before: one of some
// megabytes, which STATEGEN_TEST_FULL names.
func TestFullDisk(t *testing.T) {
	dir := os.Getenv("STATEGEN_TEST_FULL")
	if dir == "" {
		t.Skip("set STATEGEN_TEST_FULL to a folder on a small file system of its own")
	}
	path := filepath.Join(dir, "x.db")
	reserve := filepath.Join(dir, "reserve")
	if err := os.WriteFile(reserve, make([]byte, 5<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	svc := open(t, path)
	var err error
	for i := 0; err == nil; i++ {
		var s *runtime.Session
		s, err = svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: fmt.Sprint("u", i%3), SessionID: fmt.Sprint(i)})
		for j := 0; j < 50 && err == nil; j++ {
			err = svc.AppendEvent(ctx, s, &runtime.Event{Content: runtime.NewText("user", strings.Repeat("x", 2000))})
		}
	}
	t.Log("full:", err, size(t, path)>>20, "MB")
	fillRest(t, filepath.Join(dir, "rest"))
	if err := os.Remove(reserve); err != nil { // what its operator makes room with
		t.Fatal(err)
	}
	for i := range 3 {
		if err := svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "a", UserID: fmt.Sprint("u", i)}); err != nil {
			t.Fatalf("user %d: %v", i, err)
		}
	}
	if err := svc.Compact(ctx, runtime.CompactRequest{}); err != nil {
		t.Fatal(err)
	}
	if n := size(t, path); n > 1<<20 {
		t.Errorf("%d bytes are left", n)
	}
}

func fillRest(t *testing.T, path string) {
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
}
