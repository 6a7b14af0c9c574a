package resolve

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// source tells from where the orders were taken and what had to be guessed.
func (r receipt) source(t *wording.Text) {
	if r.byHand {
		t.Say("by-master")
		return
	}
	if r.letter.Part != "" {
		t.Say("read-from", phrase.Str("part", letter.PartName(t.Book, r.letter.Part)),
			phrase.Str("charset", r.letter.Charset))
	}
	for _, n := range r.letter.Notes[:min(len(r.letter.Notes), notesShown)] {
		switch {
		case n.Code == letter.SeveralTexts:
		case n.Code == charsetGuessed && (r.has(charsetWrong) || r.has(charsetUnknown)): // one was declared
		default:
			t.Line("  " + letter.SayNote(t.Book, n))
		}
	}
}

// Remarks about the charset: it was guessed, after what the sender called it was wrong or
// unknown, or where he did not name it.
const (
	charsetGuessed = "note.charset-guessed"
	charsetWrong   = "note.charset-wrong"
	charsetUnknown = "note.charset-unknown"
)

// others warns of orders in parts of the letter that were not read: half of what
// somebody wrote is void. Of another's letter perhaps, nothing is told.
func (r receipt) others(t *wording.Text) {
	if r.Fate.alarms() && !r.registered {
		return
	}
	for _, n := range r.letter.Notes {
		if n.Code == letter.SeveralTexts {
			t.Line(letter.SayNote(t.Book, n))
		}
	}
}

// time tells until when a later letter counts.
func (r receipt) time(t *wording.Text) {
	r.otherPhase(t)
	switch ready := r.ready; {
	case ready.Waits.Code == "waits-over" || ready.Waits.Code == "waits-realms":
	case ready.Waits.Code == "waits-master" && ready.Deadline.IsZero():
		t.Say(r.open("time-master"))
	case ready.Waits.Code == "waits-master":
		t.Say(r.open("time-master-at"), phrase.Str("when", wording.Moment(t.Book, ready.Deadline)))
	case ready.Waits.Code == "waits-paused":
		r.paused(t)
	case ready.Held:
		t.Say(r.open("time-held"))
	case ready.Due && ready.Deadline.After(r.at):
		t.Say("time-now")
	case ready.Due:
		t.Say("time-past", phrase.Str("when", wording.Moment(t.Book, ready.Deadline)))
	case r.Reason.Code == "not-asked":
		t.Say("time-others", phrase.Str("when", wording.Moment(t.Book, ready.Deadline)))
	default:
		t.Say(r.open("time-left"), phrase.Str("when", wording.Moment(t.Book, ready.Deadline)))
	}
}

// otherPhase tells when orders of another mail phase are to be sent again: nothing of
// them is kept. A date is given only where the turn goes by one.
func (r receipt) otherPhase(t *wording.Text) {
	at, turn := r.ready.Deadline, phrase.Num("turn", r.Checked.From)
	switch {
	case r.Checked.From == 0:
	case at.IsZero() || r.ready.Waits.Code == "waits-paused" || !r.world.goesByDeadline(r.current.World):
		t.Say("other-phase", turn)
	default:
		t.Say("other-phase-deadline", turn, phrase.Str("when", wording.Moment(t.Book, at)))
	}
}

// waitsFor tells whether the rules have something to say of what the turn waits for.
func (r receipt) waitsFor() bool {
	inForce := r.Fate == Taken || r.Fate == Kept && !r.stood.At.IsZero()
	return inForce && r.Checked.Holds.Code != "" && !r.ready.Due && !r.ready.Held
}

// paused tells when a paused game's turn is resolved.
func (r receipt) paused(t *wording.Text) {
	if r.pause.Until.IsZero() {
		t.Say(r.open("time-paused"))
		return
	}
	t.Say(r.open("time-paused-until"), phrase.Str("when",
		wording.Moment(t.Book, r.pause.Until.In(r.world.settings.Zone))))
	if r.world.goesByDeadline(r.current.World) {
		t.Say(r.open("time-left"), phrase.Str("when", wording.Moment(t.Book, r.ready.Deadline)))
	}
}

// open is the code of a sentence about the deadline: what a new letter does to this
// one, and where this one is not in force, nothing of that.
func (r receipt) open(code string) string {
	switch {
	case r.Fate != Taken:
		return code + "-open"
	case r.Checked.Adds:
		return code + "-adds"
	}
	return code
}

// stands tells whose letter was refused what counts of him now.
func (r receipt) stands(t *wording.Text) {
	switch s := r.stood; {
	case !r.Fate.refuses():
	case slices.Contains([]string{"game-over", "fallen", "not-asked"}, r.Reason.Code):
	case s.At.IsZero():
		t.Say("stands-none")
	default:
		t.Say("stands", phrase.Str("when", wording.Moment(t.Book, s.At.In(r.world.settings.Zone))),
			phrase.Num("good", s.Good+s.Partial))
	}
}

// wanted is the code of a sentence that asks for orders until a moment. Where the title of the turn ends with what is
// sent in this phase, as in "Round 1 of 6: results", another one does not ask for orders beside it.
func (k *clerk) wanted(code string, world game.World, lang phrase.Lang) string {
	words, phase := k.rulebook.Words(lang), "phase."+world.Asked().Phase
	if words.Has(phase) && strings.HasSuffix(world.Title(lang), ": "+words.T(phase)) {
		return code + "-named"
	}
	return code
}

// called is a realm with its number, by the rulebook's word for realms if it has one: `realm-called`.
func (k *clerk) called(r game.Realm) phrase.Arg {
	words := k.rulebook.Words(r.Lang)
	if !words.Has("realm-called") {
		words = wording.Words(r.Lang)
	}
	return phrase.Str("who", words.Say(phrase.P("realm-called", phrase.Num("realm", r.Number),
		phrase.Str("name", r.Name))))
}

// changesShown is how many lines a receipt names as new, and how many as gone.
const changesShown = 40

// changed tells what the letter's orders change in those it replaces.
func (r receipt) changed(t *wording.Text) {
	if r.sheet == nil || !r.Replaced {
		return
	}
	c := letter.Compare(r.world.rulebook.Language(), r.sheet.earlier.Sheet, r.sheet.fresh.Sheet)
	if len(c.Gone)+len(c.Come) == 0 {
		t.Line("")
		if c.Moved {
			t.Say("changes-moved", phrase.Num("n", c.Same))
		} else {
			t.Say("changes-none", phrase.Num("n", c.Same))
		}
		return
	}
	t.Head("head.changes")
	sayChanged(t, c.Gone, func(s letter.Written) string {
		if slices.Contains(r.sheet.earlier.Void, s.Line) {
			return "changes-gone-void"
		}
		return "changes-gone"
	})
	sayChanged(t, c.Come, func(s letter.Written) string {
		if slices.Contains(r.sheet.fresh.Void, s.Line) {
			return "changes-void"
		}
		return "changes-new"
	})
	if c.Same > 0 {
		t.Say("changes-same", phrase.Num("n", c.Same))
	}
}

// sayChanged names lines, as many as a receipt has room for.
func sayChanged(t *wording.Text, lines []letter.Written, code func(letter.Written) string) {
	for _, s := range lines[:min(len(lines), changesShown)] {
		t.Say(code(s), phrase.Str("line", wording.Cut(strings.Join(strings.Fields(s.Shown(t.Book.Lang)), " "))))
	}
	t.More(len(lines) - changesShown)
}
