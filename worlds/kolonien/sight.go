package kolonien

// sees tells whether a realm sees the armies in an area: its own colonies and
// home, where its leaders and fleets are, and all beside these.
func (s *State) sees(realm, area int) bool {
	if s.present(realm, area) {
		return true
	}
	for _, b := range s.Areas[area-1].Beside {
		if s.present(realm, b) {
			return true
		}
	}
	return false
}

// present tells whether the realm owns the area or has a leader or fleet there.
func (s *State) present(realm, area int) bool {
	if s.owner(area) == realm {
		return true
	}
	r := &s.Realms[realm-1]
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
