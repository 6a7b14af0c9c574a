package resolve

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt tells one by one.
const shown = orders.Kept

// notesShown is how many remarks about a mail are kept and told.
const notesShown = 20

// answer queues the answer to the letter, within its limit. Without an address
// (the game master's own sheet, no gm.mail) there is none.
func (in *intake) answer(to string, within limits.Limit) error {
	if to == "" || !in.mayAnswer(within, in.a.Realm, to) {
		return nil
	}
	in.a.Answered = true
	here, _ := in.c.Realm(in.a.Realm)
	if here.Lang == "" {
		here.Lang = in.w.s.Lang
	}
	book := wording.Words(here.Lang)
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: in.a.Realm, Turn: in.c.Turn, To: to},
		ToName: here.Player}
	subject := "subject." + string(in.a.Fate)
	if in.a.Fate == Taken && in.a.NotYet > 0 {
		subject = "subject.taken-not-yet"
	}
	if own := "subject." + in.a.Reason.Code; book.Has(own) {
		subject = own
	}
	e.Subject = book.Say(phrase.P(subject, phrase.Str("world", in.w.s.Name), phrase.Num("turn", in.c.Turn),
		phrase.Num("good", in.a.Good), phrase.Num("bad", in.a.Bad), phrase.Num("later", in.a.NotYet)))
	d := outbox.Draft{Answer: true}
	if to == in.l.From || !in.alarms() { // else it is another person's letter, perhaps
		in.thread(&d)
	}
	stands, err := in.w.overview(in.tx, in.at, false)
	if err != nil {
		return err
	}
	in.ready, in.pause = stands.r, stands.p.pause
	if in.refuses() {
		if in.stood, _, err = in.w.shelf.Sheet(in.tx, in.c.Turn, in.a.Realm); err != nil {
			return err
		}
	}
	if err := store.Guarded(func() { d.Text = in.receipt(here, book) }); err != nil {
		return err
	}
	outbox.In(in.tx).AddText(e, d, in.at)
	if in.aside != "" && limits.Verdicts.Allow(in.tx, in.at, limits.OfMail(in.aside)) &&
		limits.VerdictsOfOne.Allow(in.tx, in.at, limits.OfRealm(in.a.Realm)) {
		// From may be forged, and whoever it is has not asked for pages.
		e.To, e.ToName, e.Stranger = in.aside, "", true
		verdict, _, _ := strings.Cut(d.Text, "\n")
		d.Text = verdict + "\n" + book.T("elsewhere") + "\n"
		outbox.In(in.tx).AddText(e, d, in.at)
	}
	return nil
}

// thread makes a letter an answer to the one that came, in its conversation.
func (in *intake) thread(d *outbox.Draft) {
	d.InReplyTo, d.References = in.l.MessageID, strings.TrimSpace(in.l.References+" "+in.l.MessageID)
}

// mayAnswer counts one more answer to a letter, and tells whether it is within the
// limits. Receipts, of which only a realm's own player can make us send any, are
// not among those that an address gets at most.
func (in *intake) mayAnswer(within limits.Limit, realm int, to string) bool {
	return within.Allow(in.tx, in.at, limits.OfRealm(realm)) &&
		(within == limits.Receipts || limits.Answers.Allow(in.tx, in.at, limits.OfMail(to)) &&
			(in.l.Proof.Domain != "" || limits.AnswersADay.Allow(in.tx, in.at, limits.OfMail(to))))
}

// receipt tells a player what became of his letter: accepted or not in the
// first line, then from where it was read and until when he may mend it, then
// what is wrong, who has no orders, what is new, what is in force and what is
// known of the turn to come.
func (in *intake) receipt(here game.Realm, book *phrase.Book) string {
	t := &wording.Text{Book: book}
	words := in.w.rb.Words(here.Lang)
	counts := []phrase.Arg{phrase.Num("good", in.a.Good), phrase.Num("bad", in.a.Bad)}
	switch {
	case in.a.Fate != Taken:
		t.Say("not-accepted", phrase.Str("reason", book.Say(in.a.Reason)))
	case in.a.Good+in.a.Partial == 0:
		t.Say("accepted-empty")
	case in.a.Bad > 0:
		t.Say("accepted-partly", counts...)
	case in.a.NotYet > 0 || in.has(letter.SeveralTexts):
		t.Say("accepted-good", counts...)
	case in.doubts() > 0:
		t.Say("accepted-doubts", append(counts, phrase.Num("n", in.doubts()))...)
	default:
		t.Say("accepted", counts...)
	}
	if in.a.Partial > 0 {
		t.Say("lines-partial", phrase.Num("n", in.a.Partial))
	}
	if in.a.NotYet > 0 {
		t.Say("lines-not-yet", phrase.Num("n", in.a.NotYet))
	}
	in.others(t)
	if in.alarms() {
		t.Say(in.advice(), phrase.Str("address", in.w.s.Address))
		return t.Body.String()
	}
	if here.Number == 0 {
		t.Line(in.c.World.Title(here.Lang))
	} else {
		t.Line(phrase.Capital(t.Book.Say(phrase.P("realm", in.w.called(here),
			phrase.Str("title", in.c.World.Title(here.Lang))))))
	}
	in.source(t)
	switch {
	case !in.a.Replaced:
	case in.a.Checked.Adds || in.fresh.Text != in.text: // something of the earlier is in force
		t.Say("replaces-named")
	default:
		t.Say("replaces")
	}
	in.time(t)
	if in.later {
		t.Say("deadline-later")
	}
	if in.waitsFor() {
		t.Line(words.Say(in.a.Checked.Holds))
	}
	in.stands(t)
	in.toldMaster(t)
	in.problems(t, words)
	t.Told("head.crossed", in.crossed, words)
	t.Told("head.compared", in.agreed, words)
	if in.a.Fate == Taken || in.a.Fate == Kept {
		c := in.a.Checked
		t.Told("head.idle", c.Idle, words)
		in.changed(t)
		in.inForce(t, words)
		t.Told("head.outlook", c.Outlook, words)
	}
	return t.Body.String()
}

