package generator_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/generator"
)

var buildKeys = flag.Int("buildkeys", 1000, "how many keys BenchmarkBuild compiles")

// BenchmarkBuild compiles the package generated for many keys, beside a package
// that only has the getters one would write by hand for them. What is
// reported is the processor time of `go build` with all that it starts, which
// depends less on what else the machine does than the time that passes.
//
// A third case, "thinnest", shows what no generator of this API can go below:
// the keys' constants and methods and nothing else, each method one call.
func BenchmarkBuild(b *testing.B) {
	text := manyKeys(*buildKeys)
	files := generateMany(b, text)
	ours, reference, thinnest := newModule(b), newModule(b), newModule(b)
	for _, f := range files {
		ours.write(b, f.Name, f.Content)
	}
	reference.write(b, "getters.go", gettersByHand(text))
	thinnest.write(b, "methods.go", thinMethods(files))
	for _, c := range []struct {
		name   string
		module module
	}{{"ours", ours}, {"reference", reference}, {"thinnest", thinnest}} {
		c.module.build(b, -1) // what it imports is compiled from here on
		b.Run(c.name, func(b *testing.B) {
			var cpu time.Duration
			for i := 0; b.Loop(); i++ {
				cpu += c.module.build(b, i)
			}
			b.ReportMetric(float64(cpu)/float64(b.N), "cpu-ns/op")
		})
	}
}

// module is the folder of a module that requires this one.
type module string

func newModule(b *testing.B) module {
	root, err := filepath.Abs("../runtime")
	if err != nil {
		b.Fatal(err)
	}
	m := module(b.TempDir())
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		b.Fatal(err)
	}
	path := string(regexp.MustCompile(`(?m)^module (\S+)`).FindSubmatch(gomod)[1])
	m.write(b, "go.mod", fmt.Appendf(nil, "module example.com/p\n\ngo 1.26\n\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", path, root))
	return m
}

func (m module) write(b *testing.B, name string, content []byte) {
	if err := os.WriteFile(filepath.Join(string(m), name), content, 0o644); err != nil {
		b.Fatal(err)
	}
}

// build compiles the package again, because its source contains the time and i.
func (m module) build(b *testing.B, i int) time.Duration {
	m.write(b, "again.go", fmt.Appendf(nil, "package p\n\n// Built %d, %d.\n", time.Now().UnixNano(), i))
	cmd := exec.Command("go", "build", "-mod=mod", ".")
	cmd.Dir = string(m)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// gettersByHand writes a getter for each key of manyKeys, with its lookup and
// its assertion.
func gettersByHand(schema []byte) []byte {
	var text strings.Builder
	text.WriteString("package p\n\nimport \"fmt\"\n\ntype State interface{ Get(string) (any, error) }\n\ntype Reader struct{ s State }\n")
	for _, m := range regexp.MustCompile(`(?m)^  (some_key_(\d+)): "?([\w\[\]]+)`).FindAllSubmatch(schema, -1) {
		typ := strings.Replace(string(m[3]), "float", "float64", 1)
		fmt.Fprintf(&text, `
// SomeKey%[2]s returns the value of %[1]q.
func (r Reader) SomeKey%[2]s() (zero %[3]s, err error) {
	v, err := r.s.Get(%[1]q)
	if err != nil {
		return zero, err
	}
	value, ok := v.(%[3]s)
	if !ok {
		return zero, fmt.Errorf("%%s is a %%T", %[1]q, v)
	}
	return value, nil
}
`, m[1], m[2], typ)
	}
	return []byte(text.String())
}

// thinMethods declares the constants and methods that generated files have for
// their keys. A method hands its receiver, key and parameter to a function that
// does nothing, of which there is one for each signature, and returns its
// results. None is inlined, which is the cheapest to compile.
func thinMethods(files []generator.File) []byte {
	var text, callees bytes.Buffer
	text.WriteString("package p\n\ntype Reader struct{ from any }\n\ntype State struct {\n\tReader\n\tto any\n}\n\ntype Delta struct{ to any }\n")
	constant := regexp.MustCompile(`(?m)^const Key.*$`)
	method := regexp.MustCompile(`(?m)^func \((\w) (\*\w+)\) (Set|Clear|)(\w+)\((v |)(.*)\) (.*) \{$`)
	known := make(map[string]int)
	for _, f := range files {
		if !strings.HasPrefix(f.Name, "keys_") {
			continue
		}
		for _, c := range constant.FindAll(f.Content, -1) {
			fmt.Fprintf(&text, "\n%s\n", c)
		}
		for _, m := range method.FindAllStringSubmatch(string(f.Content), -1) {
			receiver, key, v, params, results := m[1], m[4], strings.TrimSpace(m[5]), m[6], m[7]
			signature := fmt.Sprintf("(_ %s, _ string, _ %s) (_ %s)", m[2], params, strings.ReplaceAll(strings.Trim(results, "()"), ", ", ", _ "))
			signature = strings.Replace(signature, ", _ )", ")", 1) // no parameter
			if _, ok := known[signature]; !ok {
				known[signature] = len(known)
				fmt.Fprintf(&callees, "\n//go:noinline\nfunc f%d%s {\n\treturn\n}\n", known[signature], signature)
			}
			fmt.Fprintf(&text, "\n//go:noinline\n%s\n\treturn f%d(%s, Key%s, %s)\n}\n", m[0], known[signature], receiver, key, v)
		}
	}
	text.Write(callees.Bytes())
	return text.Bytes()
}
