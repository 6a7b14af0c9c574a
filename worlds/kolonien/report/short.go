package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/rulekit"
)

// short writes the short report.
type short struct {
	*rulekit.Text
	a     *account
	shown *game.Shown
}

// writeShort writes the year in short: combats in a few lines, what a player orders from as it is, and of all others only
// what is new.
func writeShort(t *rulekit.Text, a *account, shown *game.Shown) {
	w := short{t, a, shown}
	rulekit.WriteOpening(t, titleOf(a.year.Before))
	w.Title("report-events")
	fought := w.tidings()
	writeRefused(t, a)
	before := accountOf(a.year.Before, a.realm.Number)
	w.possessions(before)
	w.Part("short.seen", func() { w.newcomers(before) })
	writeNations(t, a, a.year.Before.State)
	w.Post("report.letters", a.year.Letters())
	if !a.realm.NoMap {
		w.outline()
	}
	if fought {
		w.Blank()
		w.Say("", "short.rounds")
	}
	w.End("report-end")
}

// writeShortWelcome writes report 0, and records what it shows: it sees nobody yet.
func writeShortWelcome(t *rulekit.Text, a *account, shown *game.Shown) {
	for _, c := range commanders(t.Book, a) {
		newTopics(c, shown)
	}
	writeWelcome(t, a)
}

// possessions writes what the realm has, and the standing orders that have changed. before is the account of the year's
// beginning.
func (w short) possessions(before *account) {
	w.Title("report-own")
	money := moneyRow(w.a)
	if earned := w.a.earned(); earned > 0 {
		money = phrase.P("short.money", append(money.Args, phrase.Num("earned", earned))...)
	}
	w.Line("  ", money)
	writeHoldings(w.Text, w.a)
	w.newOrders(before)
}

// newOrders writes the standing orders that are news. before is the account of the year's beginning.
func (w short) newOrders(before *account) {
	all := commanders(w.Book, w.a)
	w.forget(commanders(w.Book, before), all)
	kept, lines := false, []string{}
	for _, c := range all {
		news := newTopics(c, w.shown)
		if kept = kept || len(news) < len(c.topics); len(news) > 0 {
			lines = append(lines, c.line(news))
		}
	}
	switch {
	case len(all) == 0:
	case len(lines) == 0:
		w.Say("  ", "short.orders-kept")
	case kept:
		w.Say("  ", "short.orders-changed")
	default:
		w.Say("  ", "own-orders")
	}
	for _, line := range lines {
		w.Wrap("    ", line)
	}
}

// newTopics are those of a commander of which the orders are news: all, if there is one of which nothing is said any more.
func newTopics(c commands, shown *game.Shown) (news []order.Topic) {
	whole := false
	for _, t := range c.all() {
		if shown.News(game.Fact{Subject: "orders of " + c.who, Attribute: strconv.Itoa(int(t)), Value: c.topics[t]}) {
			news, whole = append(news, t), whole || c.topics[t] == ""
		}
	}
	if whole {
		return c.all()
	}
	return news
}

// forget notes that commanders are no more: who comes by such a name is somebody else.
func (w short) forget(before, now []commands) {
	for _, c := range before {
		if !slices.ContainsFunc(now, func(now commands) bool { return now.who == c.who }) {
			for t := range c.topics {
				w.shown.News(game.Fact{Subject: "orders of " + c.who, Attribute: strconv.Itoa(int(t))})
			}
		}
	}
}

// spotFact is the fact of what the report says of people in sight.
func spotFact(book *phrase.Book, p *spot) game.Fact {
	return game.Fact{Subject: p.key, Value: book.Say(p.row)}
}

