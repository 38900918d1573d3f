package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	xmodule "golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// prepare makes one module ready in the work tree and adds it to the proxy's
// folder, where those that need it find it.
func prepare(tree string, m module, modules []module, r request) error {
	dir := filepath.Join(tree, filepath.FromSlash(m.Folder))
	stubbed, err := requireReleased(dir, modules, r.Version)
	if err != nil {
		return err
	}
	// The sums of what was stubbed are nowhere here. Those who depend on the module
	// don't miss them: they go by their own.
	if !stubbed {
		if err := tidy(dir, modules, r); err != nil {
			return err
		}
	}
	return serve(dir, m, r.Version, r.Proxy)
}

// tidy brings go.sum up to date, with our own modules from the proxy's folder.
func tidy(dir string, modules []module, r request) error {
	upstream, err := goEnv(dir, "GOPROXY")
	if err != nil {
		return err
	}
	var ours []string
	for _, m := range modules {
		ours = append(ours, m.Path)
	}
	shared, err := goEnv(dir, "GOMODCACHE")
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "mod", "tidy")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -modcacherw", "GOMODCACHE="+r.ModCache,
		// What is there already need not be fetched again; our own versions,
		// which exist nowhere else yet, must not get into the shared cache.
		"GOPROXY=file://"+filepath.ToSlash(r.Proxy)+",file://"+filepath.ToSlash(shared)+"/cache/download,"+upstream,
		"GONOSUMDB="+strings.Join(ours, ","), "GONOPROXY=none", "GOPRIVATE=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod tidy: %w\n%s", err, out)
	}
	return nil
}

// removeAll removes a temporary folder. What could not be removed lies in the
// folder for those.
func removeAll(dir string) { _ = os.RemoveAll(dir) }

func goEnv(dir, name string) (string, error) {
	cmd := exec.Command("go", "env", name)
	cmd.Dir = dir
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

// serve writes a module as a proxy serves it: its list of versions, and one
// version's description, go.mod and files.
func serve(dir string, m module, version, proxy string) error {
	escaped, err := xmodule.EscapePath(m.Path)
	if err != nil {
		return err
	}
	served := filepath.Join(proxy, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(served, 0o755); err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"list": []byte(version + "\n"), version + ".info": info, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(served, name), data, 0o644); err != nil {
			return err
		}
	}
	return writeZip(filepath.Join(served, version+".zip"), dir, xmodule.Version{Path: m.Path, Version: version})
}

func writeZip(name, dir string, version xmodule.Version) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := zip.CreateFromDir(file, version, dir); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
