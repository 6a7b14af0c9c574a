package report

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// mostOfBattle is how many lines of a short report a battle has at most. They go to the verdict, the troops, and what
// became of the armies. What is left is for the rounds that decided it.
const mostOfBattle = 8

// mostTroops is how many lines a side has. If it has more troops, the smallest share one. If there is no room for the
// others' fates, it is one less.
const mostTroops = 3

// troop is a stack of a battle, from its muster to the end.
type troop struct {
	what          phrase.Phrase // who stands in which row
	army          string
	side          int
	before, after int64
	fled          bool
}

// duel is a battle as the events of its protocol tell it.
type duel struct {
	opening phrase.Phrase
	result  string // the code of its end
	troops  []troop
	spans   []span
	fates   []phrase.Phrase // what became of armies and walls
}

// span is a stretch of rounds in which everybody strikes at the same foe.
type span struct {
	first, last int64
	target      map[string]string // by whoever strikes
	losses      []loss
	ends        bool // somebody has fallen or begun to flee
}

// loss is what a stack, or a wall, has suffered in a span.
type loss struct {
	code         string
	of           []phrase.Arg
	before, left int64
	fled         int64 // the round in which the stack begins to flee; 0: it does not
}

// duelOf reads the battle at the beginning of events, and returns how many events it has.
func duelOf(told []*game.Event) (d duel, n int) {
	d.opening = told[0].Phrase
	side, mustered, ended := 0, 0, false
	for n = 1; n < len(told); n++ {
		e := told[n].Phrase
		switch {
		case e.Code == "rows.attackers" || e.Code == "rows.defenders":
			side = slices.Index([]string{"rows.attackers", "rows.defenders"}, e.Code)
		case e.Code == "rows.stack":
			d.troops = append(d.troops, troop{what: phrase.P("short.troop", e.Args...), army: e.Arg("army").S, side: side,
				before: e.Arg("men").N})
		case strings.HasSuffix(e.Code, "-won") || e.Code == "rows.drawn":
			d.result, ended = e.Code, true
		case ended && e.Arg("before").Name != "" && mustered < len(d.troops):
			d.troops[mustered].after, d.troops[mustered].fled = e.Arg("men").N, e.Code == "rows.fled"
			mustered++
		case slices.Contains(fates, e.Code):
			d.fates = append(d.fates, e)
		case !InProtocol(e.Code):
			return d, n
		case !ended:
			d.round(e)
		}
	}
	return d, n
}

// round adds a sentence of the rounds. A new span begins where somebody strikes at another foe than before, and after
// somebody has fallen or begun to flee.
func (d *duel) round(e phrase.Phrase) {
	var now *span
	if n := len(d.spans); n > 0 {
		now = &d.spans[n-1]
	}
	switch e.Code {
	case "rows.round":
		if round := e.Arg("round").N; now == nil || now.ends || len(now.target) > 0 {
			d.spans = append(d.spans, span{first: round, last: round, target: map[string]string{}})
		} else {
			now.first, now.last = round, round
		}
		d.join()
	case "rows.panic":
		for i := range now.losses {
			if l := &now.losses[i]; len(l.of) == 2 && l.of[0].S == e.Arg("army").S && l.of[1].S == e.Arg("unit").S {
				l.fled, now.ends = now.last, true
			}
		}
	case "rows.blow", "rows.blow-rest":
		by, foe := e.Arg("army").S+e.Arg("unit").S, e.Arg("foes").S+e.Arg("foe").S
		if _, struck := now.target[by]; !struck {
			now.target[by] = foe
		}
		now.lose(loss{code: "short.loss", of: []phrase.Arg{phrase.Str("army", e.Arg("foes").S),
			phrase.Key("unit", e.Arg("foe").S)}, before: e.Arg("left").N + e.Arg("fallen").N, left: e.Arg("left").N})
		now.ends = now.ends || e.Arg("left").N == 0
	case "rows.breach", "rows.breach-rest":
		now.target[e.Arg("army").S+e.Arg("unit").S] = e.Arg("wall").S
		now.lose(loss{code: "short.breach", of: []phrase.Arg{e.Arg("wall")}, before: e.Arg("left").N + e.Arg("hp").N,
			left: e.Arg("left").N})
		now.ends = now.ends || e.Arg("left").N == 0
	}
}

