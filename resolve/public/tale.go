package public

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
)

// What a page tells of a game that is over.

type plot struct {
	Title Words
	SVG   template.HTML
}

type rank struct {
	realm
	N   int64
	Bar template.HTML
}

type battle struct {
	Winner, Fallen int64
	Where, When    Words
	Sides          []side
	Result         Words
}

type side struct {
	Realm         int
	Name          Words
	Before, After int64
	Bar           template.HTML
}

type fame struct {
	realm
	N    int64
	Text Words
}

// most is how many battles the page lists, and how many of them a turn of the chronicle.
const most, mostOfTurn = 9, 3

// finish fills in the page of a game that is over.
func (g Game) finish(v *view) {
	v.Headline = g.outcome()
	v.About, v.Lead = v.Headline, said("finished-shut")
	turns := int64(g.Page.Turn - 1)
	v.Facts = []fact{{said("fact-turns"), both(grouped(turns))}}
	if g.Story == nil || len(g.Story.Turns) == 0 {
		return
	}
	v.Lead = g.turned()
	last := g.last()
	fallen := int64(0)
	for _, b := range g.Story.Battles {
		fallen += b.Fallen
	}
	v.Facts = append(v.Facts, fact{said("fact-battles"), both(grouped(int64(len(g.Story.Battles))))})
	if fallen > 0 {
		v.Facts = append(v.Facts, fact{said("fact-fallen"), both(grouped(fallen))})
	}
	v.Last = len(g.Story.Turns) - 1
	v.Hist = g.histogram()
	for _, n := range g.numbers() {
		v.Realms = append(v.Realms, realm{n, last.Names[n]})
	}
	if len(g.Story.Counts) > 0 {
		v.RankTitle = g.Story.Counts[0].Title
		v.Rank = g.ranks(0)
	}
	v.Plots, v.Fame = g.plots(), g.fame()
	v.AllBattles = len(g.Story.Battles)
	for _, b := range g.greatest(-1, most) {
		v.Battles = append(v.Battles, g.battle(b))
	}
	v.Data = g.replay()
}

// outcome is the headline: who has won, or who is ahead and by how much.
func (g Game) outcome() Words {
	var names []string
	for _, r := range g.Page.Winners {
		names = append(names, r.Name)
	}
	turns := phrase.Num("turns", g.Page.Turn-1)
	if len(names) > 0 {
		return said("won", phrase.Num("n", len(names)), phrase.Str("list", strings.Join(names, ", ")), turns)
	}
	ranks := g.ranks(0)
	if len(ranks) < 2 {
		return said("ended")
	}
	code, ahead := "leads", ranks[0].N-ranks[1].N
	if ahead == 1 {
		code = "leads-just"
	}
	return Each(func(lang phrase.Lang) string {
		return text(lang, code, phrase.Str("of", g.Story.Counts[0].Title[lang]), phrase.Str("one", ranks[0].Name),
			phrase.Str("two", ranks[1].Name), phrase.Num("n", int(ahead)), turns)
	})
}

// turned says until when another realm had most of what is counted first than the one that has most in the end.
func (g Game) turned() Words {
	ranks := g.ranks(0)
	if len(ranks) < 2 || ranks[0].N == ranks[1].N {
		return said("finished-open")
	}
	for _, t := range slices.Backward(g.Story.Turns) {
		ahead := ranks[0].Realm
		for _, n := range g.numbers() {
			if c := t.Counts[n]; len(c) > 0 && (len(t.Counts[ahead]) == 0 || c[0] > t.Counts[ahead][0]) {
				ahead = n
			}
		}
		if ahead != ranks[0].Realm {
			return Each(func(lang phrase.Lang) string {
				return text(lang, "turned", phrase.Num("turn", t.Turn), phrase.Str("name", g.nameOf(ahead, t.Turn)[lang]),
					phrase.Str("of", g.Story.Counts[0].Title[lang]))
			})
		}
	}
	return said("finished-open")
}

// numbers are the realms, sorted.
func (g Game) numbers() []int { return slices.Sorted(maps.Keys(g.last().Names)) }

// ranks are the realms by one of the counts at the end.
func (g Game) ranks(count int) (out []rank) {
	if g.last() == nil || count >= len(g.Story.Counts) {
		return nil
	}
	best := int64(1)
	for _, n := range g.numbers() {
		c := g.last().Counts[n][count]
		best = max(best, c)
		out = append(out, rank{realm: realm{n, g.last().Names[n]}, N: c})
	}
	for i := range out {
		out[i].Bar = bar(out[i].Realm, out[i].N, out[i].N, best)
	}
	slices.SortStableFunc(out, func(a, b rank) int { return cmp.Compare(b.N, a.N) })
	return out
}

