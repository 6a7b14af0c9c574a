package resolve

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOwners: each bucket, each part of a turn and each value of meta is declared once, in the package that owns it,
// and is in the layout. Nobody but the store opens a bucket.
func TestOwners(t *testing.T) {
	t.Parallel()
	names, wrong := owners(os.DirFS("."))
	for _, w := range wrong {
		t.Error(w)
	}
	layout, err := os.ReadFile("store/layout.go")
	must(t, err)
	for _, name := range names {
		if !strings.Contains(string(layout), name) {
			t.Errorf("store/layout.go does not say what %s is", name)
		}
	}
	if !slices.Contains(names, "//\trealms ") || !slices.Contains(names, "held") || !slices.Contains(names, "timing") {
		t.Errorf("known names were not found among %q", names)
	}
}

// TestOwnersCatches: a package that opens a bucket, a name that two packages declare, and a bucket that others can
// reach.
func TestOwnersCatches(t *testing.T) {
	t.Parallel()
	house := os.DirFS(writeTree(t, map[string]string{
		"a/a.go":         "package a\n\nvar realms = store.Records[int](\"realms\")\n\nconst held store.Slot[int] = \"held\"\n",
		"b/b.go":         "package b\n\nvar Mine = store.Packed[int](\"realms\")\n\nvar x = store.Slot[int](\"held\" + y)\n",
		"c/c.go":         "package c\n\nfunc f(tx *store.Tx) { tx.Bucket(nil) }\n",
		"store/store.go": "package store\n\nfunc f(tx *Tx) { tx.Bucket(nil) }\n"}))
	_, wrong := owners(house)
	want := []string{"b/b.go: Mine is exported", "b/b.go: realms is declared in a/a.go", "b/b.go: held is declared in a/a.go",
		"c/c.go: calls Bucket"}
	slices.Sort(wrong)
	slices.Sort(want)
	if !slices.Equal(wrong, want) {
		t.Errorf("got\n%q\nwant\n%q", wrong, want)
	}
}

// writeTree writes files into a new folder.
func writeTree(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	return dir
}

// owners reads the packages in a folder. It returns what they declare, buckets as the layout begins with them, and what
// is wrong.
func owners(house fs.FS) (names, wrong []string) {
	declared := map[string]string{}
	err := fs.WalkDir(house, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "store/") || strings.HasPrefix(path, "storetest/") ||
			strings.HasPrefix(path, "worldtest/") {
			return err
		}
		text, err := fs.ReadFile(house, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return err
		}
		bad := func(format string, args ...any) { wrong = append(wrong, path+": "+fmt.Sprintf(format, args...)) }
		ast.Inspect(file, func(n ast.Node) bool {
			kind, value := declaration(n)
			if spec, is := n.(*ast.ValueSpec); is && len(spec.Values) == 1 {
				if k, _ := declaration(spec.Values[0]); k == "bucket" && spec.Names[0].IsExported() {
					bad("%s is exported", spec.Names[0])
				}
			}
			name := firstText(value)
			switch {
			case kind == "opens":
				bad("calls %s", name)
				return true
			case name == "":
				return true
			case declared[kind+name] != "":
				bad("%s is declared in %s", name, declared[kind+name])
			}
			declared[kind+name] = path
			if kind == "bucket" {
				name = "//\t" + name + " "
			}
			names = append(names, name)
			return true
		})
		return nil
	})
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	return names, wrong
}

// declaration says what a node declares: a bucket, or a value in one, with the expression of its name. Or it opens a
// bucket.
func declaration(n ast.Node) (kind string, name ast.Expr) {
	if spec, is := n.(*ast.ValueSpec); is && len(spec.Values) == 1 {
		if what := called(spec.Type); what == "store.Slot" || what == "store.Flag" || what == "store.Number" {
			return "value", spec.Values[0]
		}
	}
	call, is := n.(*ast.CallExpr)
	if !is || len(call.Args) == 0 {
		return "", nil
	}
	what := called(call.Fun)
	switch _, last, _ := strings.Cut(what, "."); {
	case what == "store.Values" || what == "store.Records" || what == "store.Packed":
		return "bucket", call.Args[0]
	case what == "store.Slot" || last == "Part" || last == "PartOf" || what == "PartOf":
		return "value", call.Args[0]
	case slices.Contains([]string{"Bucket", "CreateBucket", "CreateBucketIfNotExists", "DeleteBucket"}, last):
		return "opens", &ast.BasicLit{Value: strconv.Quote(last)}
	}
	return "", nil
}

// called is what is called or named, such as store.Slot, without types in brackets.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.IndexExpr:
		return called(e.X)
	case *ast.SelectorExpr:
		if x, is := e.X.(*ast.Ident); is {
			return x.Name + "." + e.Sel.Name
		}
		return "_." + e.Sel.Name
	}
	return ""
}

// firstText is the text with which an expression begins, or "".
func firstText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return firstText(e.X)
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return strings.TrimSpace(text)
	}
	return ""
}
