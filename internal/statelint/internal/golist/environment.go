package golist

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/gomodules"
	"golang.org/x/tools/go/packages"
)

// Environment is what the go command says of itself that decides which files
// make a package, and how they are read.
type Environment struct {
	Values []string // of goVariables
	config packages.Config
}

var goVariables = []string{
	"GOARCH", "GOVERSION", "GOFLAGS", "GOROOT", "GOMODCACHE", "GOOS", "GO111MODULE", "GOEXPERIMENT", "CGO_ENABLED",
	"GOPATH", "GOMOD", "GOWORK", "GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM",
}

// Environment asks for what decides of the listed packages.
func (l *Listing) Environment() (Environment, error) {
	ctx := l.config.Context
	if ctx == nil {
		ctx = context.Background()
	}
	out, err := gomodules.Go(ctx, l.config.Dir, l.config.Env, append([]string{"env"}, goVariables...)...)
	if err != nil {
		return Environment{}, err
	}
	values := strings.Split(string(bytes.TrimSuffix(out, []byte("\n"))), "\n")
	if len(values) != len(goVariables) {
		return Environment{}, errors.New("go env printed something unexpected")
	}
	return Environment{values, l.config}, nil
}

// Value is that of one of the go command's variables.
func (e Environment) Value(name string) string { return e.Values[slices.Index(goVariables, name)] }

// Plain reports whether the go command finds packages by itself, in their own
// files.
func (e Environment) Plain() bool {
	replaced := func(flag string) bool { return strings.Contains(flag, "-overlay") }
	return !hasDriver(e.config.Env) && !replaced(e.Value("GOFLAGS")) && !slices.ContainsFunc(e.config.BuildFlags, replaced)
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

// Released reports whether the toolchain has a version of its own, so that its
// name says what its packages are.
func (e Environment) Released() bool { return strings.HasPrefix(e.Value("GOVERSION"), "go1.") }
