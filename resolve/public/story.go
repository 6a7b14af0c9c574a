package public

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/replay"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Story is a game that is over, as everybody may see it then: the whole map after each turn, through whose eyes one
// likes, the battles and what each realm had. It names no player and has no letter and no order.
type Story struct {
	Charts  map[phrase.Lang]game.Chart // after the last turn; all turns have its fields, by their place in Cells
	Turns   []StoryTurn                // the first is as the game began, then one for each turn
	Counts  []Column                   // what Counts of a turn has
	Battles []Battle
}

// StoryTurn is the world after a turn. Fields are by their place in the chart.
type StoryTurn struct {
	Turn      int // 0: before the first
	Title     Words
	Owners    []int
	Buildings []string
	States    []string
	Armies    []replay.Army
	Names     map[int]string
	Fallen    []int
	Counts    map[int][]int64       // by realm
	Known     map[int][]StoryGround // by realm and field
}

// StoryGround is what a realm knew of a field.
type StoryGround byte

// From never seen to in sight.
const (
	Unseen StoryGround = iota
	Heard              // seen earlier, or only its ground is known
	InSight
)

// Battle is a battle as all who were told of it know it together.
type Battle = replay.Battle

// storyWriter writes a Story in a transaction.
type storyWriter struct {
	*Press
	fields replay.Fields
	lang   phrase.Lang
	out    *Story
}

// Story returns the story of a game that is over. It is nil while a game runs, if the game has no maps, or if the map
// stays shut. Turns that other rules have played are missing.
func (p Press) Story(c chronicle.Current) (story *Story, err error) {
	held := chronicle.Held(p.Tx)
	if held.Turn > 0 || !c.World.Asked().Over {
		return nil, nil
	}
	open, err := Open(c.World)
	if err != nil {
		return nil, err
	}
	way, err := p.Map.InForce(p.Tx, open)
	if err != nil || way == MapNever {
		return nil, err
	}
	p.turn, p.rules = c.Turn, c.World
	t := &storyWriter{Press: &p, lang: phrase.Langs[0], out: &Story{}}
	fault := store.Guarded(func() {
		if t.out.Charts = Charts(c.World); t.out.Charts == nil {
			t.out = nil
			return
		}
		t.fields = replay.FieldsOf(t.out.Charts[t.lang])
		err = t.all(c)
	})
	return t.out, cmp.Or(err, fault)
}

// told is a turn as it is told on a core of its own.
type told struct {
	row     StoryTurn
	battles []Battle
	counts  []Column
	err     error
}

// all tells every turn, each on the next core that is free: only reading the store goes one by one. A game that the
// rules end has a turn that nobody plays.
func (t *storyWriter) all(c chronicle.Current) error {
	all, first := make([]*told, c.Turn), chronicle.First(t.Tx)
	var telling sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	tell := func(turn int) error {
		w, play := c.World, func() game.Outcome { return nil }
		var err error
		if turn < c.Turn {
			w, err = t.Archive.Before(t.Tx, turn)
		}
		if err == nil && w != nil && turn > first {
			play, err = t.Archive.Replay(t.Tx, turn-1)
		}
		if err != nil || w == nil {
			return err
		}
		out := &told{}
		all[turn-1] = out
		free <- struct{}{}
		telling.Go(func() {
			defer func() { <-free }()
			out.err = store.Guarded(func() { t.turnOf(out, w, turn-1, play()) })
		})
		return nil
	}
	defer telling.Wait() // also after a panic of the store
	var err error
	for turn := first; turn <= c.Turn && err == nil; turn++ {
		err = tell(turn)
	}
	telling.Wait()
	for _, one := range all {
		if one == nil {
			continue
		}
		err = cmp.Or(err, one.err)
		t.out.Turns, t.out.Battles = append(t.out.Turns, one.row), append(t.out.Battles, one.battles...)
		if len(t.out.Counts) == 0 {
			t.out.Counts = one.counts
		}
	}
	slices.SortStableFunc(t.out.Battles, func(a, b Battle) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Week, b.Week), cmp.Compare(a.Field, b.Field))
	})
	return err
}

// turnOf is a world after a turn, with what its reports say; outcome is nil if there are none.
func (t *storyWriter) turnOf(out *told, w game.World, turn int, outcome game.Outcome) {
	chart := charted(w, 0, t.lang)
	n := len(t.out.Charts[t.lang].Cells)
	out.row = StoryTurn{Turn: turn, Title: Each(w.Title), Owners: make([]int, n), Buildings: make([]string, n),
		States: make([]string, n), Names: map[int]string{}, Counts: map[int][]int64{}, Known: map[int][]StoryGround{}}
	row := &out.row
	for _, cell := range chart.Cells {
		if i := t.fields.At(cell); i >= 0 {
			row.Owners[i], row.Buildings[i], row.States[i] = cell.Owner, cell.Building, cell.State
		}
	}
	open, _ := chronicle.As[game.World](w)
	for _, r := range w.Realms() {
		row.Names[r.Number] = r.Name
		if r.Fallen {
			row.Fallen = append(row.Fallen, r.Number)
		}
		for i, c := range open.Counts(r.Number) {
			if i == len(out.counts) {
				out.counts = append(out.counts, Column{c.Name, t.said(phrase.P("tally." + c.Name))})
			}
			row.Counts[r.Number] = append(row.Counts[r.Number], c.N)
		}
		row.Known[r.Number] = t.knows(open, r.Number, n)
	}
	row.Armies, out.battles = t.fields.Told(replay.Scene{Turn: turn, World: open, Outcome: outcome})
}

// knows is what a realm knows of each field.
func (t *storyWriter) knows(w game.World, realm, fields int) []StoryGround {
	out := make([]StoryGround, fields)
	for _, cell := range charted(w, realm, t.lang).Cells {
		i := t.fields.Find(w, realm, cell.Label)
		if i < 0 {
			continue
		}
		if out[i] = InSight; cell.Age != 0 {
			out[i] = Heard
		}
	}
	return out
}

// Charts is the whole map in each language. It is nil if the game has no maps.
func Charts(w game.World) map[phrase.Lang]game.Chart {
	out := map[phrase.Lang]game.Chart{}
	for _, lang := range phrase.Langs {
		chart := w.Chart(0, lang)
		if chart == nil {
			return nil
		}
		out[lang] = *chart
	}
	return out
}

// charted is the map of a world as a realm sees it.
func charted(w game.World, realm int, lang phrase.Lang) (none game.Chart) {
	if chart := w.Chart(realm, lang); chart != nil {
		return *chart
	}
	return none
}
