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
	"weltentor/worlds/rulekit"
)

// mostOfBattle is how many lines of a short report a battle has at most. They go to the verdict, the troops, and what
// became of the armies. What is left is for the rounds that decided it.
const mostOfBattle = 8

// mostTroops is how many lines a side has. If it has more troops, the smallest share one. If there is no room for the
// others' fates, it is one less.
const mostTroops = 3

// battle writes a battle: for whom it ended how, who was there, the rounds that decided it, and what became of the armies.
func (w short) battle(d *duel) {
	alone := w.only(d)
	head := w.apart(func() { w.Line("", verdict(w.a, d)) })
	most := mostTroops
	troops, fates := w.sides(d, most)
	if lineCount(head, troops, fates) > mostOfBattle {
		most--
		troops, fates = w.sides(d, most)
	}
	decisive := w.decisive(d, alone, mostOfBattle-lineCount(head, troops, fates))
	w.Out = slices.Concat(w.Out, head, troops, decisive, fates)
}

// sides are the lines about the troops, at most so many a side, and those about what became of the armies.
func (w short) sides(d *duel, most int) (troops, fates []byte) {
	var folded map[string]bool
	troops = w.apart(func() { folded = w.troops(d, most) })
	// of an army whose troops have lines of their own, the men say that it fell
	if said := fatesOf(w.Book, d, func(army string) bool { return folded[army] }); len(said) > 0 {
		fates = w.apart(func() { w.Line("  ", said...) })
	}
	return troops, fates
}

// apart are the lines that something writes.
func (w short) apart(write func()) []byte {
	start := len(w.Out)
	write()
	out := slices.Clone(w.Out[start:])
	w.Out = w.Out[:start]
	return out
}

func lineCount(parts ...[]byte) (n int) {
	for _, part := range parts {
		n += bytes.Count(part, []byte("\n"))
	}
	return n
}

// troops writes a line for each troop, with its men before and after, and returns the armies that have none of their
// own for each.
func (w short) troops(d *duel, most int) (folded map[string]bool) {
	folded = map[string]bool{}
	type line struct {
		text, before, after string
		fled                bool
	}
	var lines []line
	add := func(t troop) {
		lines = append(lines, line{"  " + w.Book.Say(t.what), rulekit.Digits(t.before), rulekit.Digits(t.after), t.fled})
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
			row += w.Book.T("short.troop-fled")
		}
		if utf8.RuneCountInString(row) <= rulekit.Width {
			w.Drawn(row)
		} else {
			w.Wrap("", row)
		}
	}
	return folded
}

// leastShare is the part of a battle's losses that rounds must have cost to be worth a line: one tenth.
const leastShare = 10

// decisive are the spans that cost most, at most three, in their order, in no more lines than there is room for.
func (w short) decisive(d *duel, alone string, room int) (out []byte) {
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
		text := w.span(&d.spans[i], alone)
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
func (w short) only(d *duel) (army string) {
	for _, t := range d.troops {
		switch whose, _, named := strings.Cut(t.army, "."); {
		case whose != strconv.Itoa(w.a.realm) || !named || t.army == army:
		case army != "":
			return ""
		default:
			army = t.army
		}
	}
	return army
}

// span is the text of a span: who has lost how many, and who fled.
func (w short) span(s *span, alone string) []byte {
	var parts []string
	for _, l := range s.losses {
		code := l.code
		if len(l.of) == 2 && l.of[0].S == alone {
			code += ".own"
		}
		if l.before == l.left {
			continue
		}
		part := w.Book.Say(phrase.P(code, append(slices.Clip(l.of), num("before", l.before), num("left", l.left))...))
		if l.fled > 0 {
			part += w.Book.Say(phrase.P("short.loss-fled", num("round", l.fled)))
		}
		parts = append(parts, part)
	}
	code := "short.rounds"
	if s.first == s.last {
		code = "short.round"
	}
	return w.apart(func() {
		w.Say("  ", code, num("first", s.first), num("last", s.last), phrase.Str("list", strings.Join(parts, ", ")))
	})
}
