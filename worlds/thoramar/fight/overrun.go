package fight

import (
	"slices"

	"weltentor/worlds/thoramar/realm"
)

// A small band does not stop an army (§11): an army that sweeps a field clean takes its own step.

// noteDue notes which armies of a battle have their step of the week still to come.
func (b *Battle) noteDue() {
	for f := range b.all {
		f.due = f.Body.March.Free()
	}
}

// foeLeft reports whether anybody is left in the field who opposed the winners, or would fight any of them.
func foeLeft(t *realm.Turn, b *Battle, won int) bool {
	there := func(f *Fighter) bool { return !f.end.fatal() && f.Body.At == b.At }
	return slices.ContainsFunc(b.Side[1-won], there) || slices.ContainsFunc(b.Side[won], func(f *Fighter) bool {
		return !f.Body.Gone() && slices.ContainsFunc(t.ArmiesAt(b.At), func(c *realm.Army) bool {
			return ClashOf(t, f.Body, c) == Fights
		})
	})
}
