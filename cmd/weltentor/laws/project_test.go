package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLawTopLevel: the top folder has only what belongs there.
func TestLawTopLevel(t *testing.T) {
	t.Parallel()
	known := []string{
		"orders", "worlds", "resolve", "mailer", "cmd", "examples", "docs", ".ci",
		"README.md", "README.de.md", "LICENSE", "Makefile", "go.mod", "go.sum", ".gitignore", ".gitattributes",
	}
	for _, f := range Tracked(t) {
		if top, _, _ := strings.Cut(f, "/"); !slices.Contains(known, top) {
			t.Errorf("%s: the top of the house has no place for it", f)
		}
	}
}

// TestLawNoNames is law 12: a rulebook's name appears only in its folder, in worlds.go, in docs and in examples.
func TestLawNoNames(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(filepath.Join(root(), "worlds"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && rulebook("weltentor/worlds/"+e.Name()) != "" {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		t.Fatal("no rulebooks")
	}
	seen := map[string]func(string) bool{}
	for _, name := range names {
		seen[name] = naming(name)
	}
	for _, f := range Tracked(t) {
		if mayName(f, names) {
			continue
		}
		for i, line := range strings.Split(Content(t, f), "\n") {
			for _, name := range names {
				if seen[name](line) {
					t.Errorf("%s:%d names %s: %s", f, i+1, name, strings.TrimSpace(line))
				}
			}
		}
	}
}

// naming returns a function that reports whether a line names a rulebook, even as part of another word. A short name
// may be the beginning of a common word, as luna is of lunatic. It counts only as a whole word, also within camelCase.
func naming(name string) func(line string) bool {
	if len(name) > 6 {
		return func(line string) bool { return strings.Contains(strings.ToLower(line), name) }
	}
	title := strings.ToUpper(name[:1]) + name[1:]
	whole := regexp.MustCompile(`(^|[^a-zA-Z])` + name + `([^a-z]|$)|` + title + `([^a-z]|$)|(^|[^A-Z])` +
		strings.ToUpper(name) + `([^a-zA-Z]|$)`)
	return func(line string) bool {
		return strings.Contains(strings.ToLower(line), name) && whole.MatchString(line)
	}
}

// TestLawNamesAreSeen: naming finds names where they hide.
func TestLawNamesAreSeen(t *testing.T) {
	t.Parallel()
	longname, luna := naming("longname"), naming("luna")
	for line, want := range map[string][2]bool{ // whether it names longname, luna
		"func isLongname() bool":          {true, false},
		`"longnames" LONGNAME_X`:          {true, false},
		"oldlongname := 1":                {true, false},
		"long name, long-name":            {false, false},
		"if isLuna {":                     {false, true},
		"lunaRules, x_luna, LUNA_MAX":     {false, true},
		"newLuna2()":                      {false, true},
		"// luna: a rulebook":             {false, true},
		"lunatic Lunatic LUNATIC subluna": {false, false},
	} {
		if got := [2]bool{longname(line), luna(line)}; got != want {
			t.Errorf("%q: named %v, want %v", line, got, want)
		}
	}
}

func mayName(file string, rulebooks []string) bool {
	for _, n := range rulebooks {
		if strings.HasPrefix(file, "worlds/"+n+"/") {
			return true
		}
	}
	return file == "worlds/worlds.go" || strings.HasPrefix(file, "docs/") ||
		strings.HasPrefix(file, "examples/") ||
		strings.HasPrefix(file, "README") || file == ".gitattributes"
}

// goFiles returns the Go files of the project, parsed.
func goFiles(t *testing.T, tests bool) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	for _, f := range Tracked(t) {
		if path.Ext(f) != ".go" || strings.HasSuffix(f, "_test.go") && !tests {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(), f), nil,
			parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = parsed
	}
	return out
}

// TestLawNothingHidden: no init, no imports for their effects (except time zones and embedding), no any in what a
// package exports, but for the arguments of a format.
func TestLawNothingHidden(t *testing.T) {
	t.Parallel()
	for name, f := range goFiles(t, false) {
		for _, i := range f.Imports {
			if i.Name != nil && (i.Name.Name == "." || i.Name.Name == "_" && i.Path.Value != `"time/tzdata"` &&
				i.Path.Value != `"embed"`) {
				t.Errorf("%s imports %s %s", name, i.Name.Name, i.Path.Value)
			}
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s has an init", name)
			}
			if ofSuite(path.Join("weltentor", path.Dir(name))) {
				continue // only tests are offered it
			}
			for _, offered := range offers(d) {
				t.Errorf("%s: %s is offered with any", name, offered)
			}
		}
	}
}

