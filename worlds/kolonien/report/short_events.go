package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
)

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
	for _, what := range weighty {
		w.Line("  ", what)
	}
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
