//go:build unix

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"

	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// note keeps the highest number that each writer has acknowledged so far.
func (r *run) note(acked map[string]int64, err error) error {
	for writer, i := range acked {
		r.acked[writer] = max(r.acked[writer], i)
	}
	return err
}

func (r *run) killWriters() error {
	return r.note(writers.Kill(r.processes(func(*writers.Process) {})))
}

// killServer ends the server while the writers write, and starts it again.
func (r *run) killServer(server *pgtest.Server) error {
	var once sync.Once
	var problem error
	after := 1 + r.random.IntN(30)
	err := r.note(writers.Kill(r.processes(func(p *writers.Process) {
		p.MayEnd = true // a server that comes back too late is an error to a writer
		p.KillAfter += after
		p.Acked = func(n int) {
			if n == after {
				once.Do(func() {
					server.Kill()
					problem = server.Restart()
				})
			}
		}
	})))
	if problem != nil {
		return problem
	}
	return err
}

// fillDisk gives the writers a quota, a little over what the store takes now,
// and lets them run into it.
func (r *run) fillDisk() error {
	file, err := os.Stat(r.where)
	if err != nil {
		return err
	}
	quota := strconv.FormatInt(file.Size()+200_000, 10)
	return r.note(writers.Kill(r.processes(func(p *writers.Process) {
		writer := p.Writer
		p.MayEnd, p.KillAfter = true, 0 // not killed: it ends when the quota is met
		p.Command = func() *exec.Cmd { return r.command(writer, "-file-limit", quota) }
	})))
}

// limitFiles makes writes beyond a file size fail, as they do on a full disk.
func limitFiles(bytes uint64) error {
	if bytes == 0 {
		return nil
	}
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	setLimit(&limit.Cur, bytes)
	setLimit(&limit.Max, bytes)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}

// setLimit sets a field that is signed on some systems.
func setLimit[N int64 | uint64](field *N, n uint64) { *field = N(n) }
