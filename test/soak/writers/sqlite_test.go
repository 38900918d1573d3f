package writers_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// The test binary is also the program that TestKill kills.
const (
	writerVariable = "STATEGEN_TEST_WRITER"
	fileVariable   = "STATEGEN_TEST_FILE"
)

func TestMain(m *testing.M) {
	if writer := os.Getenv(writerVariable); writer != "" {
		if err := write(writer, os.Getenv(fileVariable)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKill kills writers without warning, two at a time, 200 of them, and looks
// each time whether everything acknowledged is there, whole, and nothing by
// halves.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions.db")
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	random := rand.New(rand.NewPCG(3, 14))
	acked := map[string]int64{}
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		var processes []writers.Process
		for _, writer := range []string{"left", "right"} {
			processes = append(processes, writers.Process{
				Writer: writer, KillAfter: 1 + random.IntN(5),
				Command: func() *exec.Cmd { return writerCommand(writer, path) },
			})
		}
		last, err := writers.Kill(processes)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(acked, last)
		if _, err := writers.Verify(t.Context(), svc, acked); err != nil {
			t.Fatalf("after round %d: %v", round, err)
		}
	}
}

func writerCommand(writer, path string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerVariable+"="+writer, fileVariable+"="+path)
	return cmd
}

func write(writer, path string) error {
	ctx := context.Background()
	svc, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	return writers.Write(ctx, svc, writer, 0, os.Stdout)
}