// kinds are the headings under which a receipt tells problems, in this order.
var kinds = []string{"error", "partial", "not-yet", "beware", "warning"}

// kind is the heading of a problem: does the line count, in part, or not at all?
func (in *intake) kind(p orders.Problem) string {
	notYet := p.What.Code == game.NotYet
	switch {
	case (p.Severity == orders.Error || notYet) && in.inPart[p.Line]:
		return "partial"
	case p.Severity == orders.Error:
		return "error"
	case notYet:
		return "not-yet"
	case p.Line == 0:
		return "beware"
	}
	return "warning"
}

// doubts counts the warnings that a receipt tells.
func (in *intake) doubts() int {
	n := in.file.DroppedWarnings
	for _, p := range in.a.Checked.Problems {
		if k := in.kind(p); k == "warning" || k == "beware" {
			n++
		}
	}
	return n
}

// problems tells every bad line: errors first, then what counts in part or not
// yet, what threatens without a line, and what counts perhaps not as it was meant. Headings count lines.
func (in *intake) problems(t *wording.Text, words *phrase.Book) {
	of := map[string][]orders.Problem{}
	for _, p := range in.a.Checked.Problems {
		of[in.kind(p)] = append(of[in.kind(p)], p)
	}
	lines := strings.Split(in.text, "\n")
	left := shown
	for _, kind := range kinds {
		counted := 0 // beyond those kept in words
		switch kind {
		case "error":
			counted = in.file.DroppedErrors
		case "warning":
			counted = in.file.DroppedWarnings
		}
		told := of[kind]
		if len(told)+counted == 0 {
			continue
		}
		t.Head("head."+kind, phrase.Num("n", distinct(told)+counted))
		rest := len(told) + counted
		told = told[:min(len(told), left)]
		for _, p := range told {
			if p.Line == 0 { // of the whole file
				t.Line("  " + words.Say(p.What))
				continue
			}
			t.Say("problem", phrase.Num("line", p.Line), phrase.Num("col", p.Col),
				phrase.Str("what", words.Say(p.What)))
			if p.Line <= len(lines) {
				t.Line("      > " + wording.Cut(strings.TrimSpace(lines[p.Line-1])))
			}
		}
		left -= len(told)
		t.More(rest - len(told))
	}
}

// distinct counts the lines of problems; what is about the whole file counts each.
func distinct(problems []orders.Problem) int {
	seen, n := map[int]bool{}, 0
	for _, p := range problems {
		if p.Line == 0 || !seen[p.Line] {
			n++
		}
		seen[p.Line] = true
	}
	return n
}

// inForce tells what the realm will do as things stand.
func (in *intake) inForce(t *wording.Text, words *phrase.Book) {
	c := in.a.Checked
	switch {
	case len(c.InForce) == 0:
	case in.a.Fate == Kept && !in.keptAt.IsZero():
		t.Head("head.in-force-kept", phrase.Str("when", wording.Moment(t.Book, in.keptAt.In(in.w.s.Zone))))
	default:
		t.Head("head.in-force")
	}
	for _, o := range c.InForce[:min(len(c.InForce), wording.ForcedShown)] {
		if o.Line > 0 && in.a.Fate == Taken && in.fresh.Text == in.text { // else it is another letter's line
			t.Say("in-force", phrase.Num("line", o.Line), phrase.Str("what", wording.SayShort(words, o.What)))
		} else {
			t.Line("  " + wording.SayShort(words, o.What))
		}
	}
	t.More(len(c.InForce) - wording.ForcedShown)
}
