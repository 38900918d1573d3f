package cputime

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// A child that has ended counts as one that runs, and a sibling counts as neither.
func TestUsedByTree(t *testing.T) {
	const work = `i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done`
	child := func(script string) *exec.Cmd {
		cmd := exec.Command("sh", "-c", script)
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = stdin.Close(); _ = cmd.Wait() })
		if _, err := stdout.Read(make([]byte, 1)); err != nil { // its work is done
			t.Fatal(err)
		}
		return cmd
	}
	usedBy := func(cmd *exec.Cmd) time.Duration {
		d, ok := usedByTree(cmd.Process.Pid)
		if !ok {
			t.Fatal("the process isn't found")
		}
		return d
	}
	idle := child("echo; read x; :")
	ended := child("sh -c '" + work + "; :'; echo; read x; :")
	itself := child(work + "; echo; read x; :")
	for name, cmd := range map[string]*exec.Cmd{"ended": ended, "itself": itself} {
		if d := usedBy(cmd); d < 5*tick {
			t.Errorf("a child that has done its work (%s) took %v", name, d)
		}
	}
	if d := usedBy(idle); d > 4*tick {
		t.Errorf("a child that is idle took %v", d)
	}
	all, ok := usedByTree(os.Getpid())
	if sum := usedBy(ended) + usedBy(itself); !ok || all < sum {
		t.Errorf("all together took %v, two of them %v", all, sum)
	}
}

func TestUsedByNobody(t *testing.T) {
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if d, ok := usedByTree(cmd.Process.Pid); ok {
		t.Errorf("a process that has ended took %v", d)
	}
}

func TestParseStat(t *testing.T) {
	s, ok := parseStat("7 (a) b (c) S 3 7 7 0 -1 4194304 99 0 0 0 1 20 300 4000 20 0 1 0 99\n")
	if want := (stat{parent: 3, used: 4321 * tick}); !ok || s != want {
		t.Errorf("got %v, want %v", s, want)
	}
	if s, ok := parseStat("7 (sh) S 3"); ok {
		t.Errorf("too short a line gives %v", s)
	}
}
