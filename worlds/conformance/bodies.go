package conformance

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// quotedLines is how many refused lines a mail quotes.
const quotedLines = 5

// bodies: the body of a report's mail begins with one headline. It says what needs the player, at most six things, and
// the receipt accepts each line to copy as it is. It has up to five lines that were not done, with the reasons, and it
// quotes letters. It also has the treasury, and the place if the rules have one. The report as data has the same headline
// and needs. The subject counts at most four kinds of news. The deadline is left to the machine. The report itself quotes
// all lines that were not done.
func bodies(tb *table, bad fail) {
	many, counted := false, false
	for turn, w := range tb.turns(factTurns) {
		if tb.lacks(data) { // by which the law knows what happened
			return
		}
		sheets := tb.sheets(w)
		for i := range sheets {
			d := tb.dice(w, "bodies", int64(i))
			switch n := d.N(3); {
			case n == 1 || turn == 0: // in the first turn all, however short the game is
				sheets[i].Text += tb.nonsense()
			case n == 0:
				sheets[i].Text = mutate(sheets[i].Text, d)
			}
		}
		out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
		for _, n := range out.Realms() {
			b := tb.bodyOf(out, n, bad)
			written := writtenBy(sheets, n)
			many = b.undone(written) || many
			b.quoted(tight(string(out.Report(n, nil).Text)), written)
			counted = b.counts(out.Report(n, nil).News) || counted
			b.headed()
			b.needs(out.Next())
			b.letters()
			b.stands()
		}
	}
	if !counted {
		bad("no subject counts anything: the law was not tried")
	}
	if !many {
		bad("no turn's facts have more than %d lines that were not done, though every sheet of the first turn had more bad "+
			"lines: the law was not tried", quotedLines)
	}
}

// headed: the body begins with the headline, which says each thing once.
func (b *body) headed() {
	h := b.facts.Headline
	if first, _, _ := strings.Cut(b.text, "\n"); first != h.Text || strings.Count(b.text, h.Text) > 1 {
		b.bad("does not begin with %q", h.Text)
	}
	if n := len(h.Clauses); n < 1 || n > 3 {
		b.bad("has %d clauses in its headline", n)
	}
}

// needs: the body says what needs the player, and the receipt accepts each line to copy as it is.
func (b *body) needs(next game.World) {
	if len(b.facts.Needs) > 6 {
		b.bad("names %d needs", len(b.facts.Needs))
	}
	for _, n := range b.facts.Needs {
		for _, said := range append([]game.Said{n.Said}, n.More...) {
			if !b.has(said.Text) {
				b.bad("does not say the need %q", said.Text)
			}
		}
		if n.Line == "" {
			continue
		}
		if !strings.Contains(b.text, "\n    "+n.Line+"\n") {
			b.bad("has no line of its own for %q", n.Line)
		}
		c := next.Check(game.Sheet{Realm: b.facts.Realm.Number, Turn: next.Asked().Turn,
			Text: "$" + n.Section + "\n" + n.Line + "\n\n$E\n"})
		if len(c.Problems) > 0 || len(c.Conditional()) > 0 || !c.Forced()[2] {
			b.bad("has a line to copy that does not count, %q: %s", n.Line, b.tb.say(c.Problems))
		}
	}
}

// counts: the subject has at most four counts, in words of the rulebook that are about numbers alone. It returns whether
// it has any.
func (b *body) counts(news string) bool {
	if news == "" {
		return false
	}
	said := strings.Split(news, ", ")
	for _, s := range said {
		if n, is := leading(s); !is || !slices.ContainsFunc(b.book.Codes(), func(code string) bool {
			return strings.HasPrefix(code, "news.") && b.book.Say(phrase.P(code, phrase.Num("n", n))) == s
		}) {
			b.bad("has %q in its subject", s)
		}
	}
	if len(said) > 4 {
		b.bad("has %d counts in its subject, %q", len(said), news)
	}
	return true
}

// leading is the number with which a text begins.
func leading(s string) (int, bool) {
	first, _, _ := strings.Cut(s, " ")
	n, err := strconv.Atoi(first)
	return n, err == nil
}

// nonsense returns more bad lines than a mail quotes, for a section whose lines are orders.
func (tb *table) nonsense() string {
	for _, s := range tb.rb.Language().Sections {
		if s.Kind == orders.Lines {
			return "\n$" + string(s.Letter) + strings.Repeat("\nqqq ??? qqq", quotedLines+2) + "\n"
		}
	}
	return ""
}

// body is the text of a mail, with the facts of its report.
type body struct {
	tb    *table
	book  *phrase.Book
	facts *game.Facts
	text  string
	all   string   // as tight returns it
	lines []string // likewise, line by line; "" once an event was found in it
	bad   fail
}

