package belagerung

import "fmt"

// broken lists what contradicts the rules or itself.
func broken(t *Tables, s *State) []string {
	if s.Grid.Width < 1 || len(s.Terrain) != s.Grid.Size() {
		return []string{fmt.Sprintf("a board of %d × %d has %d hexes", s.Grid.Width, s.Grid.Height, len(s.Terrain))}
	}
	var out []string
	for _, u := range s.Units {
		if u.At < 0 || int(u.At) >= s.Grid.Size() || s.realm(u.Realm) == nil {
			out = append(out, fmt.Sprintf("%s of realm %d stands in place %d", u.name(), u.Realm, u.At))
		}
	}
	if s.Next > len(s.Realms) || s.Next == 0 && !s.Over && len(s.Realms) > 1 {
		out = append(out, fmt.Sprintf("the turn is realm %d's", s.Next))
	}
	return out
}