// newcomers writes what is new of the people in sight, and how it was before. Those who were in sight before, and are
// not now, come last. before is the account of the year's beginning: of that, only what the reader was shown counts.
func (w short) newcomers(before *account) {
	was := map[string]*spot{}
	earlier := spots(before)
	for i := range earlier {
		was[earlier[i].key] = &earlier[i]
	}
	now := spots(w.a)
	for _, s := range now {
		old := was[s.key]
		delete(was, s.key)
		if old != nil && !w.shown.Has(spotFact(w.Book, old)) {
			old = nil
		}
		if w.shown.News(spotFact(w.Book, &s)) {
			w.Line("  ", w.changed(&s, old)...)
		}
	}
	var gone []string
	for i := range earlier {
		if s := &earlier[i]; was[s.key] != nil && w.shown.News(game.Fact{Subject: s.key}) {
			row := w.Book.Say(s.row)
			gone = append(gone, row[:strings.LastIndex(row, ": ")]) // without units
		}
	}
	if len(gone) > 0 {
		w.Say("  ", "short.gone", phrase.Str("list", strings.Join(gone, "; ")))
	}
}

// changed is the sentence about people in sight, with where they were before, or how many.
func (w short) changed(now, old *spot) []phrase.Phrase {
	switch {
	case old == nil:
		return []phrase.Phrase{now.row}
	case now.at != old.at:
		return []phrase.Phrase{now.row, phrase.P("short.was-in", phrase.Num("area", old.at))}
	case now.troops != old.troops:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", cmp.Or(old.troops.String(), w.Book.T("bout.none"))))}
	case now.ships != old.ships:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", old.ships.String()))}
	}
	return []phrase.Phrase{now.row}
}

// outline writes the map without its empty lines, and the homes in one sentence.
func (w short) outline() {
	w.Title("report-map")
	writeMap(w.Text, w.a, false)
	var homes []string
	for i := range w.a.at.State.Realms {
		home := w.a.at.State.Realms[i].Home
		homes = append(homes, w.Book.Say(phrase.P("short.home", phrase.Num("home", home),
			phrase.Num("sea", w.a.at.State.Areas[home-1].Beside[0]))))
	}
	w.Line("", phrase.P("map-legend"), phrase.P("short.homes", phrase.Str("list", strings.Join(homes, ", "))))
}

// aftermath are the events of a combat that come after its protocol. A short report has them in the same paragraph.
var aftermath = map[string]bool{
	"withdrew": true, "withdrew-aboard": true, "disbanded": true, "natives-fled": true, "fled-to-sea": true,
	"drowned": true, "leader-drowned": true, "glory-won": true, "glory-beaten": true,
}

// Whose business an event is, if it is nobody's in particular: a paragraph has those of the reader, another those of others.
var (
	ordered = map[string]bool{
		"raised": true, "launched": true, "appointed": true, "engaged": true, "built.own": true, "founded.own": true,
		"marched": true, "embarked": true, "took": true, "gave": true, "sailed": true, "joined": true, "parted": true,
		"location-burnt.own": true, "haven-destroyed.own": true,
	}
	elsewhere = map[string]bool{
		"built": true, "founded": true, "relation": true, "seized": true, "burnt": true, "fallen-disbanded": true,
		"location-burnt": true, "location-left": true, "haven-destroyed": true,
		"withdrew": true, "withdrew-aboard": true, "natives-fled": true, "fled-to-sea": true,
	}
)

// tidings writes what happened: each combat in a paragraph, then what concerns the reader, what the reader's orders did,
// and what others did. It reports whether the reader is told of a combat.
func (w short) tidings() (fought bool) {
	told := w.a.told
	start := len(w.Out)
	var weighty, own, others []phrase.Phrase
	for i := 0; i < len(told); i++ {
		what := w.a.said(told[i])
		hear(w.Text, what)
		switch {
		case what.Code == "combat" || what.Code == "sea-combat":
			i, fought = w.fight(told, i, what), true
		case what.Code == "income": // in the line of the treasury
		case ordered[what.Code]:
			own = append(own, what)
		case elsewhere[what.Code]:
			others = append(others, what)
		default:
			weighty = append(weighty, what)
		}
	}
	w.Lines("  ", weighty)
	w.Paragraph("  ", own)
	w.Paragraph("  ", others)
	if len(w.Out) == start {
		w.Say("  ", "report-quiet")
	}
	return fought
}

