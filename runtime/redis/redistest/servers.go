//go:build unix

package redistest

import (
	"errors"
	"os"
	"strings"
	"sync"
)

// servers are processes with a folder in common.
type servers struct {
	folder string
	nodes  []*Node
}

// start starts servers, all at the same time.
func (s *servers) start(nodes ...*Node) error {
	s.nodes = append(s.nodes, nodes...)
	errs := make([]error, len(nodes))
	var wg sync.WaitGroup
	for i, node := range nodes {
		wg.Add(1)
		go func() { defer wg.Done(); errs[i] = node.Restart() }()
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Stop ends the servers and removes their data.
func (s *servers) Stop() {
	for _, node := range s.nodes {
		node.Kill()
	}
	_ = os.RemoveAll(s.folder)
}

// begin makes the folder and takes steps. What has started by then is stopped if one fails.
func (s *servers) begin(steps ...func() error) (err error) {
	if s.folder, err = os.MkdirTemp("", "redistest"); err != nil {
		return err
	}
	for _, step := range steps {
		if err := step(); err != nil {
			s.Stop()
			return err
		}
	}
	return nil
}

// Server is one node that is neither replicated nor in a cluster.
type Server struct {
	*Node
	servers servers
}

// StartServer starts one server, with settings beside those that all have, each as a
// line of redis.conf.
func StartServer(settings ...string) (*Server, error) {
	s := &Server{}
	err := s.servers.begin(func() (err error) {
		s.Node, err = newNode(s.servers.folder, settings...)
		return err
	}, func() error { return s.servers.start(s.Node) })
	return s, err
}

// Stop ends the server and removes its data.
func (s *Server) Stop() { s.servers.Stop() }

// URL returns the server's address as the store takes it.
func (s *Server) URL() string { return "redis://" + s.Addr() }

// urlOf returns a URL that names nodes, and parameters that each begin with "&".
func urlOf(nodes []*Node, parameters string) string {
	var addrs []string
	for _, node := range nodes[1:] {
		addrs = append(addrs, "addr="+node.Addr())
	}
	return "redis://" + nodes[0].Addr() + "?" + strings.Join(addrs, "&") + parameters
}
