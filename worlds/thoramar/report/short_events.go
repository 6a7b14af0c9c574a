package report

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// tiding is something that a short report says of the turn: an event, a fight, or what happened again and again.
type tiding struct {
	foe  int // the realm that it was with, or one of those below
	rank int
	week int // of a fight
	what []phrase.Phrase
}

// The order in a group.
const (
	rankFight = iota
	rankLost  // land
	rankWon
	rankRest
)

// grouped writes what happened: against each realm, those first who have cost the reader land or a fight, within the
// realm, among others.
func (w *short) grouped() {
	w.Say("", "report.events")
	list := w.collect()
	losses := map[int]int{} // by group
	for i := range list {
		losses[list[i].foe] += 0
		if list[i].rank == rankLost {
			losses[list[i].foe]--
		}
	}
	slices.SortStableFunc(list, func(a, b tiding) int {
		if a.foe < wildFoe && b.foe < wildFoe {
			if c := losses[a.foe] - losses[b.foe]; c != 0 {
				return c
			}
		}
		return cmp.Or(a.foe-b.foe, a.rank-b.rank, a.week-b.week)
	})
	for i := range list {
		if w.full() {
			break
		}
		if len(losses) > 1 && (i == 0 || list[i].foe != list[i-1].foe) {
			if i > 0 {
				w.Blank()
			}
			w.group(list[i].foe)
		}
		w.Line("", list[i].what...)
	}
	if len(list) == 0 {
		w.Say("", "short.quiet")
	}
	w.Blank()
}

// group names with whom something was.
func (w *short) group(foe int) {
	if foe < wildFoe {
		w.Say("", "short.with", phrase.Num("realm", foe), phrase.Str("name", w.a.nameOf(foe)))
		return
	}
	w.Say("", [...]string{"short.with-wild", "short.with-unknown", "short.own-affairs", "short.others"}[foe-wildFoe])
}

// collect collects what happened, in its order.
func (w *short) collect() []tiding {
	out := w.firstSeen(w.tidings[:0])
	done := -1 // the last event that a line has said already
	for i := range w.a.told {
		e := &w.a.told[i]
		what, silent := haltRow(w.a, i, e.Phrase)
		if !silent {
			w.tale.tell(i, what)
		}
		if i <= done {
			continue
		}
		if e.Code == "battle" {
			out, done = w.fight(out, w.a.battleOf(i))
			continue
		}
		if list := w.a.listOf[i]; list >= 0 {
			if silent = w.a.lists[list][0] != i; !silent {
				what = bundled(w.Reader, w.a, bundles[e.Code], w.a.lists[list])
			}
		}
		if silent || e.Code == "account-low" { // the account itself says it
			continue
		}
		t := tiding{foe: w.foeOf(e.Phrase), rank: rankRest, what: w.a.one(landed(w.a, what))}
		if e.Code == "work-lost" {
			work, known := lostWork(w.a, e.Phrase)
			if last := len(out) - 1; known && i > 0 && last >= 0 && losing(&w.a.told[i-1], e) {
				out[last].what = append(out[last].what, phrase.P("short.also"), work)
				continue
			}
			if t.what[0] = work; known && i+1 < len(w.a.told) && losing(&w.a.told[i+1], e) {
				done = i + 1
				e = &w.a.told[done]
				t.foe, t.what = w.foeOf(e.Phrase), []phrase.Phrase{landed(w.a, e.Phrase), phrase.P("short.also"), work}
			}
		}
		switch {
		case landLost[e.Code]:
			t.rank = rankLost
		case e.Code == "conquered":
			t.rank = rankWon
		}
		out = append(out, t)
	}
	w.tidings = out
	return out
}

// firstSeen tells of realms whose armies the reader sees for the first time.
func (w *short) firstSeen(out []tiding) []tiding {
	for i := range w.a.sighted {
		if s := &w.a.sighted[i]; s.army.realm >= 1 {
			w.tale.meets(&w.a.week(s.last().week).Spots[s.spot])
		}
	}
	for _, i := range w.news.met {
		s := &w.a.sighted[i]
		spot := &w.a.week(s.last().week).Spots[s.spot]
		out = append(out, tiding{foe: ownAffairs, rank: rankRest, what: w.a.one(phrase.P("short.first-seen",
			phrase.Num("realm", s.army.realm), phrase.Str("name", w.a.nameOf(int(s.army.realm))),
			phrase.Str("army", strconv.Itoa(int(s.army.realm))+"."+spot.Name().String()), phrase.Num("men", spot.Men),
			phrase.At("field", s.last().at)))})
	}
	return out
}

// foeOf is whom an event was with: the realm of the first foreign army in it, or the owner of the field where an own
// army did something.
func (w *short) foeOf(e phrase.Phrase) int {
	if landLost[e.Code] && e.Code != "lost-field" {
		return ownAffairs
	}
	for _, name := range [...]string{"army", "other", "fleet"} {
		if whose, _ := splitName(e.Arg(name).S); whose != "" {
			return foeNamed(whose)
		}
	}
	if owner := w.a.t.Ground[max(0, e.Arg("field").N)].Owner; onForeignLand[e.Code] && owner > 0 && int(owner) != w.a.realm {
		return int(owner)
	}
	return ownAffairs
}

// onForeignLand are the events about a field in which the own army stands, so that the report shows whose it is.
var onForeignLand = map[string]bool{"conquered": true, "conquest-season": true, "conquest-defended": true,
	"conquest-treaty": true, "conquest-treaty-before": true, "building-damaged": true, "building-gone": true,
	"edge-destroyed": true, "plundered": true, "work-lost": true}

// fight adds a fight with how it ended for the reader, and returns the index of its last event. All fights of a siege
// are one, and so are those of one week over a field against the same realm.
func (w *short) fight(out []tiding, i int) ([]tiding, int) {
	battles, last, siege := []int{i}, w.a.battles[i].end, w.a.sieged(i)
	if w.joined[i] != i {
		return out, last
	}
	for k := i + 1; k < len(w.a.battles); k++ {
		if !siege && w.together(i, k) {
			w.joined[k] = i
		}
		if w.joined[k] == i {
			battles = append(battles, k)
		}
	}
	b := &w.a.battles[i]
	t := tiding{rank: rankFight, week: w.a.told[b.at].Week, foe: others}
	if b.own {
		t.foe = b.foe
	}
	when, begun := phrase.Num("n", t.week), len(w.course)
	if siege {
		w.course = append(w.course, summed(w.Book, w.a, "battle-weeks", battles, true, phrase.Str("weeks", Spans("W", b.weeks))))
	} else {
		w.course = append(w.course, summed(w.Book, w.a, "short.battle", battles[:1], true, when))
		for _, k := range battles[1:] {
			w.course = append(w.course, summed(w.Book, w.a, "short.battle-then", []int{k}, true))
		}
		w.course = append(w.course, phrase.P("short.battle-end"))
	}
	w.course = courseRows(w.a, w.course, battles)
	t.what = slices.Clip(w.course[begun:])
	return append(out, t), last
}

// together reports whether two fights are told in one sentence: in one week, over one field, against the same realm.
func (w *short) together(i, k int) bool {
	a, b := &w.a.battles[i], &w.a.battles[k]
	return !w.a.sieged(k) && a.own && b.own && a.field == b.field && w.a.told[a.at].Week == w.a.told[b.at].Week &&
		a.foe == b.foe
}
