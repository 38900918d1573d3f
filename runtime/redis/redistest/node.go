//go:build unix

package redistest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime/internal/daemon"
)

// patience is how long a server may take for what it is asked.
const patience = time.Minute

// Node is one server. Its methods may be called from several goroutines, but no two at
// once of those that start and end it.
type Node struct {
	id      string // in a cluster
	port    int
	folder  string
	args    []string
	process *daemon.Daemon
	answers atomic.Bool // it is neither killed nor paused
}

// settings are those of every server; a node's own follow.
const settings = `
bind 127.0.0.1
port %d
dir %s
logfile %s
save ""
appendonly yes
appendfsync always
maxmemory-policy noeviction
repl-diskless-sync yes
repl-diskless-sync-delay 0
repl-ping-replica-period 1
enable-debug-command local
`

// newNode makes the folder of a server in another.
func newNode(parent string, own ...string) (*Node, error) {
	n := &Node{port: freePort()}
	n.folder = filepath.Join(parent, strconv.Itoa(n.port))
	if err := os.Mkdir(n.folder, 0o755); err != nil {
		return nil, err
	}
	text := fmt.Sprintf(settings, n.port, n.folder, n.log()) + strings.Join(own, "\n") + "\n"
	return n, os.WriteFile(n.config(), []byte(text), 0o600)
}

var takenPorts sync.Map

// freePort returns a port on which nobody listens, nor, 10,000 above it, on that of the
// cluster's own connections. It isn't from the range from which the system takes ports
// of outgoing connections, so that a server that was killed finds it free again.
func freePort() int {
	for {
		port := 12_000 + rand.IntN(10_000)
		if _, taken := takenPorts.LoadOrStore(port, true); !taken && isFree(port) && isFree(port+10_000) {
			return port
		}
	}
}

func isFree(port int) bool {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	return err == nil && listener.Close() == nil
}

func (n *Node) config() string { return filepath.Join(n.folder, "redis.conf") }
func (n *Node) log() string    { return filepath.Join(n.folder, "log") }

// Addr returns the node's host and port.
func (n *Node) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(n.port)) }

// PID returns the ID of the node's process.
func (n *Node) PID() int { return n.process.PID() }

// Folder returns the folder of the node's data.
func (n *Node) Folder() string { return n.folder }

// Restart starts the node again after Kill, on the same data, and returns when it has
// loaded them.
func (n *Node) Restart() error {
	cmd, err := command(append([]string{n.config()}, n.args...)...)
	if err != nil {
		return err
	}
	cmd.Dir = n.folder
	if n.process, err = daemon.Start(cmd, syscall.SIGKILL); err != nil {
		return err
	}
	err = Await("the server's first answer", func() error {
		select {
		case <-n.process.Ended():
			text, _ := os.ReadFile(n.log())
			return final{fmt.Errorf("the server ended at once:\n%s", text)}
		default:
			_, err := n.Do("PING")
			return err
		}
	})
	n.answers.Store(err == nil)
	return err
}

// Kill ends the node as a crash would, and returns when its process is gone.
func (n *Node) Kill() {
	n.answers.Store(false)
	if n.process != nil {
		n.process.Kill()
	}
}

// Pause stops the node's process, which keeps its connections and answers nothing.
func (n *Node) Pause() error {
	n.answers.Store(false)
	return n.process.Signal(syscall.SIGSTOP)
}

// Resume lets a paused node go on.
func (n *Node) Resume() error {
	err := n.process.Signal(syscall.SIGCONT)
	n.answers.Store(err == nil)
	return err
}

// Do sends a command and returns the answer: a string, an int64, a []any of answers, or
// nil.
func (n *Node) Do(args ...string) (any, error) {
	client, err := rueidis.NewClient(rueidis.ClientOption{
		InitAddress: []string{n.Addr()}, ForceSingleClient: true, AlwaysRESP2: true, DisableCache: true, DisableRetry: true,
		ClientSetInfo: rueidis.DisableClientSetInfo, ConnWriteTimeout: patience, Dialer: net.Dialer{Timeout: patience},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", n.Addr(), args[0], err)
	}
	defer client.Close()
	answer, err := client.Do(context.Background(), client.B().Arbitrary(args...).Build()).ToAny()
	if err != nil && !rueidis.IsRedisNil(err) {
		return nil, fmt.Errorf("%s: %s: %w", n.Addr(), args[0], err)
	}
	return answer, nil
}

// text is Do for answers that are text.
func (n *Node) text(args ...string) (string, error) {
	value, err := n.Do(args...)
	text, _ := value.(string)
	return text, err
}

// Info returns what INFO says in a section.
func (n *Node) Info(section string) (map[string]string, error) {
	text, err := n.text("INFO", section)
	return fields(text), err
}

// fields parses lines of names and values.
func fields(text string) map[string]string {
	values := make(map[string]string)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		values[name] = value
	}
	return values
}

// isLinked fails unless a node that is a replica follows its primary, and one that is a
// primary is followed by so many.
func (n *Node) isLinked(replicas int) error {
	info, err := n.Info("replication")
	if err != nil {
		return err
	}
	online := 0
	for name, value := range info {
		if strings.HasPrefix(name, "slave") && strings.Contains(value, "state=online") {
			online++
		}
	}
	switch {
	case info["role"] == "slave" && info["master_link_status"] != "up":
		return fmt.Errorf("%s doesn't follow its primary", n.Addr())
	case info["role"] == "master" && online < replicas:
		return fmt.Errorf("%s has %d replicas of %d", n.Addr(), online, replicas)
	}
	return nil
}

// final is an error that waiting doesn't cure.
type final struct{ error }

// Await asks until there is no error, for a minute at most.
func Await(what string, ask func() error) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := ask()
		if _, ended := err.(final); err == nil || ended {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s didn't come within %v: %w", what, patience, err)
		}
	}
}
