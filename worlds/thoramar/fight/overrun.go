package fight

import (
	"weltentor/worlds/thoramar/realm"
)

// A small band does not stop an army (§11): an army that sweeps a field clean takes its own step.

// stillDue lists the armies of a battle whose step of the week is still to come.
func (b *Battle) stillDue() map[*realm.Army]bool {
	out := map[*realm.Army]bool{}
	for _, side := range b.Side {
		for _, f := range side {
			out[f.Body] = f.Body.March.Free()
		}
	}
	return out
}

// foeLeft reports whether anybody is left in the field who opposed the winners, or would fight any of them.
func foeLeft(t *realm.Turn, b *Battle, won int) bool {
	for _, f := range b.Side[1-won] {
		if !f.end.fatal() && f.Body.At == b.At {
			return true
		}
	}
	for _, f := range b.Side[won] {
		if f.Body.Gone() {
			continue
		}
		for _, c := range t.ArmiesAt(b.At) {
			if ClashOf(t, f.Body, c) == Fights {
				return true
			}
		}
	}
	return false
}
