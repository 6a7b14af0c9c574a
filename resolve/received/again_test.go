package received

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"weltentor/resolve/receipt"
)

// For each fate of a letter, it is decided here whether the letter is read again after a backup was restored. A new
// fate must be added here.
func TestEveryFateIsReadAgainOrNot(t *testing.T) {
	t.Parallel()
	read := map[string]bool{
		"taken": true, "ahead": true, "bounce": true, "served": true, // served: except if it only asks
		"kept": false, "known": false, "machine": false, "stranger": false, "unidentified": false,
		"wrong-password": false, "throttled": false, "refused": false, "unproven": false, "undecided": false,
		"question": false, "game-master": false,
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../receipt/receipt.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	ast.Inspect(file, func(n ast.Node) bool {
		v, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		if of, is := v.Type.(*ast.Ident); !is || of.Name != "Fate" {
			return true
		}
		for _, value := range v.Values {
			fate, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			seen++
			want, known := read[fate]
			if !known {
				t.Errorf("is a letter of the fate %q read again after a restore?", fate)
			}
			l := Letter{Fate: receipt.Fate(fate), From: "anna@test.example", Subject: "Zug",
				Text: "$I 1 x\n"}
			if got := Changes(l); got != want {
				t.Errorf("%q is read again: %v", fate, got)
			}
			if l.Asked = true; Changes(l) {
				t.Errorf("%q is read again, though it only asked", fate)
			}
			if Changes(l.Bare()) {
				t.Errorf("%q is read again with nothing left of it", fate)
			}
		}
		return true
	})
	if seen != len(read) {
		t.Errorf("%d fates are known, %d there", len(read), seen)
	}
}
