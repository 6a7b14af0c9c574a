package sender

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Answer answers a letter with orders, and ends its steps. The step at which that ended has filled the receipt. What is
// known of the letter and of the turn is added here, and the answer is queued, if its limit allows it. If to is "",
// nothing is sent: the game master has no address. The address aside, from which it came, only hears whether
// the letter was accepted, and what became of the words beside the orders.
func (s Sender) Answer(r receipt.Receipt, to, aside string, within limits.Limit) (*world.Ending, error) {
	merges := s.Letter.Door != "" && within == limits.Receipts // they go to the address at the limit, too
	mails := to != "" && (merges || s.MayAnswer(within, "", r.Realm, to))
	if !mails && s.Letter.Door == "" {
		return s.Ended(r.Acceptance), nil
	}
	here, _ := s.Current.Realm(r.Realm)
	here.Lang = cmp.Or(here.Lang, s.World.Settings.Lang)
	book, set := wording.Words(here.Lang), s.World.Settings
	r.Answered, r.Turn, r.At, r.Here, r.Called = mails, s.Current.Turn, s.At, here, notices.Called(s.World.Setup, here)
	r.Game = receipt.Context{Name: set.Name, Address: set.Address, Zone: set.Zone, Rules: s.World.Rules,
		World: s.Current.World}
	r.Letter = receipt.LetterText{Text: s.Text, Part: s.Letter.Part, Charset: s.Letter.Charset, Notes: s.notes(),
		DroppedErrors: s.File.DroppedErrors, DroppedWarnings: s.File.DroppedWarnings}
	e := outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: r.Realm, Turn: r.Turn, To: to,
		Subject: r.Subject(book)}, ToName: ToName(s.Session, here, to), Again: s.Again}
	if !r.Waited.IsZero() {
		e.About = outbox.AboutBegun
	}
	d := outbox.Draft{Answer: true}
	if r.Fate == receipt.Taken && r.Sheet != nil && !r.Withdrawn {
		earlier := sheets.CountReplaced(s.Tx, r.Turn, r.Realm)
		var err error
		if d.Receipt, err = chronicle.Receipt(s.Tx, s.World.Rules.Language(), r.Sheet.Fresh.Sheet, earlier+1,
			s.At); err != nil {
			return nil, err
		}
	}
	if to == s.Letter.From || !r.Fate.Alarms() { // otherwise the letter may be another person's
		s.Thread(&d)
	}
	stands, err := s.World.Overview(s.Tx, s.At, false)
	if err != nil {
		return nil, err
	}
	r.Ready, r.Resumes, r.ByDeadline = stands.Ready, stands.Schedule.Pause.Until, s.World.GoesByDeadline(s.Current.World)
	if r.Fate.Refuses() {
		r.Stood, _ = s.World.Cache.Sheet(s.Tx, r.Turn, r.Realm)
	}
	if err := store.Guarded(func() {
		if r.Fate.Alarms() && !r.Stood.At.IsZero() {
			r.Checked = s.Current.World.Check(r.Stood.Sheet)
			r.Checked.Problems, r.Checked.From = nil, 0 // those of the sheet in force: its own receipt has shown them
		}
		d.Text = r.Page(book)
	}); err != nil {
		return nil, err
	}
	if within == limits.Replies && s.LastReply(r.Realm) {
		d.Text += book.T("answers-last") + "\n"
	}
	if s.Letter.Door != "" {
		if r.Said = d.Text; r.Fate.Alarms() { // whoever has the link need not be told more
			r.Said = book.Say(r.Reason)
		}
	}
	switch {
	case !mails:
		return s.Ended(r.Acceptance), nil
	case merges:
		s.merge(e, d, r.Fate == receipt.Taken || r.Fate == receipt.Ahead, r.Ready)
		return s.Ended(r.Acceptance), nil
	}
	outbox.Open(s.Tx).AddText(e, d, s.At)
	if aside != "" && limits.Verdicts.Allow(s.Tx, s.At, limits.OfMail(aside)) &&
		limits.VerdictsOfOne.Allow(s.Tx, s.At, limits.OfRealm(r.Realm)) {
		// From may be forged, and whoever it is has not asked for long letters.
		e.To, e.ToName, e.Stranger = aside, "", true
		d.Text = r.Brief(book, d.Text)
		outbox.Open(s.Tx).AddText(e, d, s.At)
	}
	return s.Ended(r.Acceptance), nil
}

// merge queues the receipt for a letter from the page, see outbox.AddMerged.
func (s Sender) merge(e outbox.Message, d outbox.Draft, changed bool, ready deadlines.Due) {
	sheet, _ := s.World.Cache.Sheet(s.Tx, s.Current.Turn, e.Realm)
	deadline, of := ready.Deadline, limits.OfRealm(e.Realm)
	if !ready.Early.IsZero() {
		deadline = ready.Early
	}
	full := !limits.Receipts.Room(s.Tx, s.At, of, 1)
	if outbox.Open(s.Tx).AddMerged(e, d, changed, sheet.Good, full, deadline, s.At) && !full {
		limits.Receipts.Count(s.Tx, s.At, of)
	}
}

// fromPage is the remark that a letter did not come by mail: whoever reads the answer may not have sent it.
const fromPage = "note.page"

// PageNote is that remark at the end of an answer; "" if the letter came by mail.
func (s Sender) PageNote(book *phrase.Book) string {
	if s.Letter.Door == "" {
		return ""
	}
	return book.T(fromPage) + "\n"
}

// notes are the remarks about the letter that its answer has.
func (s Sender) notes() []phrase.Phrase {
	if s.Letter.Door == "" {
		return s.Letter.Notes
	}
	return slices.Concat([]phrase.Phrase{phrase.P(fromPage)}, s.Letter.Notes)
}

// Send queues a letter that the sender's letter has caused, and returns its number. The subject gets the world's name,
// the turn and a mask for a code as arguments. What goes to where the sender wrote from is an answer in that
// conversation.
func (s Sender) Send(e outbox.Message, subject phrase.Phrase, t *wording.Text, d outbox.Draft) uint64 {
	subject.Args = append(slices.Clip(subject.Args), phrase.Str("world", s.World.Settings.Name),
		phrase.Num("turn", s.Current.Turn), phrase.Str("token", secrets.Hidden))
	e.Turn, e.Subject, e.Again = s.Current.Turn, t.Book.Say(subject), s.Again
	if d.Answer, d.Text = true, t.Body.String(); address.Same(e.To, s.Letter.From) {
		s.Thread(&d)
		d.Text += s.PageNote(t.Book)
	}
	return outbox.Open(s.Tx).AddText(e, d, s.At)
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
