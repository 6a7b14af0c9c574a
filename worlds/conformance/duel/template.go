package duel

import (
	"fmt"
	"strings"
)

// Template returns the fencer's present guard or, when bouts were fought, a line to fill in for each bout of the
// fencer.
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
				fmt.Fprintf(&b, "; %s\n", Result{Bout: i + 1}.Print(nil)) // only the fencer knows how it went
			}
		}
	}
	b.WriteString("$E\n")
	return b.String()
}
