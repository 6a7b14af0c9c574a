package laws

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Package is a package in the folder of another, with the packages beside it that it may import.
type Package struct {
	Name string
	To   []string
}

// Arrows checks the packages in the folder of the one whose test calls it, listed from the bottom up. Their imports
// must be those in the list and go only down. None may import the folder it is in, and no package may be missing.
// Packages that only tests use are named separately. It returns what is wrong, one sentence each. A caller's own type
// with the same fields makes lists short.
func Arrows[R ~struct {
	Name string
	To   []string
}](packages []R, testOnly ...string) []string {
	list := make([]Package, len(packages))
	for i := range packages {
		list[i] = Package(packages[i])
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return []string{err.Error()}
	}
	below, err := filepath.Rel(root(), here)
	if err != nil {
		return []string{err.Error()}
	}
	return arrows(here, path.Join("weltentor", filepath.ToSlash(below)), list, testOnly)
}

// arrows is Arrows for the packages in a folder with that import path.
func arrows(folder, imported string, packages []Package, testOnly []string) (wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	known := func(among []Package, name string) bool {
		return slices.ContainsFunc(among, func(r Package) bool { return r.Name == name })
	}
	for n, from := range packages {
		used, err := neighbours(filepath.Join(folder, from.Name), imported)
		if err != nil {
			bad("the package %s: %v", from.Name, err)
		}
		for _, to := range from.To {
			if !known(packages[:n], to) {
				bad("%s is not below %s", to, from.Name)
			}
			if !slices.Contains(used, to) {
				bad("%s may import %s and does not: take the arrow away", from.Name, to)
			}
		}
		for _, to := range used {
			if !slices.Contains(from.To, to) {
				bad("%s imports %s; arrows_test.go allows it %q: if none of these can do it, is the arrow right?", from.Name,
					path.Join(imported, to), from.To)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.go"))
	if err != nil {
		bad("%v", err)
	}
	missing := map[string]bool{}
	for _, name := range files {
		at := filepath.Base(filepath.Dir(name))
		if !missing[at] && !slices.Contains(testOnly, at) && !known(packages, at) {
			missing[at] = true
			bad("the package %s is not in the list of arrows", at)
		}
	}
	return wrong
}

// neighbours returns the packages beside it that a package's files import, without tests. "" is the folder they are in.
func neighbours(at, folder string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(at, "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no files (%v)", err)
	}
	var out []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, i := range file.Imports {
			what, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return nil, err
			}
			to, beside := strings.CutPrefix(what, folder+"/")
			if what == folder {
				to, beside = "", true
			}
			if beside && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out, nil
}
