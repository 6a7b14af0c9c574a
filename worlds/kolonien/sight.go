package kolonien

import (
	"weltentor/worlds/kolonien/realm"
)

// sees tells whether a realm sees the armies in an area: its own colonies and
// home, where its leaders and fleets are, and all beside these.
func sees(s *realm.State, whose, area int) bool {
	if present(s, whose, area) {
		return true
	}
	for _, b := range s.Areas[area-1].Beside {
		if present(s, whose, b) {
			return true
		}
	}
	return false
}

// present tells whether the realm owns the area or has a leader or fleet there.
func present(s *realm.State, whose, area int) bool {
	if s.Owner(area) == whose {
		return true
	}
	r := &s.Realms[whose-1]
	for i := range r.Leaders {
		if r.Leaders[i].At == area {
			return true
		}
	}
	for i := range r.Fleets {
		if r.Fleets[i].At == area {
			return true
		}
	}
	return false
}

// seen lists by area − 1 what a realm sees.
func seen(s *realm.State, whose int) []bool {
	out := make([]bool, len(s.Areas))
	for i := range out {
		out[i] = sees(s, whose, i+1)
	}
	return out
}
