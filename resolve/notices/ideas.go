package notices

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// The first reports have ideas: what the machine would order, with its reasons, as lines to copy.

// The turns of a realm's own for which there are ideas, from 1.
const (
	firstIdeas = 2
	lastIdeas  = 4
)

// mostIdeas is how many ideas a letter has.
const mostIdeas = 4

// idea is a reason, and the orders that go with it, by section.
type idea struct {
	why   []string
	lines map[string][]string
	said  game.Checked // its receipt, once it was checked
}

// advice are ideas for the turn that awaits orders, and what the codes in the letter stand for. It is "" later in the game,
// for a realm that is not asked, for whoever wants none, and where the rules fail at it: the report leaves all the same.
func (b beside) advice() (text string) {
	next, asked := b.end.next, b.end.asked
	n := game.OwnTurn(next, asked.Turn)
	if b.turn == 0 || b.rec.NoAdvice || n < firstIdeas || n > lastIdeas || !slices.Contains(asked.Realms, b.r.Number) {
		return ""
	}
	_ = store.Guarded(func() {
		b.knowing(func(known game.Known) {
			advised := game.Advised(b.World.Rules, known, b.r.Number, asked.Turn, b.Current.Seed, game.Lessons{Now: n, Open: []int{n}})
			text = b.said(b.whole(known, readIdeas(b.World.Rules.Language(), advised)))
			if codes := known.Guide(b.r.Number, b.r.Lang).Codes; codes != nil {
				report, _ := chronicle.ReadReport(b.Tx, b.r.Number, b.turn)
				text += wording.Codes(b.r.Lang, codes, string(report.Summary)+text)
			}
		})
	})
	return text
}

// knowing lends what the realm knows. Where that fails nobody uses it.
func (b beside) knowing(use func(game.Known)) {
	if l, is := chronicle.As[game.Lender](b.end.next); is {
		l.Lend(b.r.Number, use)
		return
	}
	tables, err := b.World.Tables(b.Tx)
	if err != nil {
		return
	}
	if known, err := b.World.Rules.OpenKnown(b.end.next.Known(b.r.Number), tables); err == nil {
		use(known)
	}
}

// readIdeas reads orders of the machine. Comments one below the other are one reason. An order in a comment is a choice for
// who practises, and no idea here.
func readIdeas(l *orders.Language, text string) (all []idea) {
	section, why, above := "", "", false // above: the line before is of a reason
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		said, comment := strings.CutPrefix(line, ";")
		if said = strings.TrimSpace(said); comment {
			f := l.Parse(section + "\n" + said)
			comment = len(f.Lines) == 0 || f.Errors() > 0
		}
		switch {
		case comment && above:
			why += " " + said
		case comment:
			why = said
		case line == "", line[0] == ';':
		case line[0] == '$':
			section, why = line, ""
		case why == "", section == "$S": // how somebody wants to play is theirs to decide
		case len(all) > 0 && all[len(all)-1].why[0] == why:
			last := all[len(all)-1]
			last.lines[section] = append(last.lines[section], line)
		default:
			all = append(all, idea{why: []string{why}, lines: map[string][]string{section: {line}}})
		}
		above = comment
	}
	return all
}

// whole are ideas each of which counts by itself: one that needs another, as the march of men who have to be raised,
// becomes a part of that. Others are left out.
func (b beside) whole(known game.Known, all []idea) (out []idea) {
	for _, next := range all {
		if b.counts(known, &next) {
			out = append(out, next)
			continue
		}
		for i := len(out) - 1; i >= 0; i-- {
			if both := out[i].with(next); b.counts(known, &both) {
				out[i] = both
				break
			}
		}
	}
	return out[:min(len(out), mostIdeas)]
}

// with are two ideas in one, with each reason once.
func (i idea) with(more idea) idea {
	both := idea{why: slices.Clone(i.why), lines: map[string][]string{}}
	for _, why := range more.why {
		if !slices.Contains(both.why, why) {
			both.why = append(both.why, why)
		}
	}
	for _, part := range []idea{i, more} {
		for section, lines := range part.lines {
			both.lines[section] = append(slices.Clone(both.lines[section]), lines...)
		}
	}
	return both
}

// counts reports whether the receipt of an idea has no error and no warning. What the realm knows is as good for that as the
// world, and small.
func (b beside) counts(known game.Known, i *idea) bool {
	i.said = known.Check(game.Sheet{Realm: b.r.Number, Turn: b.end.asked.Turn,
		Text: strings.Join(i.sheet(b.World.Rules.Language()), "\n")})
	return len(i.said.Problems) == 0
}

// sheet are the lines of an idea, in the order of the language's sections.
func (i idea) sheet(l *orders.Language) (out []string) {
	for _, s := range l.Sections {
		section := "$" + string(rune(s.Letter))
		if lines := i.lines[section]; len(lines) > 0 {
			out = append(append(out, section), lines...)
		}
	}
	return out
}

// priced are the lines of an idea. Behind those that cost something is what the receipt says of it, with the price.
func (b beside) priced(i idea) []string {
	lines, said := i.sheet(b.World.Rules.Language()), i.said
	for _, cost := range said.Ledger {
		at := slices.IndexFunc(said.InForce, func(o game.InForce) bool {
			return o.Line == cost.Line && slices.ContainsFunc(o.What.Args, func(a phrase.Arg) bool {
				return a.Kind == phrase.Number && a.N == -cost.Amount
			})
		})
		if cost.Line > 0 && at >= 0 {
			lines[cost.Line-1] += " ; " + strings.TrimSuffix(wording.SayShort(b.World.Rules.Words(b.r.Lang), said.InForce[at].What), ".")
		}
	}
	return lines
}

// said puts ideas into words.
func (b beside) said(all []idea) string {
	if len(all) == 0 {
		return ""
	}
	t := &wording.Text{Book: wording.Words(b.r.Lang)}
	t.Line("")
	t.Say("ideas-head", phrase.Str("title", b.end.next.Title(b.r.Lang)))
	t.Line("")
	for _, i := range all {
		t.Line("- " + strings.Join(i.why, " "))
		for _, line := range b.priced(i) {
			t.Line("    " + line)
		}
	}
	return t.Body.String()
}
