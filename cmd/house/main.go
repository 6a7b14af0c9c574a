// Command house measures the structure of the house from what the compiler knows, in all builds. It prints one line per
// package, the worst first:
//
//	files, lines, names   files, their lines, exported names
//	fan                   packages that import it
//	knot                  files in the largest circle of files that use each other
//	circle, welded        the same for declarations, and for types together with their methods
//	of                    number of declarations
//	set                   the largest method set, including promoted methods, and its type
//	chain                 how deep structs are embedded in one another
//
// Below them is who owns what is stored: the packages that declare records, with the names of their declarations. Then
// come the longest ways, of a letter and of a turn: through how many files and functions they go, and in which rooms.
//
// The last lines count the module's lines of code: those that hold more than a comment. What no program links is for
// tests, and is counted by itself.
//
// These are readings: nothing fails because of them, and each alone can be improved by a trick. A large knot, set or
// chain needs a reason.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// room is the readings of a package.
type room struct {
	path                   string
	files, lines, exported int
	fan                    int  // packages that import it
	linked                 bool // into a program
	set, deep              int  // the largest method set; the longest chain of embedded structs
	of                     string
	code                   int    // lines that hold more than a comment
	owns                   string // records that it declares
	knot, decls, circle    int    // files in one circle; declarations; the declarations in one circle
	welded                 int    // the same, with each type and its methods as one
}

// build is a way to build the house, with the packages that only this build has.
type build struct {
	tags     string
	env      []string
	packages string
}

var builds = []build{
	{tags: "fleet,servers", packages: "./..."},
	{env: []string{"GOOS=js", "GOARCH=wasm"}, packages: "./cmd/table/wasm"},
}

func main() {
	dir := flag.String("dir", ".", "the module's folder")
	worst := flag.Int("worst", 30, "how many packages are shown; 0: all")
	slow := flag.Int("times", 0, "instead read what go test -json prints from the standard input, and show so many of the slowest tests")
	page := flag.String("figures", "", "instead run the benchmarks that this page names, with machine, date and load")
	only := flag.String("only", "", "of these, the commands that match a pattern")
	flag.Parse()
	good, err := true, error(nil)
	switch {
	case *page != "":
		text, unread := os.ReadFile(*page)
		pattern, wrong := regexp.Compile(*only)
		if err = errors.Join(unread, wrong); err == nil {
			good = figures(string(text), pattern, os.Stdout, shell)
		}
	case *slow > 0:
		good, err = times(os.Stdin, os.Stdout, *slow)
	default:
		err = show(os.Stdout, *dir, *worst)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
	}
	if err != nil || !good {
		os.Exit(1)
	}
}

// show prints the readings of the module in a folder.
func show(to io.Writer, dir string, worst int) error {
	stops := map[string]stop{}
	rooms, module, err := measured(dir, stops)
	if err != nil {
		return err
	}
	slices.SortFunc(rooms, func(a, b room) int {
		return cmp.Or(cmp.Compare(b.knot, a.knot), cmp.Compare(b.set, a.set), cmp.Compare(a.path, b.path))
	})
	fmt.Fprintln(to, "package                              files  lines names fan knot circle welded   of  set chain")
	for n, r := range rooms {
		if worst > 0 && n == worst {
			break
		}
		fmt.Fprintf(to, "%-36s %5d %6d %5d %3d %4d %6d %6d %4d %4d %s %d\n", strings.TrimPrefix(r.path, module+"/"),
			r.files, r.lines, r.exported, r.fan, r.knot, r.circle, r.welded, r.decls, r.set, r.of, r.deep)
	}
	byRoom(to, rooms, module+"/worlds/")
	owners(to, rooms, module+"/")
	showWays(to, stops, module+"/")
	code := map[bool]int{}
	for _, r := range rooms {
		code[r.linked] += r.code
	}
	fmt.Fprintln(to, "lines of kits that only tests use:", code[false])
	fmt.Fprintln(to, "lines of code without comments:", code[true])
	return nil
}