// offers names the exported things of a declaration that have any in them.
func offers(d ast.Decl) []string {
	var out []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && ownerExported(d) && hasAny(d.Type) {
			out = append(out, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && hasAny(s.Type) {
					out = append(out, s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Type != nil && slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) && hasAny(s.Type) {
					out = append(out, s.Names[0].Name)
				}
			}
		}
	}
	return out
}

// ownerExported reports whether a function, or the type of a method, can be used from outside. container/heap requires
// methods with any.
func ownerExported(d *ast.FuncDecl) bool {
	exported := true
	if d.Recv != nil {
		ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				exported = id.IsExported()
				return false
			}
			return true
		})
	}
	return exported
}

// hasAny looks for any or interface{} in a type. Type parameters may be constrained by it, and unexported fields and
// methods may have it.
func hasAny(in ast.Node) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType:
			for _, l := range []*ast.FieldList{n.Params, n.Results} {
				found = found || l != nil && !formats(l) && hasAny(l)
			}
			return false
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					found = found || hasAny(f.Type)
				}
			}
			return false
		case *ast.Ident:
			found = found || n.Name == "any"
		case *ast.InterfaceType:
			found = found || len(n.Methods.List) == 0
		}
		return !found
	})
	return found
}

// formats reports whether parameters are a format and its arguments, as those of fmt.Printf, which vet checks.
func formats(l *ast.FieldList) bool {
	words := make([]string, len(l.List))
	for i, f := range l.List {
		if len(f.Names) == 1 {
			words[i] = f.Names[0].Name + " " + types.ExprString(f.Type)
		}
	}
	n := len(words)
	return n > 1 && words[n-2] == "format string" && words[n-1] == "args ...any" &&
		!slices.ContainsFunc(l.List[:n-2], func(f *ast.Field) bool { return hasAny(f.Type) })
}

// TestLawAnyIsSeen: hasAny finds any where it counts.
func TestLawAnyIsSeen(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]bool{
		"func F(x any) {}":                                   true,
		"func F() []interface{} { return nil }":              true,
		"type T struct{ A map[string]any }":                  true,
		"type T interface{ M(any) }":                         true,
		"var V any":                                          true,
		"func (T) M(args ...any) {}":                         true,
		"func F(x any, format string, args ...any) {}":       true,
		"func (T) M(is bool, format string, args ...any) {}": false,
		"func f(x any) {}":                                   false,
		"func F[T any](x T) {}":                              false,
		"type T struct{ a any }":                             false,
		"type T interface{ M(int) }":                         false,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(offers(f.Decls[0])) > 0; got != want {
			t.Errorf("%s: any seen %t", source, got)
		}
	}
}

// TestLawFinished: no unkept promises in the code, and no skipped tests.
func TestLawFinished(t *testing.T) {
	t.Parallel()
	unkept := regexp.MustCompile(`TO` + `DO|FIX` + `ME|//.*\bXX` + `X\b|not (yet )?impl` + `emented|//.*\bfor n` +
		`ow\b|simpl` + `ified|place` + `holder[^:]`)
	passed := regexp.MustCompile(`\bt\.Ski` + `p`)
	parts := []string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "impl" + "emented", "for n" + "ow", "simpl" + "ified", "place" + "holder",
		"t.Ski" + "p"} // of these patterns: most files have none, which is quickly seen
	for _, f := range Tracked(t) {
		if ext := path.Ext(f); ext != ".go" && ext != ".toml" && f != "Makefile" && !strings.HasPrefix(f, ".ci/") {
			continue
		}
		content := Content(t, f)
		if !slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(content, part) }) {
			continue
		}
		for i, line := range strings.Split(content, "\n") {
			if word := unkept.FindString(line); word != "" {
				t.Errorf("%s:%d says %q", f, i+1, word)
			}
			if strings.HasSuffix(f, "_test.go") && passed.MatchString(line) {
				t.Errorf("%s:%d passes a test over", f, i+1)
			}
		}
	}
}

