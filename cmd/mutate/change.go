package main

import (
	"bufio"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// A change is one wrong version of a place in the source.
type change struct {
	file       string // in the form that the command line uses
	line       int
	start, end int    // bytes of the file that are replaced
	inside     string // the function
	kind       string // what it does: `<= for <`, `condition turned`, `statement left out`
	text       string // the original line
	// write returns the changed place. on is an expression that is true while the change is on. keep returns the
	// source between two offsets, with the changes inside.
	write func(on string, keep func(start, end int) string) string
}

func (c *change) String() string {
	return fmt.Sprintf("%s:%d: %s: %s: %s", c.file, c.line, c.inside, c.kind, c.text)
}

// key names a change in the list of accepted ones. It has no line number, since lines may move.
func (c *change) key() string {
	return fmt.Sprintf("%s: %s: %s: %s", c.file, c.inside, c.kind, c.text)
}

// readAccepted reads the list of changes without an effect: one per line, as they are printed but without the line
// number. Lines that begin with # give the reason.
func readAccepted(name string) (map[string]bool, error) {
	equal := make(map[string]bool)
	if name == "" {
		return equal, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read the accepted changes: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			equal[line] = true
		}
	}
	return equal, lines.Err()
}

// draw draws n of the changes at random, or returns all if n is 0.
func draw(all []*change, n int, seed uint64) []*change {
	dice := rand.New(rand.NewPCG(seed, 0))
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if n > 0 && n < len(all) {
		all = all[:n]
	}
	slices.SortFunc(all, func(a, b *change) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	return all
}

// changes lists every change in the package except the accepted ones.
func (p *pack) changes(equal map[string]bool) []*change {
	var out []*change
	for _, f := range p.files {
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				finder := &finder{pack: p, file: f, inside: funcName(fn), add: func(c *change) {
					if !equal[c.key()] {
						out = append(out, c)
					}
				}}
				ast.Walk(finder, fn.Body)
			}
		}
	}
	return out
}

func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	return types.ExprString(fn.Recv.List[0].Type) + "." + fn.Name.Name
}

// A finder walks through a function and finds its changes.
type finder struct {
	*pack
	file   *source
	inside string
	add    func(*change)
}

// Visit looks at one node. Declarations of constants and types have nothing to change.
func (f *finder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok != token.VAR {
			return nil
		}
	case *ast.ArrayType, *ast.FuncType:
		return nil
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		if n.Post != nil { // its parts are not statements that could be left out
			f.expressions(n.Cond, n.Body)
			return nil
		}
	case *ast.CallExpr:
		if rest, ok := withoutRoom(n); ok {
			for _, arg := range rest {
				ast.Walk(f, arg)
			}
			return nil
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		f.number(n)
	case *ast.Ident:
		f.truth(n)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	}
	return f
}

// withoutRoom returns the arguments that matter of a call in which a number only says how much memory to reserve: no
// result depends on that.
func withoutRoom(call *ast.CallExpr) ([]ast.Expr, bool) {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		return nil, fun.Sel.Name == "Grow"
	case *ast.Ident:
		if fun.Name != "make" || len(call.Args) < 2 {
			return nil, false
		}
		if _, slice := call.Args[0].(*ast.ArrayType); slice {
			return call.Args[1:2], true
		}
		return nil, true
	}
	return nil, false
}

func (f *finder) expressions(cond ast.Expr, body *ast.BlockStmt) {
	if cond != nil {
		ast.Walk(f, cond)
	}
	ast.Walk(f, body)
}

