package cases

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Played is a turn to compare cases with.
type Played struct {
	World   game.World // before the turn
	Sheets  []game.Sheet
	Outcome game.Outcome
	// Say puts a sentence into words, with the places as the realm counts them.
	Say func(realm int, lang phrase.Lang, what phrase.Phrase) string
}

// Hold compares all sections of a case with a turn, and its refusals with the receipts. told returns what the rulebook
// says for the head of a section, and false if it does not know the section. The sections in given are only used to
// make the world or its sheets.
func (c *Case) Hold(p Played, told func(Head) (string, bool), given ...string) {
	c.Test.Helper()
	Foretold(c.Test, p, func(what string, realm int) string { return c.Text(fmt.Sprint(what, " ", realm)) })
	for _, s := range c.Sections {
		h := c.head(s)
		if slices.Contains(given, h.What) {
			continue
		}
		if got, known := told(h); known {
			c.hold(s.Name, got, s.Text)
			continue
		}
		switch h.What {
		case "tables", "world", "orders", "problems", "unforeseen", "edits":
		case "told":
			c.hold(s.Name, c.told(p, h.Realm), s.Text)
		case "check":
			c.hold(s.Name, p.receipt(h.Realm, phrase.De), s.Text)
		case "check.en":
			c.hold(s.Name, p.receipt(h.Realm, phrase.En), s.Text)
		case "report":
			c.passage(s, string(p.Outcome.Report(h.Realm, nil).Text))
		case "short": // for a realm that was shown report 0 of the world before
			shown := &game.Shown{}
			p.World.Welcome(h.Realm, shown)
			c.passage(s, string(p.Outcome.Report(h.Realm, shown).Text))
		case "summary":
			c.passage(s, string(p.Outcome.Report(h.Realm, nil).Summary))
		case "absent":
			text := string(p.Outcome.Report(h.Realm, nil).Text)
			for line := range strings.SplitSeq(s.Text, "\n") {
				if strings.Contains(text, line) {
					c.Test.Errorf("the report of realm %d has %q:\n%s", h.Realm, line, text)
				}
			}
		default:
			c.Test.Fatalf("section %q", s.Name)
		}
	}
}

func (c *Case) passage(s Section, text string) {
	c.Test.Helper()
	if !stands(text, s.Text) {
		c.Test.Errorf("-- %s -- has no passage\n%s\n-- it is --\n%s", s.Name, s.Text, text)
	}
}

// stands reports whether a text has these lines as whole lines. The first may be indented.
func stands(text, lines string) bool {
	text, lines = text+"\n", lines+"\n"
	for from := 0; ; from++ {
		at := strings.Index(text[from:], lines)
		if at < 0 {
			return false
		}
		from += at
		if strings.TrimSpace(text[strings.LastIndexByte(text[:from], '\n')+1:from]) == "" {
			return true
		}
	}
}

// Foretold compares a turn with the receipts (law 8). The receipt must have named what the turn refuses, and the turn
// must have refused what the receipt called bad. Lines whose numbers are in the section `unforeseen` are exceptions of
// the first. World, Sheets, Say and the Outcome's Refused are enough.
func Foretold(t *testing.T, p Played, section func(what string, realm int) string) {
	t.Helper()
	for _, s := range p.Sheets {
		checked, refused := p.World.Check(s), p.Outcome.Refused(s.Realm)
		excused := strings.Fields(section("unforeseen", s.Realm))
		for _, r := range refused {
			named := slices.ContainsFunc(checked.Problems, func(q orders.Problem) bool { return q.Line == r.Line })
			if named == slices.Contains(excused, fmt.Sprint(r.Line)) {
				t.Errorf("realm %d: the turn refused line %d (%s); named in the receipt: %t", s.Realm, r.Line,
					p.Say(s.Realm, phrase.De, r.What), named)
			}
		}
		for _, r := range checked.Undone(refused) {
			t.Errorf("realm %d: the receipt called line %d bad (%s), and the turn did it", s.Realm, r.Line,
				p.Say(s.Realm, phrase.De, r.What))
		}
	}
}

// receipt returns a realm's receipt, one line each.
func (p Played) receipt(realm int, lang phrase.Lang) string {
	var b strings.Builder
	say := func(what phrase.Phrase) string { return p.Say(realm, lang, what) }
	for _, s := range p.Sheets {
		if s.Realm != realm {
			continue
		}
		checked := p.World.Check(s)
		b.WriteString(listed(checked.Problems, say))
		for _, f := range checked.InForce {
			fmt.Fprintf(&b, "%d %s\n", f.Line, say(f.What))
		}
		for _, what := range slices.Concat(checked.Idle, checked.Outlook) {
			fmt.Fprintf(&b, "%s\n", say(what))
		}
	}
	return b.String()
}

// listed returns problems, one line each.
func listed(problems []orders.Problem, say func(phrase.Phrase) string) string {
	var b strings.Builder
	for _, p := range problems {
		mark := "!"
		if p.Severity == orders.Warning {
			mark = "?"
		}
		fmt.Fprintf(&b, "%d%s %s\n", p.Line, mark, say(p.What))
	}
	return b.String()
}

// Master returns what the game master is told: messages with their senders, and alarms.
func (p Played) Master() string {
	var b strings.Builder
	for _, n := range p.Outcome.ToMaster() {
		if n.Text != "" {
			fmt.Fprintf(&b, "%d: %s\n", n.Realm, n.Text)
			continue
		}
		fmt.Fprintf(&b, "%s\n", p.Say(0, phrase.De, n.What))
	}
	return b.String()
}
