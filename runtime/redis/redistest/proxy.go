//go:build unix

package redistest

import (
	"net"
	"sync/atomic"
)

// Proxy stands between clients and a node, and can break a connection at the worst
// moment.
type Proxy struct {
	listener net.Listener
	node     *Node
	whole    atomic.Int64 // how many answers pass before one is lost
	armed    atomic.Bool
}

// StartProxy starts a proxy in front of the node.
func (n *Node) StartProxy() (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: listener, node: n}
	go p.serve()
	return p, nil
}

// URL returns the proxy's address as the store takes it.
func (p *Proxy) URL() string { return "redis://" + p.listener.Addr().String() }

// Stop ends the proxy. Connections that it has stay.
func (p *Proxy) Stop() { _ = p.listener.Close() }

// LoseAnswer makes the n-th answer from now lost, counted from 1: the node has done what
// it was asked, and the connection breaks. What it returns says whether this has
// happened, and sees to it that it doesn't any more.
func (p *Proxy) LoseAnswer(n int) (lost func() bool) {
	p.whole.Store(int64(n - 1))
	p.armed.Store(true)
	return func() bool { return !p.armed.Swap(false) }
}

func (p *Proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.node.Addr())
		if err != nil {
			_ = client.Close()
			continue
		}
		go pass(client, server, func() bool { return false })
		go pass(server, client, func() bool { return p.whole.Add(-1) < 0 && p.armed.CompareAndSwap(true, false) })
	}
}

// pass hands on what comes from one side, until it is to be lost.
func pass(from, to net.Conn, lose func() bool) {
	defer func() { _ = from.Close() }()
	defer func() { _ = to.Close() }()
	buf := make([]byte, 1<<16)
	for {
		n, err := from.Read(buf)
		if err != nil || lose() {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
