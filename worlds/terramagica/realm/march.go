package realm

import (
	"strconv"
	"strings"

	"weltentor/worlds/terramagica/tables"
)

// Pace is how many provinces of a terrain an army enters in a week: each on its
// own, as fast as the slowest, or all who have a weight aboard of those who carry
// them, if the room is enough. Nobody swims: from the sea it comes only with all who
// have a weight aboard. 0: it cannot go there.
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

// room is what an army's carriers take aboard on a terrain, and load what all
// others weigh.
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

// PathText is a path as sentences show it.
func PathText(path []int) string {
	var parts []string
	for _, n := range path {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ", ")
}

// Overboard is the weight an army at sea has too much.
func Overboard(p Position, a *Army) int64 {
	if p.State.Province(a.At).Terrain != tables.Sea {
		return 0
	}
	return a.lacking(p.Tables)
}

// lacking is the weight for which an army has no room at sea.
func (a *Army) lacking(t *tables.Tables) int64 {
	room, load := a.room(t, tables.Sea)
	return max(0, load-room)
}

// Heaviest is the stack of the heaviest unit that needs a boat, the last of the
// table among equals.
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
