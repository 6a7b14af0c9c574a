package thoramar

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// page is one realm's report being written.
type page struct {
	o        *outcome
	t        *turn
	words    *words
	realm    int
	r        *realm.Realm // after the turn
	view     *game.View
	out      []byte
	line     []byte // a sentence before it is wrapped
	unbroken bool   // it is a mail's body, whose lines mail programs break
	lot      []lot  // the realm's land

	last     map[realm.ArmyName]string     // kurz: what each army reported last
	listing  map[glimpse]bool              // who has a line in the field being written
	passed   []passer                      // likewise
	first    map[game.Place]realm.ArmyName // of the week being written: whose sightings of a field stand there
	referred bool                          // the last sightings written refer to another army's
	limit    int                           // how long the report may be now; see section
	cut      bool                          // something was left out for that

	halted map[int32][]int // events that tell of a halt: its weeks, none if told before
}

func newPage(o *outcome, number int) *page {
	r := &o.t.State.Realms[number]
	p := &page{o: o, t: o.t, realm: number, r: r, view: &game.View{Grid: o.t.Grid, Origin: r.Origin}}
	p.words = o.words[r.Lang]
	if p.words == nil {
		p.words = o.words[phrase.Langs[0]]
	}
	if r.Settings.Short {
		p.last = map[realm.ArmyName]string{}
	}
	p.lot, p.limit = p.lots(), reportMost
	p.first, p.listing = map[game.Place]realm.ArmyName{}, map[glimpse]bool{}
	p.out = make([]byte, 0, p.size())
	return p
}

// size is about how long the report will be, rather more than less: growing it
// would copy it.
func (p *page) size() int {
	n := 6000 + 30*len(p.lot) + 160*len(p.o.told[p.realm])
	tag := len(p.o.tags[0])
	block := 73 + 6*36 + 7*tag
	for i := range p.t.Weeks {
		w := &p.t.Weeks[i]
		clear(p.first)
		for _, s := range w.Of(p.realm) {
			at := w.Spots[s].Place
			if _, told := p.first[at]; told {
				n += len("K.M 100: wie K.M 100 ")
				continue
			}
			p.first[at] = w.Spots[s].Name()
			n += block + length(w, at)
			for _, q := range p.t.Near[at] {
				if q != game.Nowhere {
					n += length(w, q)
				}
			}
		}
		n += block
	}
	for i := range p.t.Letters {
		if l := &p.t.Letters[i]; l.Reaches(p.realm) {
			n += len(l.Text) + len(l.Text)/8 + 100
		}
	}
	return min(n, reportMost)
}

// No report is longer than reportMost. Each part may bring it up to a bound of its own, so
// that none, however many armies of others are in sight, takes the room of those behind.
const (
	reportMost  = 15 << 20
	headMost    = 1 << 20
	beforeMost  = 2 << 20
	weekMost    = 600 << 10 // each week; what a week leaves the next may have
	afterMost   = beforeMost + (realm.Weeks+2)*weekMost
	ownLandMost = afterMost + 1<<20
	tablesMost  = ownLandMost + 1<<20
	mapMost     = tablesMost + 1<<20
)

// over tells whether there is no more room in the part being written, and notes that
// something is left out.
func (p *page) over(length int) bool {
	p.cut = p.cut || length >= p.limit
	return p.cut
}

// section writes a part of the report that may bring it up to a length; where that is not
// enough it says that the rest is missing.
func (p *page) section(most int, write func()) {
	p.limit = most
	write()
	if p.cut {
		p.sentence(phrase.P("report.cut"))
		p.out = append(p.out, '\n')
	}
	p.limit, p.cut = reportMost, false
}

// all writes the report from head to end (manual, "Beispielhafte Auszüge").
func (p *page) all() []byte {
	p.section(headMost, p.head)
	told := p.o.told[p.realm]
	p.halted = p.halts(told)
	p.section(beforeMost, func() { told = p.eventsOf(0, told) })
	for w := 1; w <= realm.Weeks; w++ {
		p.section(beforeMost+w*weekMost, func() { told = p.week(w, told) })
	}
	if p.r.Settings.Short && len(told) > 0 {
		p.title("report.after") // the last week told may be any
	}
	p.section(afterMost, func() { p.eventsOf(realm.Weeks+1, told) })
	p.section(ownLandMost, p.ownLand)
	p.section(tablesMost, p.yields)
	p.statistics()
	p.treaties()
	p.section(mapMost-1<<20, p.capacities)
	p.money()
	p.armies()
	p.section(mapMost, p.atlas)
	p.section(reportMost, p.letters)
	return p.end()
}

