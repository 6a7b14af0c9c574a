package public

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/picture"
	"weltentor/worlds/game"
)

// replayed is the story as the page's script reads it. Fields are numbered by their place in the chart, and what changes
// from turn to turn is a list of gaps and values in base 36.
type replayed struct {
	Scale  float64           `json:"scale"`
	West   int               `json:"west"`
	North  int               `json:"north"`
	Rows   [][3]int          `json:"rows"` // fields side by side: row, first column, how many
	At     []int             `json:"at"`   // realms
	Kinds  []string          `json:"kinds"`
	Owners []string          `json:"owners"`
	Built  []string          `json:"built"`
	Seen   [][]string        `json:"seen"` // by realm and turn
	Names  map[string]string `json:"names"`
	Counts bool              `json:"counts"`
	Turns  []replayTurn      `json:"turns"`
}

type replayTurn struct {
	Title   [2]string         `json:"t"`
	Names   map[string]string `json:"n"` // that differ from those at the end
	Armies  [][3]int64        `json:"a,omitempty"`
	Battles [][2]int64        `json:"b,omitempty"`
	Counts  [][2]int64        `json:"c,omitempty"`
}

// leastArmy is how many men are drawn at least, in a game whose armies are counted in thousands.
const leastArmy = 200

func (g Game) replay() *replayed {
	chart := g.Story.Charts[phrase.En]
	scene, ok := picture.NewScene(chart)
	if !ok {
		return nil
	}
	r := &replayed{Scale: scene.Scale, West: scene.West, North: scene.North, Rows: rowsOf(chart), At: g.numbers(),
		Kinds: game.Buildings, Names: map[string]string{}, Counts: len(g.Story.Counts) > 0}
	for n, name := range g.last().Names {
		r.Names[strconv.Itoa(n)] = name
	}
	none, known := make([]int, len(chart.Cells)), map[int][]int{}
	owners, built := none, none
	r.Seen = make([][]string, len(r.At))
	for i := range g.Story.Turns {
		t := &g.Story.Turns[i]
		kinds := make([]int, len(t.Buildings))
		for k, name := range t.Buildings {
			kinds[k] = slices.Index(r.Kinds, name) + 1
		}
		r.Owners, r.Built = append(r.Owners, changes(owners, t.Owners)), append(r.Built, changes(built, kinds))
		owners, built = t.Owners, kinds
		for k, realm := range r.At {
			now := slices.Clone(none)
			for field, ground := range t.Known[realm] {
				now[field] = int(ground)
			}
			if known[realm] == nil {
				known[realm] = none
			}
			r.Seen[k] = append(r.Seen[k], changes(known[realm], now))
			known[realm] = now
		}
		r.Turns = append(r.Turns, g.replayed(t))
	}
	return r
}

// replayed is a turn of it.
func (g Game) replayed(t *StoryTurn) replayTurn {
	title := said("begin")
	if t.Turn > 0 {
		title = g.titled(t.Turn, said("turn", phrase.Num("turn", t.Turn)))
	}
	out := replayTurn{Title: pair(title), Names: map[string]string{}}
	for n, name := range t.Names {
		if name != g.last().Names[n] {
			out.Names[strconv.Itoa(n)] = name
		}
	}
	for _, n := range g.numbers() {
		if counts := t.Counts[n]; len(counts) > 0 {
			out.Counts = append(out.Counts, [2]int64{int64(n), counts[0]})
		}
	}
	sum := map[[2]int]int64{}
	for _, a := range t.Armies {
		sum[[2]int{a.Field, a.Realm}] += a.Men
	}
	for at, men := range sum {
		if men == 0 || men >= leastArmy || len(sum) < 40 {
			out.Armies = append(out.Armies, [3]int64{int64(at[0]), int64(at[1]), men / 100 * 100})
		}
	}
	slices.SortFunc(out.Armies, func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
	fell := map[int]int64{}
	for _, b := range g.Story.Battles {
		if b.Turn == t.Turn && b.Field >= 0 {
			fell[b.Field] += b.Fallen
		}
	}
	for field, n := range fell {
		out.Battles = append(out.Battles, [2]int64{int64(field), n})
	}
	slices.SortFunc(out.Battles, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	return out
}

// pair is what the script reads: English, German.
func pair(w Words) [2]string { return [2]string{w[phrase.En], w[phrase.De]} }

// rowsOf are the fields of a chart in the order of its cells, as runs of neighbours.
func rowsOf(chart game.Chart) (out [][3]int) {
	for _, c := range chart.Cells {
		if n := len(out); n > 0 && out[n-1][0] == c.Y && out[n-1][1]+2*out[n-1][2] == c.H {
			out[n-1][2]++
			continue
		}
		out = append(out, [3]int{c.Y, c.H, 1})
	}
	return out
}

// changes lists where two rows differ: gaps and new values, 1 left out.
func changes(was, now []int) string {
	var out []string
	last := -1
	for i := range now {
		if was[i] == now[i] {
			continue
		}
		s := strconv.FormatInt(int64(i-last-1), 36)
		if now[i] != 1 {
			s += ":" + strconv.FormatInt(int64(now[i]), 36)
		}
		out, last = append(out, s), i
	}
	return strings.Join(out, " ")
}
