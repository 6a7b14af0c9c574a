package sent

import (
	"slices"
	"strings"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Answer is the answer to a letter with orders. It is a receipt, filled by the step at which the letter's way ended,
// together with the sender. Send adds when the turn is resolved, and queues the answer within its limit.
type Answer struct {
	from Sender
	receipt.Receipt
}

// Answer begins the answer to the sender.
func (s Sender) Answer(of receipt.Acceptance) Answer {
	of.Turn = s.Current.Turn
	set := s.World.Settings
	return Answer{from: s, Receipt: receipt.Receipt{Acceptance: of, At: s.At,
		Game: receipt.Game{Name: set.Name, Address: set.Address, Zone: set.Zone, Rules: s.World.Rules,
			World: s.Current.World},
		Letter: receipt.Letter{Text: s.Text, Part: s.Letter.Part, Charset: s.Letter.Charset, Notes: s.Letter.Notes,
			DroppedErrors: s.File.DroppedErrors, DroppedWarnings: s.File.DroppedWarnings}}}
}

// End ends the way of the letter.
func (r Answer) End() *world.Ending {
	end := r.from.Ended(r.Acceptance)
	end.ByHand = r.ByHand
	return end
}

// Send queues the answer, if its limit allows it, and ends the way of the letter. If to is "", nothing is sent: the
// game master has entered the orders, or has no address. The address aside only hears whether the letter was accepted.
func (r Answer) Send(to, aside string, within limits.Limit) (*world.Ending, error) {
	if to == "" || !r.from.MayAnswer(within, "", r.Realm, to) {
		return r.End(), nil
	}
	r.Answered = true
	here, _ := r.from.Current.Realm(r.Realm)
	if here.Lang == "" {
		here.Lang = r.from.World.Settings.Lang
	}
	book := wording.Words(here.Lang)
	r.Here, r.Called = here, letters.Called(r.from.World.Setup, here)
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: r.Realm, Turn: r.from.Current.Turn,
		To: to, Subject: r.Subject(book)}, ToName: ToName(r.from.Session, here, to)}
	if !r.Waited.IsZero() {
		e.About = outbox.AboutBegun
	}
	d := outbox.Draft{Answer: true}
	if r.Fate == receipt.Taken && r.Sheet != nil && !r.Withdrawn {
		earlier := sheets.CountReplaced(r.from.Tx, r.from.Current.Turn, r.Realm)
		var err error
		if d.Receipt, err = chronicle.Receipt(r.from.Tx, r.from.World.Rules.Language(), r.Sheet.Fresh.Sheet, earlier+1,
			r.At); err != nil {
			return nil, err
		}
	}
	if to == r.from.Letter.From || !r.Fate.Alarms() { // otherwise the letter may be another person's
		r.from.Thread(&d)
	}
	stands, err := r.from.World.Overview(r.from.Tx, r.At, false)
	if err != nil {
		return nil, err
	}
	ready := stands.Ready
	r.Next = receipt.Next{Due: ready.Due, Held: ready.Held, Early: ready.Early, Ends: ready.Ends(),
		ByHand: ready.ByHand(), Paused: ready.Paused(), Deadline: ready.Deadline, Resumes: stands.Schedule.Pause.Until,
		ByDeadline: r.from.World.GoesByDeadline(r.from.Current.World)}
	if r.Fate.Refuses() {
		r.Stood, _ = r.from.World.Shelf.Sheet(r.from.Tx, r.from.Current.Turn, r.Realm)
	}
	if err := store.Guarded(func() {
		if r.Fate.Alarms() && !r.Stood.At.IsZero() {
			r.Checked = r.from.Current.World.Check(r.Stood.Sheet)
			r.Checked.Problems, r.Checked.From = nil, 0 // those of the sheet in force: its own receipt has shown them
		}
		d.Text = r.Page(book)
	}); err != nil {
		return nil, err
	}
	if within == limits.Replies && r.from.LastReply(r.Realm) {
		d.Text += book.T("answers-last") + "\n"
	}
	outbox.In(r.from.Tx).AddText(e, d, r.At)
	if aside != "" && limits.Verdicts.Allow(r.from.Tx, r.At, limits.OfMail(aside)) &&
		limits.VerdictsOfOne.Allow(r.from.Tx, r.At, limits.OfRealm(r.Realm)) {
		// From may be forged, and whoever it is has not asked for long letters.
		e.To, e.ToName, e.Stranger = aside, "", true
		first, _, _ := strings.Cut(d.Text, "\n")
		d.Text = first + "\n" + book.T("elsewhere") + "\n"
		outbox.In(r.from.Tx).AddText(e, d, r.At)
	}
	return r.End(), nil
}

// Budget returns whose limit applies to this letter: proven letters have a limit of their own.
func (s Sender) Budget(of limits.Whose) limits.Whose {
	if s.Proved() {
		return of.Proven()
	}
	return of
}

// WordBudget is Budget for one of the words that a letter may say.
func (s Sender) WordBudget(of limits.Whose, word string) limits.Whose { return s.Budget(of.Word(word)) }

// MayAnswer counts one more answer to a letter, and reports whether it is within the limits. word is the word of ours
// that the letter says, or "". Only a realm's own player can cause receipts, so they do not count in an address's own
// limit. Each word has a share of its own, so that unproven letters with one word cannot use up all the answers.
func (s Sender) MayAnswer(within limits.Limit, word string, realm int, to string) bool {
	of, mail := limits.OfRealm(realm), limits.OfMail(to)
	if within == limits.Receipts {
		return within.Allow(s.Tx, s.At, of)
	}
	if word != "" {
		of = of.Word(word)
	} else {
		word = within.Name()
	}
	proved := s.Proved()
	if within == limits.Alarms || within == limits.Throttles {
		// A signature proves who sent the letter. That is the player whom the alarm is for only if the realm is theirs.
		proved = s.Letter.Proof.Domain != "" && slices.Contains(s.Own, realm)
	}
	if proved {
		of = of.Proven()
	}
	switch {
	case !within.Allow(s.Tx, s.At, of):
		return false
	case proved:
		return limits.Answers.Allow(s.Tx, s.At, mail.Proven())
	}
	return limits.Answers.Allow(s.Tx, s.At, mail) && limits.AnswersADay.Allow(s.Tx, s.At, mail) ||
		limits.WordsADay.Allow(s.Tx, s.At, mail.Word(word))
}

// LastReply reports whether a reply that is within the limit is the last one in this hour.
func (s Sender) LastReply(realm int) bool {
	return limits.Replies.Counted(s.Tx, s.At, s.Budget(limits.OfRealm(realm))) == limits.Replies.Most()
}

// LastService is LastReply for answers to one of the words.
func (s Sender) LastService(realm int, word string) bool {
	return limits.Services.Counted(s.Tx, s.At, s.WordBudget(limits.OfRealm(realm), word)) == limits.Services.Most()
}

// MayMailMaster counts one more letter to the game master, and reports whether it is sent at once. Unproven letters
// have a daily limit, and each word has a few more beyond it.
func (s Sender) MayMailMaster(of limits.Whose, word string) bool {
	return s.Proved() || limits.MasterMail.Allow(s.Tx, s.At, limits.TheWorld) ||
		limits.WordsADay.Allow(s.Tx, s.At, of.Word(word))
}
