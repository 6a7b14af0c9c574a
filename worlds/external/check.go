package external

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

const (
	mostComplaints = 100 // of a checker, in one receipt
	mostSaid       = 300 // characters of each
)

// reading reads a sheet of a realm, and returns the lines for the engine. Messages and settings are done by the turn, or
// by the receipt that it rehearses.
func (w *World) reading(seat *Seat, said rulekit.Sheet, t *rulekit.Turn, person *rulekit.Person) (lines []orders.Line) {
	above := "" // what goes to the engine as one line so far
	for _, l := range said.Lines {
		refuse := func(code string, args ...phrase.Arg) { t.Refuse(seat.Number, l.Position, phrase.P(code, args...)) }
		switch o := l.Order.(type) {
		case LineOrder:
			// many engines join a line that ends in a backslash with the next one
			before, joined := strings.CutSuffix(above, `\`)
			if !joined {
				before = ""
			}
			above = ""
			word := w.rb.guarded(string(o))
			if word == "" && before != "" {
				word = w.rb.guarded(before + string(o))
			}
			if !seat.Seated {
				refuse("not-seated")
			} else if word != "" {
				refuse("forbidden", phrase.Str("word", orders.Clip(word)))
			} else if most := w.rb.p.Orders.Longest; most > 0 && len(before)+len(o) > most {
				refuse("too-long", phrase.Num("n", most))
			} else if o != "" {
				lines, above = append(lines, l), before+string(o)
			}
		case orders.Message:
			if !t.Post(seat.Number, l.Position, o, w.in) {
				refuse("no-such-realm", phrase.Str("got", orders.Clip(o.To)))
			}
		}
	}
	t.Settings(person, said)
	return lines
}

// guarded is the first word of a line that the engine must not get; "": it may. Passwords are the machine's, and a line
// that begins like the head of an order file would give orders for others. Engines may also get the line in ASCII, with or
// without the letters that have no place there, and some pass over backslashes, quotes and other marks within a word.
func (rb *Rulebook) guarded(line string) string {
	for _, as := range []string{line, unmarked(line), unmarked(ascii(line)), unmarked(ascii(name.Decomposed(line)))} {
		folded := orders.Fold(firstWord(as))
		if slices.ContainsFunc(rb.guard, func(w word) bool { return len(folded) >= w.least && strings.HasPrefix(w.whole, folded) }) {
			return firstWord(line)
		}
	}
	return ""
}

// ascii is a text without all other letters.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, text)
}

// unmarked is a text without the marks that stand in its words.
func unmarked(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, text)
}

// firstWord is the first word of a line: engines pass over marks, quotes and strange blanks. A # is part of a head.
func firstWord(line string) string {
	is := func(r rune) bool { return r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	line = strings.TrimLeftFunc(line, func(r rune) bool { return !is(r) })
	if end := strings.IndexFunc(line, func(r rune) bool { return !is(r) }); end >= 0 {
		line = line[:end]
	}
	return line
}

// sheet is the file that the engine gets.
func (w *World) sheet(seat *Seat, lines []orders.Line) []byte {
	var b bytes.Buffer
	for _, l := range w.around(seat, lines) {
		b.WriteString(string(l.Order.(LineOrder)) + "\n")
	}
	return b.Bytes()
}

// around are the lines for the engine, with those before and behind them. These have no place in what the player wrote.
func (w *World) around(seat *Seat, lines []orders.Line) (out []orders.Line) {
	ours := func(text string) {
		for part := range strings.SplitSeq(text, "\n") {
			out = append(out, orders.Line{Order: LineOrder(part)})
		}
	}
	if head := w.filled(w.rb.p.Orders.Head, seat); head != "" {
		ours(head)
	}
	for i, l := range lines {
		out = append(out, l)
		if next := i + 1; strings.HasSuffix(string(l.Order.(LineOrder)), `\`) && (next == len(lines) || lines[next].Line > l.Line+1) {
			ours("") // so that it joins with nothing but the line that was written below it
		}
	}
	if foot := w.filled(w.rb.p.Orders.Foot, seat); foot != "" {
		ours(foot)
	}
	return out
}

// Check asks the engine's checker, which gets no more than the realm's own files. What it says are warnings: nobody but
// the turn can promise or refuse anything. If it fails, the orders count all the same.
func (w *World) Check(s game.Sheet) game.Checked {
	seat, why := w.seat(s.Realm), ""
	switch {
	case s.Realm == 0:
		why = "no-master-orders"
	case seat == nil || seat.Gone || w.s.Over:
		why = "not-yours"
	}
	c, counts := rulekit.Receipt(w.rb.Language(), s, why)
	if !counts {
		c.Problems = append(c.Problems, rulekit.RefuseAll(s.Orders(w.rb.Language()).Lines, phrase.P(why))...)
		c.Sort()
		return c
	}
	t := rulekit.Begin(game.Seed{}, w.s.Turn, s.Realm)
	t.ForReceipt = true
	lines := w.reading(seat, rulekit.ReadSheet(w.rb.Language(), s), &t, &seat.Person)
	c.Problems = w.rb.Language().Because(s.Text, append(c.Problems, t.Refused[s.Realm]...), nil)
	c.InForce, c.Letters = t.InForce, t.ToMaster
	if len(lines) > 0 {
		becomes := "taken"
		if len(w.rb.p.Check.Run) > 0 {
			becomes, c.Problems = "handed", append(c.Problems, w.checked(seat, lines)...)
		}
		c.InForce = append(c.InForce, game.InForce{Line: lines[0].Line, What: phrase.P(becomes, phrase.Num("n", len(lines)))})
		c.Handed = rulekit.Map(lines, func(l orders.Line) int { return l.Line })
	} else if seat.Seated {
		c.Idle = append(c.Idle, phrase.P("idle"))
	}
	c.Sort()
	return c
}

// Unchecked is what a receipt says if the checker failed.
const Unchecked = "unchecked"

// checked is what the checker says of the lines.
func (w *World) checked(seat *Seat, lines []orders.Line) (out []orders.Problem) {
	step, files := &w.rb.p.Check, map[string][]byte{}
	for _, f := range step.Files {
		if data, is := w.files[w.filled(f, seat)]; is {
			files[w.filled(f, seat)] = data
		}
	}
	files[w.filled(step.Orders, seat)] = w.sheet(seat, lines)
	left, err := w.run(step, files, seat)
	repeated, is := left[w.filled(step.Out, seat)]
	if err == nil && !is {
		err = fmt.Errorf("it left no file %s", w.filled(step.Out, seat))
	}
	var at orders.Position
	say := func(code, name, words string) {
		if len(out) < mostComplaints {
			out = append(out, orders.Problem{Position: at, Severity: orders.Warning,
				What: phrase.P(code, phrase.Str(name, cut(words, mostSaid)))})
		}
	}
	if err != nil {
		say(Unchecked, "why", orders.Legible(spaced(err.Error())))
		return out
	}
	var waiting []string // complaints about the line that is found next
	note := func() {
		for _, said := range waiting {
			say("said", "said", said)
		}
		waiting = nil
	}
	all, places, next := w.around(seat, lines), map[string][]int{}, 0
	for i, l := range all {
		text := spaced(string(l.Order.(LineOrder)))
		places[text] = append(places[text], i)
	}
	delete(places, "")
	for text := range strings.SplitSeq(legible(repeated), "\n") {
		text = spaced(text)
		if said, is := strings.CutPrefix(text, step.Mark); is {
			if len(waiting) < mostComplaints {
				waiting = append(waiting, strings.TrimSpace(strings.TrimSuffix(said, step.Mark)))
			}
			if step.Below {
				note()
			}
			continue
		}
		if i, _ := slices.BinarySearch(places[text], next); i < len(places[text]) {
			at, next = all[places[text][i]].Position, places[text][i]+1
			note()
		}
	}
	note()
	return out
}

// spaced is a text with one blank between its words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// cut shortens what a program said.
func cut(text string, most int) string { return orders.ClipTo(text, most, " ...") }

// decoded is a text of a program with line ends of ours. Engines that know no UTF-8 write Latin-1.
func decoded(data []byte) string {
	if !utf8.Valid(data) {
		out := make([]rune, len(data))
		for i, b := range data {
			out[i] = rune(b)
		}
		data = []byte(string(out))
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// legible is such a text without what is invisible.
func legible(data []byte) string { return orders.Legible(decoded(data)) }

// verbatim is such a text with its tabs: what a player gets as the program wrote it.
func verbatim(data []byte) string {
	return strings.Join(rulekit.Map(strings.Split(decoded(data), "\t"), orders.Legible), "\t")
}
