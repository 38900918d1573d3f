package statelint

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// environment is what the go command says of itself that decides which files
// make a package, and how they are read.
type environment struct {
	values []string // of goVariables
}

var goVariables = []string{
	"GOARCH", "GOVERSION", "GOFLAGS", "GOROOT", "GOMODCACHE", "GOOS", "GO111MODULE", "GOEXPERIMENT", "CGO_ENABLED",
	"GOPATH", "GOMOD", "GOWORK", "GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM",
}

func goEnvironment(o CheckOptions) (environment, error) {
	cmd := exec.Command("go", append([]string{"env"}, goVariables...)...)
	cmd.Dir, cmd.Env = o.Dir, o.Env
	out, err := cmd.Output()
	if err != nil {
		return environment{}, err
	}
	values := strings.Split(string(bytes.TrimSuffix(out, []byte("\n"))), "\n")
	if len(values) != len(goVariables) {
		return environment{}, errors.New("go env answers what it was not asked")
	}
	return environment{values}, nil
}

func (e environment) value(name string) string { return e.values[slices.Index(goVariables, name)] }

// plain reports whether the go command finds packages by itself, in their own
// files.
func (e environment) plain(o CheckOptions) bool {
	replaced := func(flag string) bool { return strings.Contains(flag, "-overlay") }
	return !hasDriver(o.Env) && !replaced(e.value("GOFLAGS")) && !slices.ContainsFunc(o.BuildFlags, replaced)
}

// hasDriver reports whether another program answers for the go command; see
// go/packages.
func hasDriver(env []string) bool {
	if env == nil {
		env = os.Environ()
	}
	driver := ""
	for _, v := range env {
		if value, ok := strings.CutPrefix(v, "GOPACKAGESDRIVER="); ok {
			driver = value
		}
	}
	if driver == "" {
		_, err := exec.LookPath("gopackagesdriver")
		return err == nil
	}
	return driver != "off"
}

// released reports whether the toolchain has a version of its own, so that its
// name says what its packages are.
func (e environment) released() bool { return strings.HasPrefix(e.value("GOVERSION"), "go1.") }