// measured returns the packages of a module in all builds, each once, and fills in the stops of ways.
func measured(dir string, stops map[string]stop) (rooms []room, module string, err error) {
	fan := map[string]int{}
	at, linked := map[string]bool{}, map[string]bool{}
	var link func(*packages.Package)
	link = func(p *packages.Package) {
		if !linked[p.PkgPath] {
			linked[p.PkgPath] = true
			for _, below := range p.Imports {
				link(below)
			}
		}
	}
	for _, b := range builds {
		all, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax | packages.NeedModule,
			Env: append(os.Environ(), b.env...), BuildFlags: []string{"-tags=" + b.tags}}, b.packages)
		if err != nil {
			return nil, "", err
		}
		for _, p := range all {
			if p.Name == "main" {
				link(p)
			}
			if at[p.PkgPath] || p.Module == nil {
				continue
			}
			if len(p.Errors) > 0 {
				return nil, "", p.Errors[0]
			}
			at[p.PkgPath], module = true, p.Module.Path
			for path := range p.Imports {
				fan[path]++
			}
			rooms = append(rooms, measure(p))
			gather(stops, p)
		}
	}
	for i := range rooms {
		rooms[i].fan, rooms[i].linked = fan[rooms[i].path], linked[rooms[i].path]
	}
	return rooms, module, nil
}

// measure takes the readings of one package.
func measure(p *packages.Package) room {
	r := room{path: p.PkgPath, files: len(p.Syntax)}
	files, fileOf := make([][]int, len(p.Syntax)), map[*token.File]int{} // files that each file uses
	for i, f := range p.Syntax {
		tf := p.Fset.File(f.Pos())
		r.lines += tf.LineCount()
		r.code += codeLines(p.CompiledGoFiles[i])
		fileOf[tf] = i
	}
	decls := map[types.Object]int{} // number of each package-level declaration or method
	owner, weld := map[types.Object]types.Object{}, map[int]int{}
	for _, name := range p.Types.Scope().Names() {
		obj := p.Types.Scope().Lookup(name)
		decls[obj] = len(decls)
		if obj.Exported() {
			r.exported++
		}
		if stored(obj) {
			r.owns += " " + name
		}
		tn, ok := obj.(*types.TypeName)
		if !ok {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok {
			for m := range named.Methods() {
				decls[m.Origin()] = len(decls)
				weld[decls[m.Origin()]] = decls[obj]
			}
			if s, ok := named.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					owner[f] = obj // a field counts as its type
				}
				r.deep = max(r.deep, chain(named))
			}
			if !types.IsInterface(named) {
				if n := types.NewMethodSet(types.NewPointer(named)).Len(); n > r.set {
					r.set, r.of = n, name
				}
			}
		}
	}
	r.decls = len(decls)
	arrows := make([][]int, len(decls))
	for i, f := range p.Syntax {
		for _, d := range f.Decls {
			for from, node := range parts(d, p.TypesInfo) {
				ast.Inspect(node, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					if !ok {
						return true
					}
					obj := p.TypesInfo.Uses[id]
					switch o := obj.(type) {
					case *types.Func:
						obj = o.Origin()
					case *types.Var:
						if obj = o.Origin(); owner[obj] != nil {
							obj = owner[obj]
						}
					}
					to, known := decls[obj]
					if !known {
						return true
					}
					if at, ok := fileOf[p.Fset.File(obj.Pos())]; ok && at != i {
						files[i] = append(files[i], at)
					}
					if from, ok := decls[from]; ok && from != to {
						arrows[from] = append(arrows[from], to)
					}
					return true
				})
			}
		}
	}
	merged := make([][]int, len(decls))
	for v, to := range arrows {
		for _, w := range to {
			merged[one(weld, v)] = append(merged[one(weld, v)], one(weld, w))
		}
	}
	r.knot, r.circle, r.welded = largest(files), largest(arrows), largest(merged)
	return r
}

