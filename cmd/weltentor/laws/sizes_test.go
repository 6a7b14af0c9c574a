package laws

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What fits a reader's head, and a window: files of a package, methods of a type, columns of a line.
const (
	mostFiles   = 40
	mostMethods = 60
	mostColumns = 120
	tabColumns  = 4
)

// tooManyFiles are the packages that have more files than the law allows, with how many they
// have: none may grow, and one that keeps the law is taken out.
var tooManyFiles = map[string]int{}

// tooManyMethods are the types that have more methods than the law allows, in the same way.
var tooManyMethods = map[string]int{}

// tooWide are the folders whose lines are still being brought to width: a folder whose lines
// all fit is taken out.
var tooWide []string

// TestLawFilesOfAPackage: a package has at most 40 files, those of tests not counted.
func TestLawFilesOfAPackage(t *testing.T) {
	files := map[string]int{}
	for name := range goFiles(t, false) {
		files[path.Dir(name)]++
	}
	for _, fault := range outgrown("files", files, mostFiles, tooManyFiles) {
		t.Error(fault)
	}
}

// TestLawMethodsOfAType: a type has at most 60 methods, those of tests not counted.
func TestLawMethodsOfAType(t *testing.T) {
	methods := map[string]int{}
	for name, f := range goFiles(t, false) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[path.Dir(name)+"."+receiver(fn)]++
			}
		}
	}
	for _, fault := range outgrown("methods", methods, mostMethods, tooManyMethods) {
		t.Error(fault)
	}
}

// receiver names the type of a method, whether by pointer or with type parameters.
func receiver(fn *ast.FuncDecl) (name string) {
	ast.Inspect(fn.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// outgrown compares counts with the most that is allowed, and with what is more already.
func outgrown(what string, counts map[string]int, most int, known map[string]int) (faults []string) {
	for name, n := range counts {
		if allowed := max(most, known[name]); n > allowed {
			faults = append(faults, fmt.Sprintf("%s has %d %s, at most %d are allowed", name, n, what, allowed))
		}
	}
	for name := range known {
		if counts[name] <= most {
			faults = append(faults, fmt.Sprintf("%s has %d %s and keeps the law: take it out of the list", name,
				counts[name], what))
		}
	}
	slices.Sort(faults)
	return faults
}

// TestLawSizesCatch: what these laws look for, they find.
func TestLawSizesCatch(t *testing.T) {
	for _, c := range []struct {
		n     int
		known map[string]int
		want  string
	}{
		{3, nil, ""},
		{4, nil, "[room has 4 files, at most 3 are allowed]"},
		{4, map[string]int{"room": 4}, ""},
		{5, map[string]int{"room": 4}, "[room has 5 files, at most 4 are allowed]"},
		{4, map[string]int{"room": 5}, ""},
		{3, map[string]int{"room": 5}, "[room has 3 files and keeps the law: take it out of the list]"},
	} {
		got := ""
		if faults := outgrown("files", map[string]int{"room": c.n}, 3, c.known); len(faults) > 0 {
			got = fmt.Sprint(faults)
		}
		if got != c.want {
			t.Errorf("%d files, known %v: %q, want %q", c.n, c.known, got, c.want)
		}
	}
	for source, want := range map[string]string{
		"func (x T) f() {}": "T", "func (x *T) f() {}": "T", "func (*T[K, V]) f() {}": "T", "func (T[K]) f() {}": "T",
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := receiver(f.Decls[0].(*ast.FuncDecl)); got != want {
			t.Errorf("%s: a method of %q, want %q", source, got, want)
		}
	}
	for line, want := range map[string]int{"": 0, "äöü": 3, "\tx": 5, "\t\t// …": 12} {
		if got := columns(line); got != want {
			t.Errorf("%q has %d columns, want %d", line, got, want)
		}
	}
}

// columns is how wide a line is, a tab as wide as four letters.
func columns(line string) int {
	return utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t")
}

// TestLawWidth: no line of Go has more than 120 columns, those of tests neither.
func TestLawWidth(t *testing.T) {
	open := map[string]bool{}
	for _, f := range Tracked(t) {
		if path.Ext(f) != ".go" {
			continue
		}
		waits := slices.IndexFunc(tooWide, func(folder string) bool { return strings.HasPrefix(f, folder+"/") })
		for i, line := range strings.Split(Content(t, f), "\n") {
			switch n := columns(line); {
			case n <= mostColumns:
			case waits >= 0:
				open[tooWide[waits]] = true
			default:
				t.Errorf("%s:%d has %d columns, more than %d", f, i+1, n, mostColumns)
			}
		}
	}
	for _, folder := range tooWide {
		if !open[folder] {
			t.Errorf("all lines of %s fit: take it out of the list", folder)
		}
	}
}