// end writes the last line and gives the whole text.
func (p *page) end() []byte {
	p.say("report.end")
	p.out = append(p.out, '\n')
	return p.out
}

// head names the realm, its player, the refused orders, the turn.
func (p *page) head() {
	p.sentence(phrase.P("report.head", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name),
		phrase.Str("player", p.r.Player)))
	p.out = append(p.out, '\n')
	refused := p.o.Refused(p.realm)
	for _, r := range refused {
		if p.over(len(p.out)) {
			break
		}
		where := phrase.P("report.refused", phrase.Num("line", r.Line))
		if r.Line == 0 {
			where = phrase.P("report.refused-nowhere")
		}
		p.line = p.words.book.Append(p.line[:0], where, p.view)
		p.line = p.words.book.Append(p.line, r.What, p.view)
		p.out = appendWrapped(p.out, p.line, "  ")
	}
	if len(refused) > 0 {
		p.out = append(p.out, '\n')
	}
	p.sentence(phrase.P("report.turn", phrase.Num("turn", p.o.turn), phrase.Num("year", realm.Year(p.o.turn)),
		phrase.Key("season", "season."+realm.Season(p.o.turn))))
	p.out = append(p.out, '\n')
}

// eventsOf writes the events of one week from the front of those told and
// gives the rest. Before the first week and after the last they stand by
// themselves, followed by a blank line.
func (p *page) eventsOf(week int, told []int32) []int32 {
	n, start := 0, len(p.out)
	for ; n < len(told) && p.t.Events[told[n]].Week <= week; n++ {
		if !p.over(len(p.out)) {
			p.event(told[n])
		}
	}
	if len(p.out) > start {
		p.out = append(p.out, '\n')
	}
	return told[n:]
}

// sentence writes a phrase as lines of its own.
func (p *page) sentence(what phrase.Phrase) {
	p.line = p.words.book.Append(p.line[:0], what, p.view)
	p.out = appendWrapped(p.out, p.line, "  ")
}

// prose writes a phrase as plain text of a mail.
func (p *page) prose(what phrase.Phrase) {
	p.line = p.words.book.Append(p.line[:0], what, p.view)
	if p.unbroken {
		p.out = append(append(p.out, p.line...), '\n')
		return
	}
	p.out = appendWrapped(p.out, p.line, "")
}

// say writes the words of a code, without a line end.
func (p *page) say(code string, args ...phrase.Arg) {
	p.out = p.words.book.Append(p.out, phrase.P(code, args...), p.view)
}

// title writes a heading and the blank line after it.
func (p *page) title(code string) {
	p.say(code)
	p.out = append(p.out, "\n\n"...)
}

// words are the fixed words of reports in one language, put together once.
type words struct {
	book      *phrase.Book
	weeks     [realm.Weeks + 1]string // the heading of each week, with the blank line after it
	events    string
	sightings string
	field     string
	alike     string   // the sightings of an army that are those of another
	lost      string   // behind a field that was lost this turn
	terrain   []string // names, by index
	codes     []string // of terrains, by index
}

func newWords(book *phrase.Book, numbers *tables.Tables) *words {
	w := &words{
		book:      book,
		events:    book.T("report.events") + "\n\n",
		sightings: book.T("report.sightings") + "\n\n",
		field:     book.T("report.field"),
		alike:     book.T("report.alike"),
		lost:      book.T("report.lost"),
	}
	for n := 1; n <= realm.Weeks; n++ {
		w.weeks[n] = "W" + twoDigits(n) + " " + book.Say(phrase.P("report.week", phrase.Num("n", n))) + "\n\n"
	}
	for i := range numbers.Terrain {
		w.terrain = append(w.terrain, book.T(numbers.Terrain[i].Key()))
		w.codes = append(w.codes, numbers.Terrain[i].Code)
	}
	return w
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// realmTags are the numbers of realms as sightings show them: as wide as the
// longest (decision 12). The last one is the sign-less "?".
func realmTags(realms int) []string {
	width := len(strconv.Itoa(realms - 1))
	out := make([]string, realms+1)
	for r := range realms {
		s := strconv.Itoa(r)
		out[r] = blanks[:width-len(s)] + s
	}
	out[realms] = blanks[:width-1] + "?"
	return out
}