// join puts the last span but one together with the one before, if all strike at the same foes in both.
func (d *duel) join() {
	n := len(d.spans) - 2
	if n < 1 || d.spans[n-1].ends {
		return
	}
	was, is := &d.spans[n-1], &d.spans[n]
	for by, foe := range is.target {
		if old, struck := was.target[by]; struck && old != foe {
			return
		}
	}
	for by, foe := range is.target {
		was.target[by] = foe
	}
	for _, l := range is.losses {
		was.lose(l)
	}
	was.last, was.ends = is.last, is.ends
	d.spans = append(d.spans[:n], d.spans[n+1:]...)
}

// lose adds a loss to those of a span.
func (s *span) lose(l loss) {
	for i := range s.losses {
		if old := &s.losses[i]; slices.Equal(old.of, l.of) {
			old.left, old.fled = l.left, max(old.fled, l.fled)
			return
		}
	}
	s.losses = append(s.losses, l)
}

// weight is how many men a span has cost.
func (s *span) weight() (men int64) {
	for _, l := range s.losses {
		if l.code == "short.loss" {
			men += l.before - l.left
		}
	}
	return men
}

// battle writes a battle: for whom it ended how, who was there, the rounds that decided it, and what became of the armies.
func (p *page) battle(d *duel) {
	p.alone = p.only(d)
	head := p.apart(func() { p.Line("", p.verdict(d)) })
	most := mostTroops
	troops, fates := p.sides(d, most)
	if lineCount(head, troops, fates) > mostOfBattle {
		most--
		troops, fates = p.sides(d, most)
	}
	decisive := p.decisive(d, mostOfBattle-lineCount(head, troops, fates))
	p.Out = slices.Concat(p.Out, head, troops, decisive, fates)
}

// sides are the lines about the troops, at most so many a side, and those about what became of the armies.
func (p *page) sides(d *duel, most int) (troops, fates []byte) {
	var folded map[string]bool
	troops = p.apart(func() { folded = p.troops(d, most) })
	// of an army whose troops have lines of their own, the men say that it fell
	if said := p.fatesOf(d, func(army string) bool { return folded[army] }); len(said) > 0 {
		fates = p.apart(func() { p.Line("  ", said...) })
	}
	return troops, fates
}

// apart are the lines that something writes.
func (p *page) apart(write func()) []byte {
	start := len(p.Out)
	write()
	out := slices.Clone(p.Out[start:])
	p.Out = p.Out[:start]
	return out
}

func lineCount(parts ...[]byte) (n int) {
	for _, part := range parts {
		n += bytes.Count(part, []byte("\n"))
	}
	return n
}

// fates are the events behind a protocol that belong to its battle, in the order in which they are said.
var fates = []string{"stays-out", "wall-fallen", "army-fell", "routed-there", "retreats"}

// fatesOf says in a sentence for each kind what became of armies and walls. fell asks whether to say it of an army that
// fell.
func (p *page) fatesOf(d *duel, fell func(army string) bool) (said []phrase.Phrase) {
	for _, code := range fates {
		var list []string
		for _, e := range d.fates {
			if e.Code == code && (code != "army-fell" || fell(e.Arg("army").S)) {
				list = append(list, p.Book.Say(phrase.P("short.one-"+code, e.Args...)))
			}
		}
		if len(list) > 0 && len(said) > 0 {
			said = append(said, phrase.P("short.also"))
		}
		if len(list) > 0 {
			said = append(said, phrase.P("short."+code, phrase.Str("list", strings.Join(list, ", "))))
		}
	}
	return said
}

// verdict is the first sentence of a battle, as the reader's side sees it.
func (p *page) verdict(d *duel) phrase.Phrase {
	var ours [2]bool
	by := 0
	for i, t := range d.troops {
		whose, _, _ := strings.Cut(t.army, ".")
		ours[t.side] = ours[t.side] || whose == strconv.Itoa(p.realm)
		if n, _ := strconv.Atoi(whose); i == 0 {
			by = n
		}
	}
	foe := int(d.opening.Arg("realm").N)
	code, ends := "short.others", []string{"short.attackers-won", "short.defenders-won"}
	switch {
	case ours[0]:
		code, ends = "short.attack", []string{"short.taken", "short.beaten"}
	case ours[1] && foe == p.realm:
		code, ends = "short.defend", []string{"short.lost", "short.held"}
	case ours[1]:
		code, ends = "short.help", []string{"short.lost", "short.held"}
	}
	end := "short.even"
	if i := slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, d.result); i >= 0 {
		end = ends[i]
	}
	return phrase.P(code, d.opening.Arg("province"), phrase.Key("foe", sideOf("short.foe", foe)), num("realm", foe),
		phrase.Key("by", sideOf("short.by", by)), num("attacker", by), phrase.Key("end", end))
}

