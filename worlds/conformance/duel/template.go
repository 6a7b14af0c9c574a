package duel

import (
	"fmt"
	"strings"
)

// Template is the guard a fencer stands in or, when bouts have been fought, a
// line to fill in for each of his.
func (w *World) Template(realm int) string {
	f := w.fencer(realm)
	if f == nil || w.over() {
		return ""
	}
	var b strings.Builder
	if w.s.Phase == inOrders {
		b.WriteString("$A\n")
		b.Write(Guard{Stance: f.Stance, Courage: f.Courage}.Print(nil))
		b.WriteByte('\n')
	} else {
		b.WriteString("$T\n")
		for i, bout := range w.s.Bouts {
			if !bout.Done && (bout.A == realm || bout.B == realm) {
				fmt.Fprintf(&b, "; %s\n", Result{Bout: i + 1}.Print(nil)) // what was fought only he knows
			}
		}
	}
	b.WriteString("$E\n")
	return b.String()
}
