package relay

import "fmt"

// Template returns a runner's standing instruction, and a run to fill in when it is the runner's turn.
func (w *World) Template(realm int) string {
	r := w.runner(realm)
	if r == nil || r.GaveUp || w.s.Next != realm {
		return ""
	}
	return fmt.Sprintf("$A\n; %s\n$K\n%s\n$E\n", Run{Steps: 1}.Print(nil), Answer{Steps: r.Answer}.Print(nil))
}
