// Package report writes what a realm is told. A position, or a turn that was played, goes in; reports, facts,
// templates, legends and maps come out. The root calls it.
package report

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// page is one realm's report while it is written.
type page struct {
	frame.Page
	o     *Season
	t     *turn.Turn
	realm int
	r     *realm.Realm // after the turn
	view  *game.View

	referred bool // the last sightings written refer to another army's
	whole    bool // a short report that takes nothing for known

	telling int    // the present week of the sightings
	Notes   *notes // nil if nobody asks for the facts
	saga    saga

	// memory that the next page of the same writer uses again
	reader    game.EventReader
	told      []game.Event
	halts     map[halting]halt
	battles   []battle
	fought    map[int64]int    // by field: number of battles
	rolls     [2][]tally       // of the fights in one sentence, by side
	sides     [2][]string      // whose armies they are
	lot       []lot            // the realm's land
	body      []byte           // of the mail
	tidied    []tiding         // kurz: what happened
	sighted   []sighted        // kurz: the foreign armies
	sightedAt map[sighting]int // where they are in that list
	anchors   []anchor         // kurz: the own rows
	around    []around         // kurz: the places that were looked at
	listBy    map[string]int   // events of one line, by their key: the index of their list
	lists     [][]int
	listOf    []int            // by event: the index of its list; -1: it has none
	listing   map[glimpse]bool // those with a line in the present field
	passed    []passer         // for the present field too

	land  []byte  // the views
	views []view  // from fields with somebody in them
	seen  []int32 // by place: the number of the view from there, or in kurz of what is around, from 1; 0: none

	now, owned, ours, theirs, known realm.Places // of the map
	fields                          []drawn
}

// writer writes the reports of a turn, one after the other.
type writer struct {
	page
	text []byte
}

// Writer writes reports one after the other in the same memory, for one goroutine.
func (o *Season) Writer() func(realm int, shown *game.Shown) game.Report { return o.writer().report }

func (o *Season) writer() *writer {
	w := &writer{text: make([]byte, 0, 64<<10)}
	w.o, w.t = o, o.Turn
	w.listing, w.fought, w.halts = map[glimpse]bool{}, map[int64]int{}, map[halting]halt{}
	w.sightedAt, w.listBy = map[sighting]int{}, map[string]int{}
	w.seen = make([]int32, len(o.Turn.Ground))
	return w
}

// report tells one realm about the turn. It leaves out what the realm was shown before, if its player wants a short
// report and there is a record of it.
func (w *writer) report(realm int, shown *game.Shown) game.Report {
	switch {
	case shown == nil:
		return w.write(realm, (*page).all)
	case !w.o.After.State.Realms[realm].Settings.Short:
		shown.Under("full")
		return w.write(realm, (*page).all)
	}
	w.Shown = shown
	defer func() { w.Shown = nil }()
	return w.write(realm, (*page).brief)
}

// write writes a report in one of its forms.
func (w *writer) write(number int, form func(*page)) game.Report {
	p := &w.page
	p.begin(number, w.text)
	form(p)
	report := p.Report(number, nil)
	w.text = p.Out
	p.Out = p.body[:0]
	report.Summary, report.News = p.digest().Mail(&p.Page)
	p.body = p.Out
	report.Files = cultureTexts(p.o.After, p.r, func(r *realm.Realm) bool { return r.TextTurn == p.t.Number })
	return report
}

// NewPage is the empty page of a realm's report.
func NewPage(o *Season, number int) *page {
	w := o.writer()
	w.begin(number, w.text)
	return &w.page
}

// begin takes a fresh page for a realm's report. room is for its text.
func (p *page) begin(number int, room []byte) {
	r := &p.o.After.State.Realms[number]
	p.realm, p.r = number, r
	p.view = &game.View{Grid: p.t.Grid, Origin: r.Origin}
	p.Reader, p.Rules = &r.Person, p.o.After.Rules
	p.Book, p.Places, p.Exact, p.Broad, p.Most = p.o.After.Rules.Words(r.Lang), p.view, true, false, reportMost
	p.Out, p.Tale = room[:0], game.Tale{}
	p.anchors = p.anchors[:0]
	p.lookAway()
	if p.o.Played != nil {
		p.told = p.o.ToldBy(&p.reader, number)
	}
	p.lot = p.lots()
	p.referred = false
}

