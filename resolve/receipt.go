package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt tells one by one.
const shown = orders.Kept

// notesShown is how many remarks about a mail are kept and told.
const notesShown = 20

// receipt is the answer to a letter with orders. It is made of the step that its way ended at, and
// adds how the turn stands after it. It leaves as a letter to the player, within its limit.
type receipt struct {
	sender
	Acceptance
	registered bool                  // the letter comes from an address of its realm
	byHand     bool                  // the game master has entered it
	heard      besides               // what became of what the letter says besides
	went       []went                // messages to the game master
	lines      lines                 // of the letter; none of one that was not judged
	sheet      *sheet                // nil if the letter's orders are not in force
	stood      chronicle.SheetRecord // what stays in force; nothing if there was nothing

	ready pace.Due   // of the turn, after the letter
	pause pace.Pause // of the world
}

// receipt is the receipt for an author's letter.
func (a author) receipt(of Acceptance) receipt {
	return receipt{sender: a.sender, Acceptance: of, registered: a.registered, byHand: a.byHand, heard: a.heard}
}

// receive sends the receipt for an author's letter: to the sender if his address is the realm's,
// else to the realm's first; then the sender is told the verdict alone, aside.
func (a author) receive(r receipt) (*ending, error) {
	home, aside := "", ""
	if len(a.rec.Mail) > 0 {
		home = a.rec.Mail[0]
	}
	switch {
	case !a.letter.MayAnswer || a.byHand || roster.ProperMail(a.letter.From) != nil:
	case a.registered:
		home = a.letter.From
	default:
		aside = a.letter.From
	}
	return r.send(home, aside, limits.Receipts)
}

// end ends the way of the letter, with or without an answer.
func (r receipt) end() *ending {
	end := r.ended(r.Acceptance)
	end.byHand = r.byHand
	return end
}

// send queues the answer, within its limit, and ends the way of the letter. Without an address
// (the game master's own sheet, no gm.mail) there is none.
func (r receipt) send(to, aside string, within limits.Limit) (*ending, error) {
	if to == "" || !r.mayAnswer(within, r.Realm, to) {
		return r.end(), nil
	}
	r.Answered = true
	here, _ := r.current.Realm(r.Realm)
	if here.Lang == "" {
		here.Lang = r.world.settings.Lang
	}
	book := wording.Words(here.Lang)
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: r.Realm, Turn: r.current.Turn,
		To: to, Subject: r.subject(book)}, ToName: here.Player}
	d := outbox.Draft{Answer: true}
	if to == r.letter.From || !r.Fate.alarms() { // else it is another person's letter, perhaps
		r.thread(&d)
	}
	stands, err := r.world.overview(r.tx, r.at, false)
	if err != nil {
		return nil, err
	}
	r.ready, r.pause = stands.ready, stands.schedule.Pause
	if r.Fate.refuses() {
		if r.stood, _, err = r.world.shelf.Sheet(r.tx, r.current.Turn, r.Realm); err != nil {
			return nil, err
		}
	}
	if err := store.Guarded(func() { d.Text = r.page(here, book) }); err != nil {
		return nil, err
	}
	if within == limits.Replies && r.lastReply(r.Realm) {
		d.Text += book.T("answers-last") + "\n"
	}
	outbox.In(r.tx).AddText(e, d, r.at)
	if aside != "" && limits.Verdicts.Allow(r.tx, r.at, limits.OfMail(aside)) &&
		limits.VerdictsOfOne.Allow(r.tx, r.at, limits.OfRealm(r.Realm)) {
		// From may be forged, and whoever it is has not asked for pages.
		e.To, e.ToName, e.Stranger = aside, "", true
		first, _, _ := strings.Cut(d.Text, "\n")
		d.Text = first + "\n" + book.T("elsewhere") + "\n"
		outbox.In(r.tx).AddText(e, d, r.at)
	}
	return r.end(), nil
}

// subject is that of the answer.
func (r receipt) subject(book *phrase.Book) string {
	code := "subject." + string(r.Fate)
	if r.Fate == Taken && r.NotYet > 0 {
		code = "subject.taken-not-yet"
	}
	if own := "subject." + r.Reason.Code; book.Has(own) {
		code = own
	}
	return book.Say(phrase.P(code, phrase.Str("world", r.world.settings.Name), phrase.Num("turn", r.current.Turn),
		phrase.Num("good", r.Good), phrase.Num("bad", r.Bad), phrase.Num("later", r.NotYet)))
}

// whole tells whether the letter's text, and no other, is in force.
func (r receipt) whole() bool { return r.sheet != nil && r.sheet.whole() }

