package realm

import (
	"strconv"
	"strings"

	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/tables"
)

// Pace is how many provinces of a terrain an army enters in a week, or 0 if it cannot go there. Either all go on their
// own, as fast as the slowest. Or carriers take aboard all that have a weight, if they have room for them. Nobody
// swims: an army at sea moves only if its carriers have room for all.
func (a *Army) Pace(t *tables.Tables, from, on tables.Terrain) int64 {
	if from == tables.Sea && a.lacking(t) > 0 {
		return 0
	}
	alone, carried := int64(-1), int64(-1)
	slower := func(of, speed int64) int64 {
		if of < 0 {
			return speed
		}
		return min(of, speed)
	}
	for _, s := range a.Stacks {
		u := t.UnitOf(s.Unit)
		alone = slower(alone, u.SpeedOn(on))
		if u.Carries > 0 || u.Weight == 0 {
			carried = slower(carried, u.SpeedOn(on))
		}
	}
	if room, load := a.room(t, on); room == 0 || load > room {
		return alone
	}
	return max(alone, carried)
}

// room is how much weight an army's carriers take aboard on a terrain, and load is what all others weigh.
func (a *Army) room(t *tables.Tables, on tables.Terrain) (room, load int64) {
	for _, s := range a.Stacks {
		u := t.UnitOf(s.Unit)
		if u.Carries > 0 {
			if u.SpeedOn(on) > 0 {
				room += u.Carries * s.Number
			}
			continue
		}
		load += u.Weight * s.Number
	}
	return room, load
}

// PathText shows a path as sentences do.
func PathText(path []int) string { return strings.Join(rulekit.Map(path, strconv.Itoa), ", ") }

// Overboard is the weight for which an army at sea has no room; elsewhere it is 0.
func Overboard(p Position, a *Army) int64 {
	if p.State.Province(a.At).Terrain != tables.Sea {
		return 0
	}
	return a.lacking(p.Tables)
}

// lacking is the weight for which an army has no room if it is at sea.
func (a *Army) lacking(t *tables.Tables) int64 {
	room, load := a.room(t, tables.Sea)
	return max(0, load-room)
}

// Heaviest is the stack of the heaviest unit that needs a boat. If several weigh the same, it is the last of them in
// the table.
func (a *Army) Heaviest(t *tables.Tables) *Stack {
	var out *Stack
	best := int64(0)
	for i := range a.Stacks {
		s := &a.Stacks[i]
		if u := t.UnitOf(s.Unit); s.Number > 0 && u.Carries == 0 && u.Weight >= best && u.Weight > 0 {
			out, best = s, u.Weight
		}
	}
	return out
}
