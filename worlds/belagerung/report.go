package belagerung

import (
	"cmp"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// page is a report being written for one realm.
type page struct {
	w     *World
	s     *State
	realm int
	r     *Realm
	book  *phrase.Book
	out   []byte
	width int // of its lines; 0: those of a file
}

func newPage(w *World, realm int) *page {
	r := w.state.realm(realm)
	return &page{w: w, s: w.state, realm: realm, r: r, book: w.rules.Words(r.Lang)}
}

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// width is how wide a line of a report may be; longer ones are wrapped.
const width = 78

// say writes a phrase as a line of its own.
func (p *page) say(what phrase.Phrase) { p.wrapped(p.book.Say(what)) }

func (p *page) line(code string, args ...phrase.Arg) { p.say(phrase.P(code, args...)) }

func (p *page) blank() { p.out = append(p.out, '\n') }

// wrapped writes a text in lines no wider than a page, indented as it is.
func (p *page) wrapped(text string) {
	words := strings.TrimLeft(text, " ")
	if words == "" {
		text = ""
	}
	p.out = game.AppendWrapped(p.out, text[:len(text)-len(words)], words, cmp.Or(p.width, width))
}

// title writes a heading between blank lines.
func (p *page) title(code string, args ...phrase.Arg) {
	p.out = game.AppendTitle(p.out, p.book.Say(phrase.P(code, args...)))
}

func (p *page) head() {
	p.line("report.head", num("realm", p.realm), phrase.Str("name", p.r.Name), phrase.Str("player", p.r.Player))
}

func (p *page) refused(r orders.Problem) {
	where := phrase.P("report.refused", num("line", r.Line))
	if r.Line == 0 {
		where = phrase.P("report.refused-nowhere")
	}
	p.wrapped(p.book.Say(where) + p.book.Say(r.What))
}

// events tells what happened, under the names of the phases.
func (p *page) events(events []game.Event) {
	last := ""
	for i := range events {
		e := &events[i]
		if !e.For(p.realm) {
			continue
		}
		if e.Phase != last {
			p.title("phase." + e.Phase)
			last = e.Phase
		}
		p.say(e.Phrase)
	}
}

// standing is how things stand: realms, units, buildings, the bank, the board.
func (p *page) standing() {
	p.realms()
	p.units()
	p.buildings()
	p.bank()
	p.board()
}

// realms tells of each castle and its walls, in direction 1 to 6, and of the treasure.
func (p *page) realms() {
	p.title("report.realms")
	n := &p.w.tables.Rules
	for i := range p.s.Realms {
		r := &p.s.Realms[i]
		code := "report.realm"
		if r.Fallen {
			code = "report.realm-fallen"
		}
		p.line(code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player), p.s.placeArg("place", r.Castle))
		var walls []string
		for _, hits := range r.Walls {
			walls = append(walls, strconv.FormatInt(hits, 10))
		}
		p.line("report.castle", num("hits", r.Hits), num("most", n.CastleHits), phrase.Str("walls", strings.Join(walls, " ")), num("wall", n.WallHits))
		p.line("report.treasure", num("treasure", r.Treasure), num("looter", r.Looter), num("power", r.Fortress.Power), num("range", r.Fortress.Range))
	}
}

// units lists all on the board by realm, with their values on foot.
func (p *page) units() {
	p.title("report.units")
	for i := range p.s.Realms {
		for _, u := range p.s.of(i + 1) {
			var symbols []string
			for _, y := range u.Symbols {
				symbols = append(symbols, p.book.T(y.key()))
			}
			if u.Settler {
				symbols = append(symbols, p.book.T("card.settler"))
			}
			p.line("report.unit", phrase.Str("unit", u.name()), num("realm", u.Realm), p.s.placeArg("place", u.At), phrase.Str("symbols", strings.Join(symbols, "+")),
				num("speed", p.s.speed(p.w.tables, u)), num("range", p.s.reach(p.w.tables, u)), num("power", p.s.power(p.w.tables, u)))
			p.unitState(u)
		}
	}
}

// unitState tells what lies on a unit and what it is busy with.
func (p *page) unitState(u *Unit) {
	if len(u.Weak) > 0 {
		sum := int64(0)
		for _, w := range u.Weak {
			sum += w.Pips
		}
		p.line("report.weak", num("dice", len(u.Weak)), num("sum", sum))
	}
	if u.Learning != "" {
		p.line("report.learning", phrase.Key("symbol", u.Learning.key()))
	}
	b := p.s.building(u.At)
	switch {
	case b == nil:
	case b.Site != 0:
		p.line("report.on-site", phrase.Key("building", b.Kind.key()))
	case p.s.manned(p.w.tables, u) == b:
		p.line("report.mans", phrase.Key("building", b.Kind.key()))
	case b.Owner == 0:
		p.line("report.idle-in", phrase.Key("building", b.Kind.key()))
	}
}