// page tells a player what became of his letter: accepted or not in the
// first line, then from where it was read and until when he may mend it, then
// what is wrong, who has no orders, what is new, what is in force and what is
// known of the turn to come.
func (r receipt) page(here game.Realm, book *phrase.Book) string {
	t := &wording.Text{Book: book}
	words := r.world.rulebook.Words(here.Lang)
	counts := []phrase.Arg{phrase.Num("good", r.Good), phrase.Num("bad", r.Bad)}
	switch {
	case r.Fate != Taken:
		t.Say("not-accepted", phrase.Str("reason", book.Say(r.Reason)))
	case r.Good+r.Partial == 0:
		t.Say("accepted-empty")
	case r.Bad > 0:
		t.Say("accepted-partly", counts...)
	case r.doubts() > 0 && r.NotYet == 0 && !r.has(letter.SeveralTexts):
		t.Say("accepted-doubts", append(counts, phrase.Num("n", r.doubts()))...)
	case r.NotYet > 0 || r.has(letter.SeveralTexts) || len(r.lines.onlyIf) > 0:
		t.Say("accepted-good", counts...)
	default:
		t.Say("accepted", counts...)
	}
	if r.Partial > 0 {
		t.Say("lines-partial", phrase.Num("n", r.Partial))
	}
	if len(r.lines.onlyIf) > 0 && r.Fate == Taken {
		t.Say("lines-if", phrase.Num("n", len(r.lines.onlyIf)))
	}
	if r.NotYet > 0 {
		t.Say("lines-not-yet", phrase.Num("n", r.NotYet))
	}
	r.others(t)
	if r.Fate.alarms() {
		t.Say(r.Fate.advice(), phrase.Str("address", r.world.settings.Address))
		return t.Body.String()
	}
	if here.Number == 0 {
		t.Line(r.current.World.Title(here.Lang))
	} else {
		t.Line(phrase.Capital(t.Book.Say(phrase.P("realm", r.world.called(here),
			phrase.Str("title", r.current.World.Title(here.Lang))))))
	}
	r.source(t)
	switch {
	case !r.Replaced:
	case r.Checked.Adds || !r.whole(): // something of the earlier is in force
		t.Say("replaces-named")
	default:
		t.Say("replaces")
	}
	r.time(t)
	if r.sheet != nil && r.sheet.accord.later {
		t.Say("deadline-later")
	}
	if r.waitsFor() {
		t.Line(words.Say(r.Checked.Holds))
	}
	r.stands(t)
	r.toldMaster(t)
	r.problems(t, words)
	if r.sheet != nil {
		t.Told("head.crossed", r.sheet.accord.crossed, words)
		t.Told("head.compared", r.sheet.accord.agreed, words)
	}
	if r.Fate == Taken || r.Fate == Kept {
		c := r.Checked
		t.Told("head.idle", c.Idle, words)
		r.changed(t)
		r.inForce(t, words)
		t.Told("head.outlook", c.Outlook, words)
	}
	return t.Body.String()
}

// kinds are the headings under which a receipt tells problems, in this order.
var kinds = []string{"error", "partial", "if", "not-yet", "beware", "warning"}

// doubts counts the warnings that a receipt tells.
func (r receipt) doubts() int {
	n := r.file.DroppedWarnings
	for _, p := range r.Checked.Problems {
		if k := r.lines.kind(p); k == "warning" || k == "beware" {
			n++
		}
	}
	return n
}

// problems tells every bad line: errors first, then what counts in part or not
// yet, what threatens without a line, and what counts perhaps not as it was meant. Headings count lines.
func (r receipt) problems(t *wording.Text, words *phrase.Book) {
	of := map[string][]orders.Problem{}
	for _, p := range r.Checked.Problems {
		of[r.lines.kind(p)] = append(of[r.lines.kind(p)], p)
	}
	lines := strings.Split(r.text, "\n")
	left := shown
	for _, kind := range kinds {
		counted := 0 // beyond those kept in words
		switch kind {
		case "error":
			counted = r.file.DroppedErrors
		case "warning":
			counted = r.file.DroppedWarnings
		}
		told := of[kind]
		if len(told)+counted == 0 {
			continue
		}
		t.Head("head."+kind, phrase.Num("n", distinct(told)+counted))
		rest := len(told) + counted
		told = told[:min(len(told), left)]
		for i, p := range told {
			if p.Line == 0 { // of the whole file
				t.Line("  " + words.Say(p.What))
				continue
			}
			t.Say("problem", phrase.Num("line", p.Line), phrase.Num("col", p.Col),
				phrase.Str("what", words.Say(p.What)))
			last := i == len(told)-1 || told[i+1].Line != p.Line
			if last && p.Line <= len(lines) {
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
func (r receipt) inForce(t *wording.Text, words *phrase.Book) {
	forced := slices.DeleteFunc(slices.Clone(r.Checked.InForce),
		func(o game.InForce) bool { return o.What.Code == game.WillIf }) // told with the condition
	switch {
	case len(forced) == 0:
	case r.Fate == Kept && !r.stood.At.IsZero():
		t.Head("head.in-force-kept", phrase.Str("when", wording.Moment(t.Book, r.stood.At.In(r.world.settings.Zone))))
	default:
		t.Head("head.in-force")
	}
	for _, o := range forced[:min(len(forced), wording.ForcedShown)] {
		if o.Line > 0 && r.Fate == Taken && r.whole() { // else it is another letter's line
			t.Say("in-force", phrase.Num("line", o.Line), phrase.Str("what", wording.SayShort(words, o.What)))
		} else {
			t.Line("  " + wording.SayShort(words, o.What))
		}
	}
	t.More(len(forced) - wording.ForcedShown)
}