// lookAway forgets the views and what is around.
func (p *page) lookAway() {
	for i := range p.views {
		p.seen[p.views[i].at] = 0
	}
	for i := range p.around {
		p.seen[p.around[i].place] = 0
	}
	p.land, p.views, p.around = p.land[:0], p.views[:0], p.around[:0]
}

// No report is longer than reportMost. Each part has a bound of its own for the length reached so far. So no part,
// however many armies of others are in sight, takes the room of later ones.
const (
	reportMost  = 15 << 20
	headMost    = 1 << 20
	beforeMost  = 2 << 20
	weekMost    = 600 << 10 // each week; what one does not use is for the next
	afterMost   = beforeMost + (realm.Weeks+2)*weekMost
	ownLandMost = afterMost + 1<<20
	tablesMost  = ownLandMost + 1<<20
	mapMost     = tablesMost + 1<<20
)

// Within writes a part of the report that may bring it up to a length. If that is not enough, it says that the rest is
// missing.
func (p *page) Within(most int, write func()) { p.Section(most, "report.cut", write) }

// all writes the full report (manual, "Beispielhafte Auszüge").
func (p *page) all() {
	p.Within(headMost, func() { p.head(p.o.Refused(p.realm)) })
	told := p.told
	p.findBattles()
	p.Within(beforeMost, func() { told = p.eventsOf(0, told) })
	for w := 1; w <= realm.Weeks; w++ {
		p.Within(beforeMost+w*weekMost, func() { told = p.Week(w, told) })
	}
	p.Within(afterMost, func() { p.eventsOf(realm.Weeks+1, told) })
	p.Within(ownLandMost, func() { p.under("report.own-land", p.ownLand) })
	p.Within(tablesMost, func() { p.under("report.yields", p.yields) })
	p.heading("report.statistics")
	p.statistics(true)
	p.under("report.treaties", p.treaties)
	p.Within(mapMost-1<<20, func() { p.under("report.capacities", p.capacities) })
	p.money()
	p.armies()
	p.Within(mapMost, p.atlas)
	p.Within(reportMost, func() { p.under("report.messages", p.letters) })
	p.closes()
	p.Say("", "report.end")
}

// head writes the realm, its player, refused orders and the turn.
func (p *page) head(refused []orders.Problem) {
	p.Head()
	p.Blank()
	if len(refused) > 0 {
		p.Refused("", refused, p.o.Written(p.realm), false)
		p.Blank()
	}
	p.Say("", "report.turn", phrase.Num("turn", p.t.Number), phrase.Num("year", realm.Year(p.t.Number)),
		phrase.Key("season", "season."+realm.Season(p.t.Number)))
	p.opens()
	p.Blank()
}

// eventsOf writes the events of one week from the front of told, and returns the rest. Events before the first week
// and after the last are on their own, followed by a blank line.
func (p *page) eventsOf(week int, told []game.Event) []game.Event {
	if p.Notes != nil {
		p.Notes.Week(week)
	}
	n, start := 0, len(p.Out)
	for ; n < len(told) && told[n].Week <= week; n++ {
		if !p.Over(len(p.Out)) {
			p.event(len(p.told) - len(told) + n)
		}
	}
	if len(p.Out) > start {
		p.Out = append(p.Out, '\n')
	}
	return told[n:]
}

// put writes the words of a code, without a line end.
func (p *page) put(code string, args ...phrase.Arg) {
	p.Out = p.Book.Append(p.Out, phrase.P(code, args...), p.Places)
}

// heading writes a heading and the blank line after it.
func (p *page) heading(code string, args ...phrase.Arg) {
	p.put(code, args...)
	p.Out = append(p.Out, "\n\n"...)
}

// under writes a part under its heading. The heading is there even if the part is empty, as in the manual's sample.
func (p *page) under(heading string, write func()) {
	p.heading(heading)
	write()
}

// realmTags are the numbers of realms as sightings show them: as wide as the longest (decision 12). The last one is
// "?", for armies without a sign.
func realmTags(realms int) []string {
	width := len(strconv.Itoa(realms - 1))
	out := make([]string, realms+1)
	for r := range realms {
		s := strconv.Itoa(r)
		out[r] = frame.Blanks[:width-len(s)] + s
	}
	out[realms] = frame.Blanks[:width-1] + "?"
	return out
}
