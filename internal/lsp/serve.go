package lsp

import (
	"context"
	"errors"
	"io"
	"log"

	"github.com/sourcegraph/jsonrpc2"
)

// ErrNoShutdown is the error of a client that has gone away without a word.
var ErrNoShutdown = errors.New("the editor ended the connection without shutdown and exit")

// Serve speaks with one client until that says exit, the connection ends, or ctx does.
func Serve(ctx context.Context, conn io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := newSession(ctx, o)
	logger := log.New(o.Log, "stategen lsp: ", 0)
	s.log = logger.Printf
	s.start(jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(conn, jsonrpc2.VSCodeObjectCodec{}), s, jsonrpc2.SetLogger(logger)))
	<-s.conn.DisconnectNotify()
	cancel()
	s.running.Wait()
	if !s.exited() {
		return ErrNoShutdown
	}
	return nil
}
