package realm

import (
	"weltentor/orders"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/tables"
)

// Room is memory for what one realm knows, and for a turn that is played on it. On a large map with many realms that is
// some megabytes, which each receipt would otherwise allocate anew. What it hands out is blank, and handed out once until
// the room is made blank again. The zero Room allocates all that it is asked for.
type Room struct {
	fields   []Field
	realms   []Realm
	armies   []Army
	lists    [][]*Army
	pointers []*Army

	at       [][]*Army
	pairs    []*Army
	marches  []March
	sheets   []rulekit.Sheet
	refused  [][]orders.Problem
	gold     []map[string]int64
	treaties [][]TreatyWith
	peoples  []*tables.Culture
	names    []string

	beside *Room
}

// Fields are so many fields of a board.
func (r *Room) Fields(n int) []Field { return take(&r.fields, n) }

// Realms are so many realms.
func (r *Room) Realms(n int) []Realm { return take(&r.realms, n) }

// Lists are so many empty lists of armies.
func (r *Room) Lists(n int) [][]*Army { return take(&r.lists, n) }

// Marches are so many marches, in the place of those handed out before.
func (r *Room) Marches(n int) []March {
	clear(r.marches)
	return take(&r.marches, n)
}

// Names are so many names of realms.
func (r *Room) Names(n int) []string { return take(&r.names, n) }

// Army puts an army into the room.
func (r *Room) Army(a Army) *Army {
	if len(r.armies) == cap(r.armies) { // those before it stay where they are
		r.armies = make([]Army, 0, 2*len(r.armies)+64)
	}
	r.armies = append(r.armies, a)
	return &r.armies[len(r.armies)-1]
}

// Clone copies armies. Their marches stay the same.
func (r *Room) Clone(lists [][]*Army) [][]*Army {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	if cap(r.armies)-len(r.armies) < n {
		r.armies = make([]Army, 0, n)
	}
	out, pointers := r.Lists(len(lists)), take(&r.pointers, n)[:0]
	for i, list := range lists {
		if len(list) == 0 {
			continue
		}
		from := len(pointers)
		for _, a := range list {
			pointers = append(pointers, r.Army(*a))
		}
		out[i] = pointers[from:len(pointers):len(pointers)]
	}
	return out
}

// Beside is a second room, made blank: what was in it before may not be used any more.
func (r *Room) Beside() *Room {
	if r.beside == nil {
		r.beside = &Room{}
	}
	r.beside.Blank()
	return r.beside
}

// Blank makes the room blank. Nothing that it handed out may be used any more.
func (r *Room) Blank() {
	clear(r.fields)
	clear(r.realms)
	clear(r.armies)
	clear(r.lists)
	clear(r.pointers)
	clear(r.at)
	clear(r.pairs)
	clear(r.marches)
	clear(r.sheets)
	clear(r.refused)
	clear(r.gold)
	clear(r.treaties)
	clear(r.peoples)
	clear(r.names)
	r.armies = r.armies[:0]
}

// take is the beginning of a blank slice that is as long as it needs to be, with room for a somewhat larger one.
func take[T any](room *[]T, n int) []T {
	if had := cap(*room); had < n {
		*room = make([]T, n, max(n, had+had/2))
	}
	*room = (*room)[:n]
	return *room
}
