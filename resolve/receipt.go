package resolve

import (
	"strings"

	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// answer is the receipt of a letter, at the desk. It is made of the step that its way ended at, and
// adds how the turn stands after it. It leaves as a letter to the player, within its limit.
type answer struct {
	sender
	receipt.Receipt
}

// receipt is what the sender hears of his letter.
func (s sender) receipt(of Acceptance) answer {
	of.Turn = s.current.Turn
	set := s.world.settings
	return answer{sender: s, Receipt: receipt.Receipt{Acceptance: of, At: s.at,
		Game: receipt.Game{Name: set.Name, Address: set.Address, Zone: set.Zone, Rules: s.world.rulebook,
			World: s.current.World},
		Letter: receipt.Letter{Text: s.text, Part: s.letter.Part, Charset: s.letter.Charset, Notes: s.letter.Notes,
			DroppedErrors: s.file.DroppedErrors, DroppedWarnings: s.file.DroppedWarnings}}}
}

// receipt is the receipt for an author's letter.
func (a author) receipt(of Acceptance) answer {
	r := a.sender.receipt(of)
	r.Registered, r.ByHand = a.registered, a.byHand
	r.Waited = a.waited
	r.Besides = receipt.Besides{Went: a.heard.at, Refused: a.heard.fate == besidesRefused}
	return r
}

// receive sends the receipt for an author's letter: to the sender if his address is the realm's,
// else to the realm's first; then the sender is told the verdict alone, aside.
func (a author) receive(r answer) (*ending, error) {
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
func (r answer) end() *ending {
	end := r.ended(r.Acceptance)
	end.byHand = r.ByHand
	return end
}

// send queues the answer, within its limit, and ends the way of the letter. Without an address
// (the game master's own sheet, no gm.mail) there is none.
func (r answer) send(to, aside string, within limits.Limit) (*ending, error) {
	if to == "" || !r.mayAnswer(within, r.Realm, to) {
		return r.end(), nil
	}
	r.Answered = true
	here, _ := r.current.Realm(r.Realm)
	if here.Lang == "" {
		here.Lang = r.world.settings.Lang
	}
	book := wording.Words(here.Lang)
	r.Here, r.Called = here, r.world.called(here)
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: r.Realm, Turn: r.current.Turn,
		To: to, Subject: r.Subject(book)}, ToName: r.toName(here, to)}
	d := outbox.Draft{Answer: true}
	if to == r.letter.From || !r.Fate.Alarms() { // else it is another person's letter, perhaps
		r.thread(&d)
	}
	stands, err := r.world.overview(r.tx, r.at, false)
	if err != nil {
		return nil, err
	}
	r.stands(stands)
	if r.Fate.Refuses() {
		if r.Stood, _, err = r.world.shelf.Sheet(r.tx, r.current.Turn, r.Realm); err != nil {
			return nil, err
		}
	}
	if err := store.Guarded(func() { d.Text = r.Page(book) }); err != nil {
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

// stands tells the receipt how the turn stands after the letter.
func (r *answer) stands(s overview) {
	r.Next = receipt.Next{Due: s.ready.Due, Held: s.ready.Held, Early: s.ready.Early,
		Waits: s.ready.Waits.Code, Deadline: s.ready.Deadline,
		ByDeadline: r.world.goesByDeadline(r.current.World), Resumes: s.schedule.Pause.Until}
}
