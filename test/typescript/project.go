// Package typescript tries the TypeScript that stategen generates on the real things of npm: the
// compiler, zod and Google's ADK. `.ci/typescript` installs them and runs the tests.
package typescript

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// project is a folder with TypeScript, beside the packages of npm.
type project struct {
	testing.TB
	dir string
}

func newProject(t testing.TB) project {
	t.Helper()
	modules, err := filepath.Abs("node_modules")
	if err == nil {
		_, err = os.Stat(filepath.Join(modules, "zod"))
	}
	if err != nil {
		t.Fatalf("run these tests with .ci/typescript, which installs what they need: %v", err)
	}
	p := project{t, t.TempDir()}
	if err := os.Symlink(modules, filepath.Join(p.dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	p.write("package.json", `{"type": "module"}`)
	return p
}

func (p project) write(name, text string) {
	p.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
}

// compile has the compiler check all files, as strictly as projects do, and write JavaScript. It
// returns what the compiler finds, line by line.
func (p project) compile() []string {
	p.Helper()
	p.write("tsconfig.json", `{"compilerOptions": {
		"strict": true, "noUncheckedIndexedAccess": true, "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitReturns": true,
		"isolatedModules": true, "verbatimModuleSyntax": true, "jsx": "react-jsx", "target": "es2022", "lib": ["es2022", "dom"],
		"module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, "types": [], "outDir": "out", "rootDir": "."
	}, "include": ["**/*.ts", "**/*.tsx"]}`)
	cmd := exec.Command("node", filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", ".", "--pretty", "false")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if len(bytes.TrimSpace(out)) == 0 {
		if err != nil {
			p.Fatal(err)
		}
		return nil
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// node runs a program of this folder in the project with lines of JSON as its input, and decodes
// its output, a line for each.
func node[Out any, In any](p project, program string, in []In) []Out {
	p.Helper()
	text, err := os.ReadFile(program)
	if err != nil {
		p.Fatal(err)
	}
	p.write(program, string(text))
	var input bytes.Buffer
	encoder := json.NewEncoder(&input)
	for _, line := range in {
		if err := encoder.Encode(line); err != nil {
			p.Fatal(err)
		}
	}
	cmd := exec.Command("node", program)
	cmd.Dir, cmd.Stdin, cmd.Stderr = p.dir, &input, os.Stderr
	output, err := cmd.Output()
	if err != nil {
		p.Fatalf("%s: %v", program, err)
	}
	var all []Out
	for line := range strings.SplitSeq(strings.TrimSpace(string(output)), "\n") {
		var one Out
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			p.Fatalf("%s: %v: %s", program, err, line)
		}
		all = append(all, one)
	}
	if len(all) != len(in) {
		p.Fatalf("%s answers %d lines with %d", program, len(in), len(all))
	}
	return all
}
