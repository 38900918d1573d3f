package docs

import (
	"flag"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tree of CONTRIBUTING.md, and licences.md")

const treeHeading = "## Where things are\n\n```\n"

// TestTree compares the tree of CONTRIBUTING.md, two levels deep, with the comments of the packages.
// What has no package, such as an example's data, stays as it is written, as long as the folder is there.
func TestTree(t *testing.T) {
	before, rest, _ := strings.Cut(guide(t), treeHeading)
	tree, after, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatalf("%s has no tree", contributing)
	}
	folders := said(t)
	for line := range strings.Lines(tree) {
		folder, text, _ := strings.Cut(line, " ")
		folder = strings.TrimSuffix(folder, "/")
		if _, err := os.Stat(filepath.Join("..", folder)); folder != "" && err == nil && folders[folder] == "" {
			folders[folder] = strings.TrimSpace(text)
		}
	}
	var want strings.Builder
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		fmt.Fprintf(&want, "%-34s %s\n", folder+"/", folders[folder])
	}
	if tree == want.String() {
		return
	}
	if !*update {
		t.Fatalf("the tree of %s is not what packages say of themselves; rewrite it with -update:\n%s", contributing, want.String())
	}
	text := before + treeHeading + want.String() + "```\n" + after
	if err := os.WriteFile(filepath.Join("..", contributing), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// said are the folders of packages, and what these say of themselves.
func said(t *testing.T) map[string]string {
	out, err := exec.Command("git", "-C", "..", "ls-files", "*.go", ":!:testdata/").Output()
	if err != nil {
		t.Skip("not a checkout: ", err)
	}
	found := map[string]string{}
	for _, file := range strings.Fields(string(out)) {
		folder := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.Count(folder, "/") > 1 || strings.Contains(folder, "testdata") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		if f.Doc != nil {
			found[folder] = gist(f.Doc.Text())
		}
	}
	return found
}

var subject = regexp.MustCompile(`^(Package|Command) \w+ (is )?|^\w+( \w+)? is `)

// gist is the first sentence of a package's comment, up to what explains it.
func gist(comment string) string {
	sentence := subject.ReplaceAllString(new(doc.Package).Synopsis(comment), "")
	sentence, _, _ = strings.Cut(sentence, ":")
	return strings.TrimSuffix(sentence, ".")
}
