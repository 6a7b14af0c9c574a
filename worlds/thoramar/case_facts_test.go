package thoramar

import (
	"bytes"
	"fmt"
	"strings"
)

func (c *caseFile) armies(t *turn) string {
	var b bytes.Buffer
	for _, list := range t.state.Armies {
		for _, a := range list {
			fmt.Fprintf(&b, "%d.%v %d %s %d", a.Realm, a.Name, a.Men, c.view().AppendPlace(nil, int64(a.At)), a.Points)
			if a.Aboard.ID != 0 {
				fmt.Fprintf(&b, " in %v", a.Aboard)
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) fields(t *turn) string {
	var b bytes.Buffer
	for p := range t.state.Fields {
		f := &t.state.Fields[p]
		if t.tables.Terrain[f.Terrain].Code == "tla" && f.Owner == 0 && f.Building == nil && f.Yield == 100 && f.Blessed == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s %s %d %d", c.view().AppendPlace(nil, int64(p)), t.tables.Terrain[f.Terrain].Code, f.Owner, f.Yield)
		if f.Building != nil {
			fmt.Fprintf(&b, " %s %s", f.Building.Kind, caseDamage[f.Building.Damage])
		}
		if f.Blessed > 0 {
			fmt.Fprintf(&b, " ^%d", f.Blessed)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) gold(t *turn) string {
	var b bytes.Buffer
	for _, r := range t.state.Realms {
		if r.Gold != 0 {
			fmt.Fprintf(&b, "%d %d\n", r.Number, r.Gold)
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) treaties(t *turn) string {
	var b bytes.Buffer
	for i := range t.state.Realms {
		for _, w := range t.state.Realms[i].Treaties {
			if i < w.Realm {
				fmt.Fprintf(&b, "%d %d %c\n", i, w.Realm, w.Treaty)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) experience(t *turn) string {
	var b bytes.Buffer
	for _, list := range t.state.Armies {
		for _, a := range list {
			if a.KK != 0 {
				fmt.Fprintf(&b, "%d.%v %d\n", a.Realm, a.Name, a.KK)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) capacity(t *turn) string {
	var b bytes.Buffer
	for p := range t.state.Fields {
		if h := t.state.Fields[p].Building; h != nil && t.tables.building(h.Kind).Capacity > 0 {
			fmt.Fprintf(&b, "%s %s %d\n", c.view().AppendPlace(nil, int64(p)), h.Kind, t.capacityLeft(&t.state.Fields[p]))
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) yields(t *turn) string {
	var b bytes.Buffer
	for p := range t.state.Fields {
		if f := &t.state.Fields[p]; f.Yield != fullYield {
			fmt.Fprintf(&b, "%s %d\n", c.view().AppendPlace(nil, int64(p)), f.Yield)
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) account(t *turn) string {
	var b bytes.Buffer
	for _, r := range t.state.Realms[1:] {
		if !r.Fallen {
			fmt.Fprintf(&b, "%d %d %d\n", r.Number, r.Account, r.Missed)
		}
	}
	return strings.TrimSpace(b.String())
}

// seen lists the foreign armies a realm's report shows where its armies and its
// capital look and on its own land, with the weeks.
func (c *caseFile) seen(t *turn, realm int) string {
	weeks, order := map[string][]int{}, []string(nil)
	for n := range t.weeks {
		w := &t.weeks[n]
		for i := range w.spots {
			s := &w.spots[i]
			how := w.looks(realm, int32(i))
			if int(s.realm) == realm || how == unseen || !c.inView(t, w, realm, int32(i)) {
				continue
			}
			line := fmt.Sprintf("%s %d.%v %d", c.view().AppendPlace(nil, int64(s.place)), s.realm, s.name(), s.men)
			if how == unsigned {
				line = fmt.Sprintf("%s ?.%c.%c ? %d", c.view().AppendPlace(nil, int64(s.place)), s.unit.Type, s.unit.Class, s.men)
			}
			if weeks[line] == nil {
				order = append(order, line)
			}
			if had := weeks[line]; len(had) == 0 || had[len(had)-1] != n+1 {
				weeks[line] = append(had, n+1)
			}
		}
	}
	var b bytes.Buffer
	for _, line := range order {
		fmt.Fprintf(&b, "W%s %s\n", spans(weeks[line]), line)
	}
	return strings.TrimSpace(b.String())
}

// inView tells whether the realm looked at the spot's field in the week.
func (c *caseFile) inView(t *turn, w *week, realm int, i int32) bool {
	at := w.spots[i].place
	if int(t.ground[at].owner) == realm {
		return true
	}
	looks := append([]int32(nil), w.of(realm)...)
	for _, from := range looks {
		if p := w.spots[from].place; p == at || t.grid.Distance(p, at) == 1 {
			return true
		}
	}
	for _, p := range t.capitals[realm] {
		if p == at || t.grid.Distance(p, at) == 1 {
			return true
		}
	}
	return false
}