// fight writes a combat: who fought, the results of the rounds, the losses, and what came of it. It returns the index of
// the last event that it told.
func (w short) fight(told []*game.Event, head int, what phrase.Phrase) (last int) {
	b := newBout(w.a.realm.Number, told[head:])
	tellBout(w.Text, w.a, b, what)
	w.Paragraph("  ", []phrase.Phrase{w.opponents(&b, what), w.ending(&b)})
	after := []phrase.Phrase{w.costs(&b)}
	for last = head; last+1 < len(told); last++ {
		e := told[last+1]
		if !fight.Protocol(e.Code) && !aftermath[e.Code] {
			break
		}
		then := w.a.said(e)
		hear(w.Text, then)
		if aftermath[e.Code] {
			after = append(after, then)
		}
	}
	w.Paragraph("    ", after)
	return last
}

// opponents says who attacks whom, and with what.
func (w short) opponents(b *bout, what phrase.Phrase) phrase.Phrase {
	n := 1
	if !strings.HasPrefix(what.Arg("us").S, "party.realm") {
		n = 2 // natives, pirates
	}
	args := append(slices.Clone(what.Args), phrase.Num("n", n),
		phrase.Str("units-us", tally(w.Book, &b.others[fight.Attacker].brings)),
		phrase.Str("units-them", tally(w.Book, &b.others[fight.Defender].brings)))
	code := "short." + what.Code
	switch {
	case what.Arg("us").S == "party.own-us":
		return phrase.P(code+".attack", args...)
	case what.Arg("them").S == "party.own-them":
		return phrase.P(code+".defence", args...)
	case b.mine == fight.Nobody:
		return phrase.P(code+".seen", args...)
	}
	return phrase.P(code+".ally", append(args, phrase.Key("side", "short.for-"+sideNames[b.mine]),
		phrase.Str("units", tally(w.Book, &b.own.brings)))...)
}

// sideNames are the sides in codes of sentences.
var sideNames = [2]string{"attacker", "defender"}

// ending says how a combat ended, with the results of its rounds: the reader's first, or else the attacker's.
func (w short) ending(b *bout) phrase.Phrase {
	first, code := b.mine, "short.lost"
	switch {
	case b.mine == fight.Nobody:
		first, code = fight.Attacker, "short."+sideNames[b.winner]+"-won"
	case b.winner == b.mine:
		code = "short.won"
	}
	var scores []string
	for _, r := range b.rounds {
		scores = append(scores, w.Book.Say(phrase.P("short.score", phrase.Num("one", r[first]), phrase.Num("other", r[1-first]))))
	}
	return phrase.P(code, phrase.Num("rounds", len(scores)), phrase.Str("scores", strings.Join(scores, ", ")))
}

// costs says what a combat cost.
func (w short) costs(b *bout) phrase.Phrase {
	none := w.Book.T("short.nothing")
	attacker, defender := tollOf(w.Book, &b.others[fight.Attacker], none), tollOf(w.Book, &b.others[fight.Defender], none)
	if b.mine == fight.Nobody {
		if attacker == none && defender == none {
			return phrase.P("short.losses-none")
		}
		return phrase.P("short.losses-seen", phrase.Str("attacker", attacker), phrase.Str("defender", defender))
	}
	own, allies, theirs := tollOf(w.Book, &b.own, none), tollOf(w.Book, &b.others[b.mine], none), tollOf(w.Book, &b.others[1-b.mine], none)
	switch args := []phrase.Arg{phrase.Str("own", own), phrase.Str("allies", allies), phrase.Str("theirs", theirs)}; {
	case allies != none:
		return phrase.P("short.losses-allied", args...)
	case own == none && theirs == none:
		return phrase.P("short.losses-none")
	default:
		return phrase.P("short.losses", args...)
	}
}