// TestLawReadable: every package says what it is, and no folder is for odds and ends.
func TestLawReadable(t *testing.T) {
	t.Parallel()
	documented := map[string]bool{}
	for name, f := range goFiles(t, false) {
		folder := path.Dir(name)
		doc := ""
		if f.Doc != nil {
			doc = f.Doc.Text()
		}
		documented[folder] = documented[folder] || strings.HasPrefix(doc, "Package "+f.Name.Name) ||
			strings.HasPrefix(doc, "Command ")
	}
	drawers := []string{"util", "utils", "common", "helpers", "helper", "types", "models", "misc", "shared"}
	for folder, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment", folder)
		}
		if slices.Contains(drawers, path.Base(folder)) {
			t.Errorf("%s is a drawer", folder)
		}
	}
}

// TestLawDependenciesAreExplained: docs/dependencies.md has each direct dependency with its version, and nothing else.
func TestLawDependenciesAreExplained(t *testing.T) {
	t.Parallel()
	required := regexp.MustCompile(`(?m)^(?:require )?\t?(\S+\.\S+/\S+|pgregory\.net/\S+) (v\S+)$`)
	tools := regexp.MustCompile(`(?m)^(?:tool )?\t?(honnef\.co/go/tools)/cmd/`)
	mod, page := Content(t, "go.mod"), Content(t, "docs/dependencies.md")
	wanted := map[string]bool{}
	for _, m := range required.FindAllStringSubmatch(mod, -1) {
		wanted[m[1]] = true
		if !strings.Contains(page, "| `"+m[1]+"` | "+m[2]+" |") {
			t.Errorf("docs/dependencies.md does not explain %s %s", m[1], m[2])
		}
	}
	for _, m := range tools.FindAllStringSubmatch(mod, -1) {
		wanted[m[1]] = true
	}
	if len(wanted) < 10 {
		t.Fatalf("only %d dependencies in go.mod", len(wanted))
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\| (v\\S+) ").FindAllStringSubmatch(page, -1) {
		if !wanted[row[1]] || !strings.Contains(mod, row[1]+" "+row[2]) {
			t.Errorf("docs/dependencies.md explains %s %s, which go.mod does not want", row[1], row[2])
		}
	}
}

// Only tests may make the hashes of passwords cheap, in themselves or in a program they link.
func TestLawPasswordsStayDear(t *testing.T) {
	t.Parallel()
	for _, file := range Tracked(t) {
		if strings.HasSuffix(file, "_test.go") || slices.ContainsFunc([]string{ // only tests import these
			"resolve/worldtest/", "cmd/weltentor/clitest/", "cmd/weltentor/e2e/stage/",
		}, func(folder string) bool { return strings.HasPrefix(file, folder) }) {
			continue
		}
		for _, name := range []string{"secrets.Memory", "secrets.Cheap", "secrets.cheap"} {
			if strings.Contains(Content(t, file), name) {
				t.Errorf("%s names %s, which only tests may", file, name)
			}
		}
	}
}

// The texts of a letter have passwords in them, and do not say whose words they are. Only the package that makes parts
// of them reads them.
func TestLawOnlyOneReadsTheTexts(t *testing.T) {
	t.Parallel()
	texts, seen := regexp.MustCompile(`\bLetter\.(Texts\.)?(Text|Beside|Below|Quoted|Footer|Form)\b`), 0
	for _, file := range Tracked(t) {
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || !strings.HasPrefix(file, "resolve/") {
			continue
		}
		for i, line := range strings.Split(Content(t, file), "\n") {
			switch found := texts.FindString(line); {
			case strings.Contains(line, "r.Letter.Text"): // a receipt's, which has parts
				seen++
			case found != "" && !strings.HasPrefix(file, "resolve/letter/"):
				t.Errorf("%s:%d reads %s", file, i+1, found)
			}
		}
	}
	if seen == 0 {
		t.Error("nothing was found, not even in receipts")
	}
}
