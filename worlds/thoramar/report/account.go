package report

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Season is a turn that was played, as its reports show it.
type Season struct {
	After           realm.Position
	*rulekit.Played // nil in report 0
	*Shared
	Check func(realm int, text string) game.Checked // the receipt of a sheet for the next turn
	// Threat is what a foreign army could do to a realm next, in these directions. It is nil in report 0.
	Threat func(number, by int, name realm.ArmyName, dirs []game.Direction) turn.Threat
}

// Shared is what all reports of a turn share. It is made when the turn is over and never changes, so the reports may
// be written in parallel.
type Shared struct {
	Turn  *turn.Turn
	Where *sight.Whereabouts // everything after the turn
	tags  []string           // by realm: its number, as wide as the world's longest
	held  [][]game.Place     // by realm: the fields it owned from week 1 to week 13

	was    *realm.State   // before the turn
	before [][]game.Place // by realm: the fields it owned then
}

// Share makes what the reports of a turn share; from is the position before it. For report 0 the turn has been played
// on the state of that position itself.
func Share(from realm.Position, t *turn.Turn) *Shared {
	o := &Shared{Turn: t, tags: realmTags(len(t.State.Realms))}
	realm.InLanes(t.Lanes, len(t.Weeks), func(_, from, to int) {
		for i := from; i < to; i++ {
			if !t.Weeks[i].Lettered() { // in report 0 all weeks are the same
				t.Weeks[i].Letter(o.tags)
			}
		}
	})
	o.Where = sight.Locate(t.State)
	o.was, o.before = from.State, o.Where.Land
	if from.State == t.State { // report 0: nothing has moved
		t.Closing, o.held = t.Weeks[0], o.Where.Land
		return o
	}
	t.Watch.Close(t.Turn)
	t.Closing.Letter(o.tags)
	o.held = sight.ByOwner(len(t.State.Realms), len(t.Ground), func(p int) int16 { return t.Ground[p].Owner })
	o.before = sight.ByOwner(len(t.State.Realms), len(from.State.Fields),
		func(p int) int16 { return from.State.Fields[p].Owner })
	return o
}

// realmTags are the numbers of realms as sightings show them: as wide as the longest (decision 12). The last one is
// "?", for armies without a sign.
func realmTags(realms int) []string {
	width := len(strconv.Itoa(realms - 1))
	out := make([]string, realms+1)
	for r := range realms {
		s := strconv.Itoa(r)
		out[r] = rulekit.Blanks[:width-len(s)] + s
	}
	out[realms] = rulekit.Blanks[:width-1] + "?"
	return out
}

// account is what a turn was for one realm: what happened and what became of it, its land, and what it saw. It has no
// sentence and no byte: what the turn already has, it names by index. The memory is used again for the next realm.
type account struct {
	season *Season
	t      *turn.Turn
	realm  int
	r      *realm.Realm // after the turn

	told    []game.Event // what happened, as the realm is told it
	battles []battle     // the fights among them
	halts   []halt       // who kept whom out of what
	lists   [][]int      // events of one kind that one line may say
	listOf  []int        // by event: the index of its list; -1: it has none
	lots    []lot        // the realm's land
	posts   []post       // from where it looked around
	sighted []sighted    // the foreign armies that it saw

	// memory for finding out
	reader   game.EventReader
	ones     []phrase.Phrase  // lists of one sentence
	rest     []phrase.Phrase  // of a fight: who was lost otherwise
	fought   map[int64]int    // by field: number of battles
	battleAt []int32          // by event: the number of its battle, from 1; 0: it is in none
	rolls    [2][]tally       // of the fights in one sentence, by side
	sides    [2][]string      // whose armies they are
	listBy   map[string]int   // events of one line, by their key: the index of their list
	haltAt   map[halting]int  // where they are among the halts
	around   []around         // the places that were looked at
	numbers  []int32          // by place: the number of what is around it, from 1; 0: nobody looked
	signedAt map[uint64]int   // where they are in that list: those with a sign, by nameKey
	alikeAt  map[alike]int    // and those without
	listing  map[glimpse]bool // those with a row in the present field
	visitors []visitor        // those of that field
}