func (tb *table) bodyOf(out game.Outcome, realm int, bad fail) *body {
	b := &body{tb: tb, facts: out.Facts(realm), text: string(out.Report(realm, nil).Summary)}
	b.book = tb.rb.Words(b.facts.Lang)
	b.all = tight(b.text)
	for line := range strings.Lines(b.text) {
		b.lines = append(b.lines, tight(line))
	}
	b.bad = func(format string, args ...any) {
		bad("turn %d: the mail to realm %d "+format+":\n%s", append(append([]any{b.facts.Turn, realm}, args...), b.text)...)
	}
	return b
}

// has reports whether the body says something.
func (b *body) has(what string) bool { return strings.Contains(b.all, tight(what)) }

// undone: lines that were not done are quoted as they were written, with all reasons, up to five of them. So are up to
// five that were only partly done. If there are more, the body says how many, and undone returns true.
func (b *body) undone(written []string) (many bool) {
	for _, partly := range []bool{false, true} {
		lines, told := 0, 0
		for _, r := range b.facts.Refused {
			if r.Partly != partly {
				continue
			}
			if r.Line == 0 || r.Line != told {
				lines, told = lines+1, r.Line
			}
			if lines > quotedLines {
				continue
			}
			// the quoted line may have the name at the head of its reason
			if _, bare, named := strings.Cut(r.Text, ": "); !b.has(r.Text) && !(named && b.has(bare)) {
				b.bad("does not say of line %d %q", r.Line, r.Text)
			}
			if r.Line > 0 && r.Line <= len(written) && !b.has(start(orders.Legible(orders.CutComment(written[r.Line-1])))) {
				b.bad("does not quote line %d, %q", r.Line, written[r.Line-1])
			}
		}
		if more := lines - quotedLines; more > 0 {
			many = true
			if said := b.book.Say(phrase.P("letter.more-lines", phrase.Num("n", more))); !b.has(said) {
				b.bad("does not say that %d more lines were not done", more)
			}
		}
	}
	return many
}

// quoted: the report has each line that was not done, or only partly, as it was written, after its last reason. White
// space does not count.
func (b *body) quoted(report string, written []string) {
	for _, partly := range []bool{false, true} {
		var undone []game.FactRefused
		for _, r := range b.facts.Refused {
			if r.Partly == partly {
				undone = append(undone, r)
			}
		}
		for i, r := range undone {
			if r.Line == 0 || r.Line > len(written) || i+1 < len(undone) && undone[i+1].Line == r.Line {
				continue
			}
			line := start(orders.Legible(orders.CutComment(written[r.Line-1])))
			if !strings.Contains(report, tight(r.Text+line)) {
				b.bad("comes with a report that does not quote line %d, %q, behind %q", r.Line, line, r.Text)
			}
		}
	}
}

// writtenBy returns the lines of a realm's sheet.
func writtenBy(sheets []game.Sheet, realm int) []string {
	for _, s := range sheets {
		if s.Realm == realm {
			return orders.Split(s.Text)
		}
	}
	return nil
}

// start returns the part of a long line that must be quoted.
func start(line string) string {
	if r := []rune(strings.TrimSpace(line)); len(r) > 60 {
		return string(r[:60])
	}
	return line
}

// letters: the body names the sender of each letter and quotes how it begins, up to twenty of them.
func (b *body) letters() {
	for _, l := range b.facts.Letters[:min(len(b.facts.Letters), 20)] {
		first := []rune(strings.TrimSpace(orders.Legible(l.Text)))
		if first = first[:min(len(first), 200)]; !b.has(l.Name) || !b.has(string(first)) {
			b.bad("does not quote %q of %q", string(first), l.Name)
		}
	}
}

// stands: the body says what is in the treasury, and the place.
func (b *body) stands() {
	numbers := numbersIn(b.text)
	for _, m := range b.facts.Money {
		if m.Kind == "treasury" && !numbers[digits(m.Amount)] {
			b.bad("does not say that %s is %d", m.Text, m.Amount)
		}
	}
	if b.facts.Standings == nil {
		return
	}
	for _, r := range b.facts.Standings.Rows {
		said := ranked(b.book, r.Place, len(b.facts.Standings.Rows))
		if r.Realm == b.facts.Realm.Number && r.Place > 0 && !b.has(said) {
			b.bad("does not say %q", said)
		}
	}
}

// ranked returns the sentence about a realm's place among that many.
func ranked(book *phrase.Book, place, of int) string {
	return book.Say(phrase.P("letter.place", phrase.Num("place", place), phrase.Num("of", of)))
}