// at makes a change of a node.
func (f *finder) at(n ast.Node, kind string, write func(on string, keep func(start, end int) string) string) {
	pos := f.set.Position(n.Pos())
	f.add(&change{
		file: f.file.name, line: pos.Line, start: pos.Offset, end: f.set.Position(n.End()).Offset,
		inside: f.inside, kind: kind, text: f.file.lineOf(pos.Line), write: write,
	})
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

// condition negates the condition of an if.
func (f *finder) condition(cond ast.Expr) {
	if !f.isPlain(cond, types.Bool) {
		return
	}
	start, end := f.offset(cond.Pos()), f.offset(cond.End())
	f.at(cond, "condition turned", func(on string, keep func(int, int) string) string {
		return "((" + keep(start, end) + ") != " + on + ")"
	})
}

// others are the operators that replace an operator.
var others = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL,
}

// binary replaces an operator by another.
func (f *finder) binary(e *ast.BinaryExpr) {
	other, ok := others[e.Op]
	if t := f.info.Types[e]; !ok || t.Value != nil {
		return // a constant
	}
	x0, x1, y0, y1 := f.offset(e.X.Pos()), f.offset(e.X.End()), f.offset(e.Y.Pos()), f.offset(e.Y.End())
	kind := fmt.Sprintf("%s for %s in %s", other, e.Op, types.ExprString(e))
	if f.isPlain(e, types.Bool) {
		f.at(e, kind, func(on string, keep func(int, int) string) string {
			x, y := keep(x0, x1), keep(y0, y1)
			return fmt.Sprintf("(%s && ((%s) %s (%s)) || !%s && ((%s) %s (%s)))", on, x, other, y, on, x, e.Op, y)
		})
		return
	}
	name, ok := f.numeric(e)
	if !ok {
		return
	}
	f.at(e, kind, func(on string, keep func(int, int) string) string {
		x, y := keep(x0, x1), keep(y0, y1)
		return fmt.Sprintf("func() %s { if %s { return (%s) %s (%s) }; return (%s) %s (%s) }()", name, on, x, other,
			y, x, e.Op, y)
	})
}

// number makes a number larger by one.
func (f *finder) number(e *ast.BasicLit) {
	if e.Kind != token.INT {
		return
	}
	name, ok := f.numeric(e)
	if !ok {
		return
	}
	start, end := f.offset(e.Pos()), f.offset(e.End())
	f.at(e, "one more than "+e.Value, func(on string, keep func(int, int) string) string {
		return fmt.Sprintf("func() %s { if %s { return %s + 1 }; return %s }()", name, on, keep(start, end),
			keep(start, end))
	})
}

// truth swaps true and false.
func (f *finder) truth(e *ast.Ident) {
	if v, ok := f.info.Uses[e].(*types.Const); !ok || v.Pkg() != nil || e.Name != "true" && e.Name != "false" {
		return
	}
	f.at(e, "not "+e.Name, func(on string, _ func(int, int) string) string { return "(" + e.Name + " != " + on + ")" })
}

// statements leaves out a statement: what is done, assigned, counted, skipped.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt:
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.CONTINUE && s.Tok != token.BREAK {
				continue
			}
		default:
			continue
		}
		if call, ok := s.(*ast.ExprStmt); ok && isPanic(call.X) {
			continue // a function may end with it
		}
		start, end := f.offset(s.Pos()), f.offset(s.End())
		f.at(s, "statement left out", func(on string, keep func(int, int) string) string {
			return "if !" + on + " { " + keep(start, end) + " }"
		})
	}
}

func isPanic(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// isPlain reports whether an expression has the basic type itself, and not a named type.
func (f *finder) isPlain(e ast.Expr, kind types.BasicKind) bool {
	t := f.info.Types[e].Type
	return t != nil && (types.Identical(t, types.Typ[kind]) || types.Identical(t, types.Typ[types.UntypedBool]))
}

// numeric returns the name of a whole number's type in this file, if it can be written there.
func (f *finder) numeric(e ast.Expr) (string, bool) {
	t := f.info.Types[e].Type
	if t == nil {
		return "", false
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
		return "", false
	}
	known := true
	name := types.TypeString(t, func(other *types.Package) string {
		if other == f.types {
			return ""
		}
		name, imported := f.file.imports[other.Path()]
		known = known && imported
		return name
	})
	return name, known
}