// buildings lists what lies on the board, by place.
func (p *page) buildings() {
	p.title("report.buildings")
	if len(p.s.Buildings) == 0 {
		p.line("report.no-buildings")
	}
	for _, b := range p.s.Buildings {
		args := []phrase.Arg{phrase.Key("building", b.Kind.key()), p.s.placeArg("place", b.At), num("hits", b.Hits),
			num("most", p.w.tables.building(b.Kind).Hits), num("pips", b.Counter), num("power", b.Values.Power), num("range", b.Values.Range)}
		switch u := p.s.crew(b); {
		case b.Site != 0:
			p.line("report.site", append(args, num("realm", b.Site))...)
			continue
		case b.Owner != 0:
			p.line("report.owned", append(args, num("realm", b.Owner))...)
		case u == nil:
			p.line("report.empty", args...)
		default:
			p.line("report.crewed", append(args, unitArg("unit", u), num("realm", u.Realm))...)
		}
		if p.w.tables.building(b.Kind).Near != "" && b.Counter > 0 {
			p.line("report.counter", args...)
		}
		if b.Kind == Fortress {
			p.line("report.fortress", args...)
		}
	}
}

// bank tells what is left in the bank: dice, tiles, weakening dice.
func (p *page) bank() {
	p.title("report.bank")
	p.line("report.bank-dice", num("bank", p.s.Bank), num("weakening", max(p.s.supply(p.w.tables), 0)))
	for i := range p.w.tables.Tile {
		row := &p.w.tables.Tile[i]
		p.line("report.tile", phrase.Key("building", row.Sides[0].key()), phrase.Key("other", row.Sides[len(row.Sides)-1].key()), num("number", max(p.s.stock(row), 0)))
	}
}

// letters are the messages to the realm.
func (p *page) letters(letters []letter) {
	titled := false
	for _, l := range letters {
		if l.to != p.realm && (l.to != 0 || l.not == p.realm) {
			continue
		}
		if !titled {
			p.title("report.letters")
			titled = true
		}
		switch {
		case l.from == 0:
			p.line("report.rumour")
		case l.to == 0:
			p.line("report.announcement", num("realm", l.from), phrase.Str("name", p.s.realm(l.from).Name))
		default:
			p.line("report.letter", num("realm", l.from), phrase.Str("name", p.s.realm(l.from).Name))
		}
		p.out = game.AppendQuoted(p.out, l.text, width)
	}
}

// Welcome is report 0: what a realm begins with.
func (w *World) Welcome(realm int) game.Report {
	p, greeting := newPage(w, realm), newPage(w, realm)
	greeting.width = game.Unbroken
	for _, to := range []*page{p, greeting} {
		to.head()
		to.blank()
		to.line("welcome", phrase.Str("name", p.r.Name), p.s.placeArg("place", p.r.Castle), num("treasure", p.r.Treasure), num("rounds", w.tables.Rules.Rounds))
		to.chances()
	}
	p.standing()
	p.title("legend.title")
	p.prices()
	p.blank()
	p.line("report.end")
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: greeting.out}
}

// Report tells one realm the turn.
func (o *outcome) Report(realm int) game.Report {
	p := newPage(o.next, realm)
	p.head()
	for _, r := range o.Refused(realm) {
		p.refused(r)
	}
	p.blank()
	p.line("report.turn", num("turn", o.turn), num("round", o.round), num("realm", o.t.me.Number), phrase.Str("name", o.t.me.Name))
	if o.turn == 1 && len(p.s.Realms) > 2 {
		p.blank()
		p.chances()
	}
	p.events(o.t.events)
	p.standing()
	p.letters(o.t.letters)
	p.blank()
	p.following()
	p.line("report.end")
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: o.summary(realm)}
}

// chances says, where more than two play, how who fells no castle can win (§15.2): a player
// who reads no rules thinks that the one who fells it does.
func (p *page) chances() {
	if len(p.s.Realms) > 2 {
		p.line("chances", num("players", len(p.s.Realms)), num("rounds", p.w.tables.Rules.Rounds))
	}
}

// following tells whose turn it is now.
func (p *page) following() {
	switch r := p.s.realm(p.s.Next); {
	case r == nil:
		p.line("report.over")
	case r.Number == p.realm:
		p.line("report.your-turn", num("turn", p.s.Turn), num("round", p.s.Round))
	default:
		p.line("report.their-turn", num("turn", p.s.Turn), num("round", p.s.Round), num("realm", r.Number), phrase.Str("name", r.Name))
	}
}

// summary is what a person reads first: what was lost and won, and whose turn it is.
func (o *outcome) summary(realm int) []byte {
	p := newPage(o.next, realm)
	p.width = game.Unbroken
	p.line("report.turn", num("turn", o.turn), num("round", o.round), num("realm", o.t.me.Number), phrase.Str("name", o.t.me.Name))
	if n := len(o.Refused(realm)); n > 0 {
		p.line("summary.refused", num("lines", n))
	}
	for _, e := range o.t.events {
		if e.For(realm) && inSummary[e.Code] {
			p.say(e.Phrase)
		}
	}
	p.following()
	return p.out
}

// inSummary are the events a summary tells.
var inSummary = map[string]bool{
	"fortress-values": true, "turn-missed": true, "turn-away": true, "turn-nobody": true, "finished": true, "trained": true, "trained-hero": true, "training-lost": true,
	"conquered": true, "conquered-idle": true, "counters-crew": true, "counters-engine": true, "blow-fell": true, "blow-held": true, "hit": true, "wall-hit": true, "counter-fell": true, "site-abandoned": true, "looted": true,
	"razed": true, "wall-broken": true, "castle-hit": true, "castle-fallen": true, "rounds-over": true, "damage": true, "won": true, "won-nobody": true,
}