// newAccount is memory for the accounts of a turn, one after the other.
func newAccount(o *Season) *account {
	return &account{season: o, t: o.Turn, haltAt: map[halting]int{}, fought: map[int64]int{}, listBy: map[string]int{},
		signedAt: map[uint64]int{}, alikeAt: map[alike]int{}, listing: map[glimpse]bool{},
		numbers: make([]int32, len(o.Turn.Ground))}
}

// begin begins the account of a realm: all but what it saw.
func (a *account) begin(number int) {
	a.realm, a.r = number, &a.season.After.State.Realms[number]
	a.ones = a.ones[:0]
	if a.season.Played != nil {
		a.told = a.season.ToldBy(&a.reader, number)
		a.address()
	}
	a.findLots()
	a.findHalts()
	a.findBattles()
	a.findAlike()
}

// dealings are the events between two realms, with the arguments that number them.
var dealings = map[string][2]string{"treaty-made": {"realm", "other"}, "treaty-ended": {"realm", "other"},
	"gold-sent": {"from", "to"}}

// address says in dealings 0 for the reader, and the other realm's name: their sentences speak of you and of it.
func (a *account) address() {
	for i := range a.told {
		e := &a.told[i]
		sides, deals := dealings[e.Code]
		if !deals {
			continue
		}
		e.Args = slices.Clone(e.Args)
		for k := range e.Args {
			switch side := &e.Args[k]; {
			case !slices.Contains(sides[:], side.Name):
			case int(side.N) == a.realm:
				side.N = 0
			default:
				e.Args = append(e.Args, phrase.Str("name", a.nameOf(int(side.N))))
			}
		}
	}
}

// one is a list of one sentence, which holds until the next account begins.
func (a *account) one(what phrase.Phrase) []phrase.Phrase {
	n := len(a.ones)
	a.ones = append(a.ones, what)
	return a.ones[n : n+1 : n+1]
}

// xy are the coordinates of a field as the realm counts them.
func (a *account) xy(at game.Place) (x, y int) { return a.t.Grid.Relative(a.r.Origin, at) }

// fieldOrder compares, like cmp.Compare, where two fields come in a list: y falling, then x rising (decision 12). The
// order of places would tell where the map begins.
func fieldOrder(x1, y1, x2, y2 int) int { return cmp.Or(y2-y1, x1-x2) }

// owned are the fields that the realm owns after the turn.
func (a *account) owned() []game.Place { return a.season.Where.Land[a.realm] }

// closing is the week after the last: how things are when the turn is over. Only own land sees it.
const closing = realm.Weeks + 1

// earlyTurns is how long a short report explains what a player knows after that.
const earlyTurns = 3

// week is what was to be seen in a week.
func (a *account) week(n int) *sight.Week {
	if n == closing {
		return &a.t.Closing
	}
	return &a.t.Weeks[n-1]
}

// standsIn reports whether an own army was in a field in a week.
func (a *account) standsIn(w *sight.Week, at game.Place) bool {
	from, to := w.At(at)
	for i := from; i < to; i++ {
		if int(w.Spots[i].Realm) == a.realm {
			return true
		}
	}
	return false
}

// stood reports whether an own army was in a field at the end of a week, or before the first.
func (a *account) stood(week int, at game.Place) bool {
	if week >= 1 && week <= realm.Weeks {
		return a.standsIn(&a.t.Weeks[week-1], at)
	}
	return slices.ContainsFunc(a.season.was.Armies[a.realm], func(army *realm.Army) bool {
		return army.At == at && army.Sights()
	})
}

// nameOf is the name of a realm; "": there is no such realm.
func (a *account) nameOf(number int) string {
	if r := a.t.State.Realm(number); number > 0 && r != nil {
		return r.Name
	}
	return ""
}

// strength is how strong a kind of army is that the realm can raise.
type strength struct {
	unit    string
	percent int64
}

// strengths are those of all kinds.
func (a *account) strengths() (out []strength) {
	for i := range a.t.Tables.Unit {
		row := &a.t.Tables.Unit[i]
		if a.t.Tables.RowOf(a.realm, row.Letters()).Cost != 0 {
			out = append(out, strength{row.Unit, a.t.Strength(a.realm, row.Letters())})
		}
	}
	return out
}
