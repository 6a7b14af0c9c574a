package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// way is a way through the house: what a function uses, and what that uses in turn. What calls through an interface
// ends it, and so the rules of games are on none.
type way struct {
	of, from string
	without  []string // rooms that end it, too
}

var ways = []way{
	{"a letter", "resolve/intake.Accept", nil},
	{"orders, to their receipt", "resolve/intake.Accept", []string{"resolve/requests", "resolve/requests",
		"resolve/requests", "resolve/requests", "resolve/requests", "resolve/requests"}},
	{"a turn", "resolve/turns.Advance", nil},
}

// stop is a function on a way, or a variable, such as a list of steps.
type stop struct {
	room, file string
	lines      int // of a function
	uses       []string
}

// gather adds the stops of a package by their full names.
func gather(stops map[string]stop, p *packages.Package) {
	for i, f := range p.Syntax {
		for _, d := range f.Decls {
			for obj, node := range parts(d, p.TypesInfo) {
				s := stop{room: p.PkgPath, file: p.CompiledGoFiles[i]}
				if _, is := d.(*ast.FuncDecl); is {
					s.lines = p.Fset.Position(node.End()).Line - p.Fset.Position(node.Pos()).Line + 1
				}
				ast.Inspect(node, func(n ast.Node) bool {
					if id, is := n.(*ast.Ident); is {
						s.uses = append(s.uses, fullName(p.TypesInfo.Uses[id]))
					}
					return true
				})
				stops[fullName(obj)] = s
			}
		}
	}
}

// fullName is a function's name, or a variable's, with that of its package. It is "" for everything else.
func fullName(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		return o.Origin().FullName()
	case *types.Var:
		if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return o.Pkg().Path() + "." + o.Name()
		}
	}
	return ""
}

// through returns what a way goes through, by room: how many functions, and the files that they are in.
func (w way) through(stops map[string]stop, module string) (functions map[string]int, files map[string][]string, lines int) {
	functions, files = map[string]int{}, map[string][]string{}
	seen := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		s, is := stops[name]
		room := strings.TrimPrefix(s.room, module)
		if !is || seen[name] || slices.Contains(w.without, room) {
			return
		}
		if seen[name] = true; s.lines > 0 {
			functions[room]++
			lines += s.lines
			if !slices.Contains(files[room], s.file) {
				files[room] = append(files[room], s.file)
			}
		}
		for _, next := range s.uses {
			walk(next)
		}
	}
	walk(module + w.from)
	return functions, files, lines
}

// showWays prints how many files, functions and lines each way goes through, and the rooms with most of them.
func showWays(to io.Writer, stops map[string]stop, module string) {
	for _, w := range ways {
		functions, files, lines := w.through(stops, module)
		n, all := 0, 0
		for room := range functions {
			n, all = n+len(files[room]), all+functions[room]
		}
		if all == 0 {
			continue
		}
		fmt.Fprintf(to, "way of %s: %d files, %d functions, %d lines; most in", w.of, n, all, lines)
		most := slices.SortedFunc(maps.Keys(functions), func(a, b string) int {
			return cmp.Or(cmp.Compare(functions[b], functions[a]), cmp.Compare(a, b))
		})
		for _, room := range most[:min(8, len(most))] {
			fmt.Fprintf(to, " %s %d/%d", room, len(files[room]), functions[room])
		}
		fmt.Fprintln(to)
	}
}
