//go:build unix

package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// proxy stands between a client and the server and can break the connection at
// the worst moments.
type proxy struct {
	folder string
	fault  atomic.Pointer[fault]
	whole  atomic.Int64 // how many answers pass before losesAnswer is obeyed
	cuts   atomic.Int64
	then   atomic.Pointer[func()] // called after each cut; may be nil
}

// fault is what happens to the next request.
type fault struct{ loseAnswer bool }

var (
	losesRequest = &fault{}
	losesAnswer  = &fault{loseAnswer: true}
	losesCommit  = &fault{loseAnswer: true} // the answer to the next commit whose text is sent: on connections without prepared statements
)

func startProxy(t *testing.T) *proxy { return startProxyTo(t, server.Socket()) }

func startProxyTo(t testing.TB, socket string) *proxy {
	t.Helper()
	p := &proxy{folder: t.TempDir()}
	listener, err := net.Listen("unix", filepath.Join(p.folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			backend, err := net.Dial("unix", socket)
			if err != nil {
				_ = client.Close()
				continue
			}
			go p.requests(client, backend)
			go p.answers(client, backend)
		}
	}()
	return p
}

// connString leads to a database through the proxy, on one connection at a
// time.
func (p *proxy) connString(db string) string {
	return fmt.Sprintf("%s host=%s pool_max_conns=1", db, p.folder)
}

// loseAnswer makes the n-th answer from now lost, as storetest asks for it.
func (p *proxy) loseAnswer(n int) (lost func() bool) {
	p.whole.Store(int64(n - 1))
	p.fault.Store(losesAnswer)
	return func() bool { return p.fault.Swap(nil) == nil }
}

// requests passes on what the client sends, unless it is to be lost.
func (p *proxy) requests(client, backend net.Conn) {
	defer func() { _ = client.Close() }()
	defer func() { _ = backend.Close() }()
	buf := make([]byte, 1<<16)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		if p.cut(losesRequest) {
			return
		}
		if bytes.Contains(buf[:n], []byte("commit\x00")) {
			p.fault.CompareAndSwap(losesCommit, losesAnswer)
		}
		if _, err := backend.Write(buf[:n]); err != nil {
			return
		}
	}
}

// answers passes on what the server sends, unless it is to be lost. The server
// answers when it has committed.
func (p *proxy) answers(client, backend net.Conn) {
	defer func() { _ = client.Close() }()
	defer func() { _ = backend.Close() }()
	buf := make([]byte, 1<<16)
	for {
		n, err := backend.Read(buf)
		if err != nil || p.whole.Add(-1) < 0 && p.cut(losesAnswer) {
			return
		}
		if _, err := client.Write(buf[:n]); err != nil && !errors.Is(err, io.EOF) {
			return
		}
	}
}

func (p *proxy) cut(f *fault) bool {
	if !p.fault.CompareAndSwap(f, nil) {
		return false
	}
	p.cuts.Add(1)
	if then := p.then.Load(); then != nil {
		(*then)()
	}
	return true
}