// codeLines counts the lines of a file that hold more than a comment. It is 0 if the file cannot be read.
func codeLines(path string) (n int) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	file := token.NewFileSet().AddFile(path, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	last := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok == token.SEMICOLON && text != ";" {
			continue // put in by the scanner
		}
		first := file.Line(pos)
		end := first + strings.Count(text, "\n")
		n += end - max(first, last+1) + 1
		last = end
	}
}

// one returns a declaration's number or, for a method, that of its type.
func one(weld map[int]int, v int) int {
	if t, ok := weld[v]; ok {
		return t
	}
	return v
}

// parts returns the objects that a declaration declares, each with its syntax.
func parts(d ast.Decl, info *types.Info) map[types.Object]ast.Node {
	out := map[types.Object]ast.Node{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		out[info.Defs[d.Name]] = d
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				out[info.Defs[t.Name]] = s
			} else if v, ok := s.(*ast.ValueSpec); ok {
				out[info.Defs[v.Names[0]]] = s
			}
		}
	}
	return out
}

// chain is how deep structs of the same package are embedded in one another.
func chain(t *types.Named) (most int) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	for f := range s.Fields() {
		in := f.Type()
		if p, ok := in.(*types.Pointer); ok {
			in = p.Elem()
		}
		if named, ok := in.(*types.Named); ok && f.Embedded() && named.Obj().Pkg() == t.Obj().Pkg() {
			most = max(most, 1+chain(named))
		}
	}
	return most
}

// largest is the size of the largest strongly connected set (Tarjan), and 1 if there is no circle.
func largest(arrows [][]int) (most int) {
	n, count, stack := len(arrows), 0, []int{}
	seen, low, on := make([]int, n), make([]int, n), make([]bool, n)
	var visit func(v int)
	visit = func(v int) {
		count++
		seen[v], low[v], on[v] = count, count, true
		stack = append(stack, v)
		for _, w := range arrows[v] {
			if seen[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], seen[w])
			}
		}
		if low[v] == seen[v] {
			at := slices.Index(stack, v)
			for _, w := range stack[at:] {
				on[w] = false
			}
			most, stack = max(most, len(stack)-at), stack[:at]
		}
	}
	for v := range arrows {
		if seen[v] == 0 {
			visit(v)
		}
	}
	return most
}

// stored reports whether a declaration is a record, or a table of them: its type is one of the store's, and it is not a
// type or a function.
func stored(obj types.Object) bool {
	named, ok := obj.Type().(*types.Named)
	if _, is := obj.(*types.TypeName); is || !ok || named.Obj().Pkg() == nil {
		return false
	}
	return strings.HasSuffix(named.Obj().Pkg().Path(), "/resolve/store") && obj.Pkg() != named.Obj().Pkg() &&
		slices.Contains([]string{"Bytes", "Flag", "Number", "Slot", "Table"}, named.Obj().Name())
}

// owners shows the packages that own what is stored.
func owners(to io.Writer, rooms []room, module string) {
	var lines []string
	for _, r := range rooms {
		if r.owns != "" {
			lines = append(lines, fmt.Sprintf("owner %-24s%s\n", strings.TrimPrefix(r.path, module), r.owns))
		}
	}
	slices.Sort(lines)
	fmt.Fprint(to, strings.Join(lines, ""))
}

// byRoom shows the lines of each rulebook by room.
func byRoom(to io.Writer, rooms []room, under string) {
	books := map[string]map[string]int{}
	for _, r := range rooms {
		if rest, ok := strings.CutPrefix(r.path, under); ok {
			book, room, _ := strings.Cut(filepath.ToSlash(rest), "/")
			if books[book] == nil {
				books[book] = map[string]int{}
			}
			books[book][cmp.Or(room, ".")] += r.lines
		}
	}
	for _, book := range slices.Sorted(maps.Keys(books)) {
		fmt.Fprintf(to, "%-14s", book)
		for _, room := range slices.Sorted(maps.Keys(books[book])) {
			fmt.Fprintf(to, " %s %d", room, books[book][room])
		}
		fmt.Fprintln(to)
	}
}
