//go:build unix

package redistest

import (
	"errors"
	"os"
	"os/exec"
)

// ProgramVariable names the server's program, if it isn't the first of redis-server and
// valkey-server that is found in PATH.
const ProgramVariable = "STATEGEN_TEST_REDIS"

var errNotInstalled = errors.New("these tests need Redis or Valkey, and neither redis-server nor valkey-server is in PATH; " +
	"install one, for example with: apt-get install redis-tools; or say in " + ProgramVariable + " where it is")

// command returns a command that runs the server.
func command(args ...string) (*exec.Cmd, error) {
	if path := os.Getenv(ProgramVariable); path != "" {
		return exec.Command(path, args...), nil
	}
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			return exec.Command(path, args...), nil
		}
	}
	// One program is all of Redis, and does what its name says. Debian's redis-tools
	// has it without the service that its redis-server would start.
	path, err := exec.LookPath("redis-check-rdb")
	if err != nil {
		return nil, errNotInstalled
	}
	cmd := exec.Command(path, args...)
	cmd.Args[0] = "redis-server"
	return cmd, nil
}
