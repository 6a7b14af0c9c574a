package thoramar

import (
	"bytes"
	"fmt"
	"strings"

	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

func (c *caseFile) armies(t *turn.Turn) string {
	var b bytes.Buffer
	for _, list := range t.State.Armies {
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

func (c *caseFile) fields(t *turn.Turn) string {
	var b bytes.Buffer
	for p := range t.State.Fields {
		f := &t.State.Fields[p]
		if t.Tables.Terrain[f.Terrain].Code == "tla" && f.Owner == 0 && f.Building == nil && f.Yield == 100 &&
			f.Blessed == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s %s %d %d", c.view().AppendPlace(nil, int64(p)), t.Tables.Terrain[f.Terrain].Code, f.Owner,
			f.Yield)
		if f.Building != nil {
			fmt.Fprintf(&b, " %s %s", f.Building.Kind, gametest.CaseDamage[f.Building.Damage])
		}
		if f.Blessed > 0 {
			fmt.Fprintf(&b, " ^%d", f.Blessed)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) gold(t *turn.Turn) string {
	var b bytes.Buffer
	for _, r := range t.State.Realms {
		if r.Gold != 0 {
			fmt.Fprintf(&b, "%d %d\n", r.Number, r.Gold)
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) treaties(t *turn.Turn) string {
	var b bytes.Buffer
	for i := range t.State.Realms {
		for _, w := range t.State.Realms[i].Treaties {
			if i < w.Realm {
				fmt.Fprintf(&b, "%d %d %c\n", i, w.Realm, w.Treaty)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) experience(t *turn.Turn) string {
	var b bytes.Buffer
	for _, list := range t.State.Armies {
		for _, a := range list {
			if a.KK != 0 {
				fmt.Fprintf(&b, "%d.%v %d\n", a.Realm, a.Name, a.KK)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) capacity(t *turn.Turn) string {
	var b bytes.Buffer
	for p := range t.State.Fields {
		if h := t.State.Fields[p].Building; h != nil && t.Tables.FindBuilding(h.Kind).Capacity > 0 {
			fmt.Fprintf(&b, "%s %s %d\n", c.view().AppendPlace(nil, int64(p)), h.Kind,
				turn.CapacityLeft(t.Turn, &t.State.Fields[p]))
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) yields(t *turn.Turn) string {
	var b bytes.Buffer
	for p := range t.State.Fields {
		if f := &t.State.Fields[p]; f.Yield != tables.FullYield {
			fmt.Fprintf(&b, "%s %d\n", c.view().AppendPlace(nil, int64(p)), f.Yield)
		}
	}
	return strings.TrimSpace(b.String())
}

func (c *caseFile) account(t *turn.Turn) string {
	var b bytes.Buffer
	for _, r := range t.State.Realms[1:] {
		if !r.Fallen {
			fmt.Fprintf(&b, "%d %d %d\n", r.Number, r.Account, r.Missed)
		}
	}
	return strings.TrimSpace(b.String())
}

// seen lists the foreign armies a realm's report shows where its armies and its
// capital look and on its own land, with the weeks.
func (c *caseFile) seen(t *turn.Turn, realm int) string {
	weeks, order := map[string][]int{}, []string(nil)
	for n := range t.Weeks {
		w := &t.Weeks[n]
		for i := range w.Spots {
			s := &w.Spots[i]
			how := w.Looks(realm, int32(i))
			if int(s.Realm) == realm || how == sight.Unseen || !c.inView(t, w, realm, int32(i)) {
				continue
			}
			line := fmt.Sprintf("%s %d.%v %d", c.view().AppendPlace(nil, int64(s.Place)), s.Realm, s.Name(), s.Men)
			if how == sight.Unsigned {
				line = fmt.Sprintf("%s ?.%c.%c ? %d", c.view().AppendPlace(nil, int64(s.Place)), s.Unit.Type,
					s.Unit.Class, s.Men)
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
		fmt.Fprintf(&b, "W%s %s\n", report.Spans("", weeks[line]), line)
	}
	return strings.TrimSpace(b.String())
}

// inView tells whether the realm looked at the spot's field in the week.
func (c *caseFile) inView(t *turn.Turn, w *sight.Week, realm int, i int32) bool {
	at := w.Spots[i].Place
	if int(t.Ground[at].Owner) == realm {
		return true
	}
	looks := append([]int32(nil), w.Of(realm)...)
	for _, from := range looks {
		if p := w.Spots[from].Place; p == at || t.Grid.Distance(p, at) == 1 {
			return true
		}
	}
	for _, p := range t.Capitals[realm] {
		if p == at || t.Grid.Distance(p, at) == 1 {
			return true
		}
	}
	return false
}