// bar is a number as a bar in a realm's colour, and paler what was before.
func bar(realm int, n, before, all int64) template.HTML {
	share := func(n int64) int64 { return 1000 * max(n, 0) / max(all, 1) }
	return template.HTML(fmt.Sprintf(`<svg class="bar2 r%d" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">`+
		`<rect class="pale" width="%d" height="6"/><rect width="%d" height="6"/></svg>`, realm, share(before), share(n)))
}

// histogram is a column for each turn: how many battles it had.
func (g Game) histogram() template.HTML {
	n := map[int]int{}
	high := 1
	for _, b := range g.Story.Battles {
		n[b.Turn]++
		high = max(high, n[b.Turn])
	}
	var b strings.Builder
	for i := 1; i < len(g.Story.Turns); i++ {
		h := 32*n[g.Story.Turns[i].Turn]/high + 1
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="7" height="%d"/>`, 10*i-4, 34-h, h)
	}
	return template.HTML(fmt.Sprintf(`<svg class="hist" viewBox="0 0 %d 34" preserveAspectRatio="none" aria-hidden="true">%s</svg>`,
		10*max(len(g.Story.Turns)-1, 1), b.String()))
}

// greatest are the battles in which most fell, of a turn or of all (−1).
func (g Game) greatest(turn, n int) []Battle {
	out := slices.DeleteFunc(slices.Clone(g.Story.Battles), func(b Battle) bool {
		return turn >= 0 && b.Turn != turn
	})
	slices.SortStableFunc(out, func(a, b Battle) int { return cmp.Compare(b.Fallen, a.Fallen) })
	return out[:min(n, len(out))]
}

// nameOf is what a realm was called after a turn.
func (g Game) nameOf(realm, turn int) Words {
	for _, t := range g.Story.Turns {
		if t.Turn >= turn && t.Names[realm] != "" {
			return Each(func(phrase.Lang) string { return t.Names[realm] })
		}
	}
	return said("nobody")
}

func (g Game) battle(b Battle) battle {
	out := battle{Where: said("at", phrase.Str("where", b.Label)), When: said("when", phrase.Num("turn", b.Turn),
		phrase.Num("week", b.Week)), Result: said("drawn"), Fallen: b.Fallen}
	if b.Won > 0 {
		out.Result = said([...]string{"attackers", "defenders"}[b.Won-1])
		out.Winner = int64(b.Sides[b.Won-1].Realm)
	}
	all := max(b.Sides[0].Before, b.Sides[1].Before)
	for i, s := range b.Sides {
		row := side{Realm: s.Realm, Before: s.Before, After: s.After, Name: Each(func(lang phrase.Lang) string {
			return text(lang, [...]string{"attacks", "defends"}[i], phrase.Str("name", g.nameOf(s.Realm, b.Turn)[lang]))
		})}
		if s.Before > 0 {
			row.Bar = bar(s.Realm, s.After, s.Before, all)
		}
		out.Sides = append(out.Sides, row)
	}
	return out
}

// recall adds what the story knows of a turn of the chronicle.
func (g Game) recall(t *toldTurn) {
	t.Title = g.titled(t.Turn, t.Title)
	for _, b := range g.greatest(t.Turn, mostOfTurn) {
		t.Items = append(t.Items, item{"fight", g.clash(b)})
	}
}

// titled is what a turn is called, as far as the story knows it: the world before it says so.
func (g Game) titled(turn int, otherwise Words) Words {
	for i := range g.Story.Turns {
		if g.Story.Turns[i].Turn == turn-1 {
			return g.Story.Turns[i].Title
		}
	}
	return otherwise
}

// clash is a battle as a sentence.
func (g Game) clash(b Battle) Words {
	return Each(func(lang phrase.Lang) string {
		result := [...]string{"drawn", "attackers", "defenders"}[b.Won]
		return text(lang, "clash", phrase.Str("where", b.Label),
			phrase.Str("one", g.nameOf(b.Sides[0].Realm, b.Turn)[lang]), phrase.Str("two", g.nameOf(b.Sides[1].Realm, b.Turn)[lang]),
			phrase.Str("result", text(lang, result)))
	})
}

// sum is what happened in some turns, in numbers.
func (g Game) sum(from, to int) Words {
	battles, fallen := 0, int64(0)
	if g.Story != nil {
		for _, b := range g.Story.Battles {
			if from <= b.Turn && b.Turn <= to {
				battles, fallen = battles+1, fallen+b.Fallen
			}
		}
	}
	if battles == 0 {
		return Words{}
	}
	return Each(func(lang phrase.Lang) string {
		return text(lang, "sum", phrase.Num("n", battles), phrase.Str("fallen", grouped(fallen)[lang]))
	})
}

// Sizes of a plot.
const plotWide, plotHigh, plotLeft, plotRight = 560, 320, 46, 190

// plots are the counts over the turns, a line for each realm.
func (g Game) plots() (out []plot) {
	if len(g.Story.Turns) < 3 {
		return nil
	}
	for c, column := range g.Story.Counts[:min(5, len(g.Story.Counts))] {
		var high int64 = 1
		for _, t := range g.Story.Turns {
			for _, n := range t.Counts {
				high = max(high, n[c])
			}
		}
		out = append(out, plot{column.Title, g.plot(c, high)})
	}
	return out
}

func (g Game) plot(c int, high int64) template.HTML {
	var b strings.Builder
	turns := g.Story.Turns
	x := func(i int) int { return plotLeft + i*(plotWide-plotLeft-plotRight)/max(len(turns)-1, 1) }
	y := func(n int64) int { return plotHigh - 24 - int(n*(plotHigh-40)/high) }
	fmt.Fprintf(&b, `<svg class="plot p%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`, c, plotWide, plotHigh,
		template.HTMLEscapeString(g.Story.Counts[c].Title[phrase.En]+" · "+g.Story.Counts[c].Title[phrase.De]))
	for i := range int64(5) {
		n := high * i / 4
		fmt.Fprintf(&b, `<path class="ax" d="M%d %dH%d"/><text x="%d" y="%d" text-anchor="end">%s</text>`, plotLeft, y(n),
			plotWide-plotRight, plotLeft-6, y(n)+4, short(n))
	}
	for i := 0; i < len(turns); i += max(1, len(turns)/6) {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%d</text>`, x(i), plotHigh-6, turns[i].Turn)
	}
	type end struct{ realm, y int }
	var ends []end
	for _, realm := range g.numbers() {
		var points []string
		for i, t := range turns {
			if n, had := t.Counts[realm]; had {
				points = append(points, fmt.Sprintf("%d,%d", x(i), y(n[c])))
			}
		}
		fmt.Fprintf(&b, `<polyline class="ln r%d" points="%s"/>`, realm, strings.Join(points, " "))
		ends = append(ends, end{realm, y(g.last().Counts[realm][c])})
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(b.y, a.y) })
	least := plotHigh - 20
	for _, e := range ends { // the lowest first; each keeps its distance to the one below it
		least = min(least, e.y+4)
		fmt.Fprintf(&b, `<text class="el r%d" x="%d" y="%d">%d %s</text>`, e.realm, plotWide-plotRight+8, least, e.realm,
			template.HTMLEscapeString(clip(g.last().Names[e.realm])))
		least -= 15
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// short is a number on an axis.
func short(n int64) string {
	switch {
	case n >= 10_000_000:
		return strconv.FormatInt(n/1_000_000, 10) + "M"
	case n >= 10_000:
		return strconv.FormatInt(n/1000, 10) + "k"
	}
	return strconv.FormatInt(n, 10)
}

func clip(s string) string {
	if r := []rune(s); len(r) > 22 {
		return string(r[:21]) + "…"
	}
	return s
}

// fame are the realms that have most of something.
func (g Game) fame() (out []fame) {
	for c, column := range g.Story.Counts {
		if r := g.ranks(c); len(r) > 0 && r[0].N > 0 {
			out = append(out, fame{r[0].realm, r[0].N, column.Title})
		}
	}
	won, saw := map[int]int64{}, map[int]int64{}
	for _, b := range g.Story.Battles {
		if b.Won > 0 {
			won[b.Sides[b.Won-1].Realm]++
		}
	}
	for _, n := range g.numbers() {
		for _, k := range g.last().Known[n] {
			if k != Unseen {
				saw[n]++
			}
		}
	}
	delete(won, 0)
	for _, f := range []struct {
		code string
		of   map[int]int64
	}{{"fame-won", won}, {"fame-saw", saw}} {
		best, same := 0, 0
		for _, n := range g.numbers() {
			switch {
			case best == 0 || f.of[n] > f.of[best]:
				best, same = n, 1
			case f.of[n] == f.of[best]:
				same++
			}
		}
		if f.of[best] > 0 && same == 1 { // what all have alike is no fame
			out = append(out, fame{realm{best, g.last().Names[best]}, f.of[best], said(f.code)})
		}
	}
	return out
}