// sideOf is the code of the words for a realm, or for the guards of a province that is nobody's.
func sideOf(code string, realm int) string {
	if realm == 0 {
		return code + "-guards"
	}
	return code
}

// troops writes a line for each troop, with its men before and after, and returns the armies that have none of their
// own for each.
func (p *page) troops(d *duel, most int) (folded map[string]bool) {
	folded = map[string]bool{}
	type line struct {
		text, before, after string
		fled                bool
	}
	var lines []line
	add := func(t troop) {
		lines = append(lines, line{"  " + p.Book.Say(t.what), frame.Digits(t.before), frame.Digits(t.after), t.fled})
	}
	for side := range 2 {
		var list []troop
		for _, t := range d.troops {
			if t.side == side {
				list = append(list, t)
			}
		}
		full := len(list)
		if full > most {
			slices.SortStableFunc(list, func(a, b troop) int { return cmp.Compare(b.before, a.before) })
			full = most - 1
		}
		for _, t := range list[:full] {
			add(t)
		}
		if rest := list[full:]; len(rest) > 0 {
			sum := troop{what: phrase.P("short.rest", num("n", len(rest)))}
			for _, t := range rest {
				sum.before, sum.after, folded[t.army] = sum.before+t.before, sum.after+t.after, true
			}
			add(sum)
		}
	}
	var wide [3]int
	for _, l := range lines {
		wide = [3]int{max(wide[0], utf8.RuneCountInString(l.text)), max(wide[1], len(l.before)), max(wide[2], len(l.after))}
	}
	for _, l := range lines {
		row := l.text + strings.Repeat(" ", wide[0]-utf8.RuneCountInString(l.text)) +
			fmt.Sprintf(" %*s -> %*s", wide[1], l.before, wide[2], l.after)
		if l.fled {
			row += p.Book.T("short.troop-fled")
		}
		if utf8.RuneCountInString(row) <= frame.Width {
			p.Drawn(row)
		} else {
			p.Text("", row)
		}
	}
	return folded
}

// leastShare is the part of a battle's losses that rounds must have cost to be worth a line: one tenth.
const leastShare = 10

// decisive are the spans that cost most, at most three, in their order, in no more lines than there is room for.
func (p *page) decisive(d *duel, room int) (out []byte) {
	d.spans = append(d.spans, span{}) // so that the last is joined, too
	d.join()
	d.spans = d.spans[:len(d.spans)-1]
	var by []int
	men := int64(0)
	for i := range d.spans {
		men += d.spans[i].weight()
	}
	for i := range d.spans {
		if w := d.spans[i].weight(); w > 0 && w*leastShare >= men {
			by = append(by, i)
		}
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(d.spans[b].weight(), d.spans[a].weight()) })
	texts := map[int][]byte{}
	for _, i := range by {
		text := p.span(&d.spans[i])
		if lines := lineCount(text); lines <= room && len(texts) < 3 {
			texts[i], room = text, room-lines
		}
	}
	for i := range d.spans {
		out = append(out, texts[i]...)
	}
	return out
}

// only is the army of a battle that is the reader's, if there is one and not several.
func (p *page) only(d *duel) (army string) {
	for _, t := range d.troops {
		switch whose, _, named := strings.Cut(t.army, "."); {
		case whose != strconv.Itoa(p.realm) || !named || t.army == army:
		case army != "":
			return ""
		default:
			army = t.army
		}
	}
	return army
}

// span is the text of a span: who has lost how many, and who fled.
func (p *page) span(s *span) []byte {
	var parts []string
	for _, l := range s.losses {
		code := l.code
		if len(l.of) == 2 && l.of[0].S == p.alone {
			code += ".own"
		}
		if l.before == l.left {
			continue
		}
		part := p.Book.Say(phrase.P(code, append(slices.Clip(l.of), num("before", l.before), num("left", l.left))...))
		if l.fled > 0 {
			part += p.Book.Say(phrase.P("short.loss-fled", num("round", l.fled)))
		}
		parts = append(parts, part)
	}
	code := "short.rounds"
	if s.first == s.last {
		code = "short.round"
	}
	return p.apart(func() {
		p.Say("  ", code, num("first", s.first), num("last", s.last), phrase.Str("list", strings.Join(parts, ", ")))
	})
}
