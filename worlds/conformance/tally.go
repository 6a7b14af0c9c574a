package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// What a tournament looks at after which turn.
const (
	spreadFrom, spreadTo = 5, 8 // the income of a year
	lastCapitals         = 24
)

// course is what a tournament notes of one game. Lists are by realm, from 1.
type course struct {
	led    []int              // who was ahead, by turn
	given  []map[string]bool  // sorts of orders
	kinds  []map[string]int64 // in the end: men by kind of army
	year   []int64            // income of that year
	income int64              // of all, in all turns
	left   []int64            // treasury in the end
	lost   int                // capitals
}

func newCourse(realms int) *course {
	g := &course{given: make([]map[string]bool, realms+1), kinds: make([]map[string]int64, realms+1),
		year: make([]int64, realms+1), left: make([]int64, realms+1)}
	for i := range g.given {
		g.given[i] = map[string]bool{}
	}
	return g
}

// gives notes which sorts of orders a sheet has.
func (g *course) gives(s game.Sheet, of *orders.Language) {
	for _, l := range s.Orders(of).Lines {
		g.given[s.Realm][strings.TrimSuffix(reflect.TypeOf(l.Order).Name(), "Order")] = true
	}
}

// sees notes what the realms are told of their money and armies.
func (g *course) sees(out game.Outcome, n int) {
	for realm := 1; realm < len(g.given); realm++ {
		f := out.Facts(realm)
		if f == nil { // the game tells it nothing
			continue
		}
		g.left[realm], g.kinds[realm] = 0, map[string]int64{}
		purse := ""
		for _, m := range f.Money {
			switch {
			case m.Kind == "income":
				g.income += m.Amount
				if n >= spreadFrom && n <= spreadTo {
					g.year[realm] += m.Amount
				}
			case m.Kind == "treasury" && purse == "":
				purse, g.left[realm] = m.Code, m.Amount
			}
		}
		for i := range f.Armies {
			if f.Armies[i].Realm == realm {
				musters(g.kinds[realm], &f.Armies[i])
			}
		}
	}
}

// musters adds the men of an army and of its parts, by kind. Whatever has no men counts as one.
func musters(kinds map[string]int64, a *game.FactArmy) {
	for i := range a.Parts {
		musters(kinds, &a.Parts[i])
	}
	name, _, _ := strings.Cut(a.Name, " ")
	if _, err := strconv.Atoi(name); err == nil {
		name = "" // armies of one kind, which have numbers alone
	}
	if kind := cmp.Or(a.Kind, name); len(a.Parts) == 0 && kind != "" {
		kinds[kind] += max(a.Men, 1)
	}
}

// capitals counts those that are lost.
func (g *course) capitals(w game.World, b *Bots) {
	for _, r := range w.Realms() {
		if r.Fallen || b.Capital != nil && !b.Capital(w, r.Number) {
			g.lost++
		}
	}
}

// spread is how many hundredths of the least income of that year the greatest is; 0: there is none.
func (g *course) spread() int64 {
	least, most := slices.Min(g.year[1:]), slices.Max(g.year[1:])
	if most == 0 {
		return 0
	}
	return 100 * most / max(least, 1)
}

// tally is what became of the games of a tournament on one map.
type tally struct {
	games, kept, first, fallen, lost int
	won                              [3]int // by style
	spreads                          []int64
	income, left                     int64
	kinds                            map[string]int64 // of winners, by worth
	worth                            int64            // of winners: all that they have
	winners, losers                  map[string]bool  // sorts of orders and kinds of armies that some of them had
}

// add adds a game that has ended as w. kept: the leader at half time has won; first: the first realm has.
func (a *tally) add(g *course, w game.World, b *Bots, nth int) {
	winner := leader(b, w)
	a.games++
	a.lost, a.income, a.spreads = a.lost+g.lost, a.income+g.income, append(a.spreads, g.spread())
	for _, r := range w.Realms() {
		had := a.losers
		if r.Number == winner {
			had = a.winners
		}
		maps.Copy(had, g.given[r.Number])
		for kind := range g.kinds[r.Number] {
			had[kind] = true
		}
		if a.left += g.left[r.Number]; r.Fallen {
			a.fallen++
		}
	}
	if winner == 0 {
		return
	}
	a.won[style(winner, nth)]++
	if winner == g.led[len(g.led)/2] {
		a.kept++
	}
	if winner == 1 {
		a.first++
	}
	if b.Worth != nil {
		a.worth += b.Worth(w, winner)
	}
	for kind, men := range g.kinds[winner] {
		if b.Price != nil {
			men *= b.Price(w, kind)
		}
		a.kinds[kind], a.worth = a.kinds[kind]+men, a.worth+men
	}
}

// heads are the head of the table.
func heads(rb game.Rulebook) string {
	styles := game.Codes(rb.Bot().Styles())
	cols := slices.Concat([]string{"realms", "games"}, styles, []string{"nobody", "first seat wins", "half-time leader wins",
		"realms fallen", "capitals lost", "income, most : least", "unspent", "commonest kind", "never won"})
	return "| " + strings.Join(cols, " | ") + " |\n" + strings.Repeat("|---", len(cols)) + "|\n"
}

// row is the line of a map.
func (a *tally) row(m Map) string {
	all, won := a.games*m.Realms, a.won[0]+a.won[1]+a.won[2]
	cells := []string{m.String(), fmt.Sprint(a.games)}
	for _, n := range []int{a.won[0], a.won[1], a.won[2], a.games - won, a.first, a.kept} {
		cells = append(cells, share(n, a.games))
	}
	cells = append(cells, share(a.fallen, all), share(a.lost, all), a.middle(), share(a.left, a.income), a.commonest(),
		a.never(won))
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func share[T int | int64](n, of T) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d %%", (100*n+of/2)/of)
}

// middle is the spread of incomes in the middle game.
func (a *tally) middle() string {
	slices.Sort(a.spreads)
	n := a.spreads[len(a.spreads)/2]
	switch {
	case n == 0:
		return "–"
	case n > 9999:
		return "> 99"
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// commonest is the kind that is worth most of what winners have.
func (a *tally) commonest() string {
	if len(a.kinds) == 0 {
		return "–"
	}
	most := slices.MaxFunc(slices.Sorted(maps.Keys(a.kinds)), func(one, other string) int {
		return cmp.Compare(a.kinds[one], a.kinds[other])
	})
	return most + " " + share(a.kinds[most], a.worth)
}

// never lists what only others than winners had.
func (a *tally) never(won int) string {
	for what := range a.winners {
		delete(a.losers, what)
	}
	if won == 0 || len(a.losers) == 0 {
		return "–"
	}
	return strings.Join(slices.Sorted(maps.Keys(a.losers)), ", ")
}
