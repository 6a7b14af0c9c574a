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
func (in *intake) source(t *wording.Text) {
	if in.master {
		t.Say("by-master")
		return
	}
	if in.l.Part != "" {
		t.Say("read-from", phrase.Str("part", letter.PartName(t.Book, in.l.Part)), phrase.Str("charset", in.l.Charset))
	}
	for _, n := range in.l.Notes[:min(len(in.l.Notes), notesShown)] {
		switch {
		case n.Code == letter.SeveralTexts:
		case n.Code == charsetGuessed && (in.has(charsetWrong) || in.has(charsetUnknown)): // one was declared
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

// has tells whether a remark is made about the letter.
func (in *intake) has(note string) bool {
	return slices.ContainsFunc(in.l.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// others warns of orders in parts of the letter that were not read: half of what
// somebody wrote is void. Of another's letter perhaps, nothing is told.
func (in *intake) others(t *wording.Text) {
	if in.alarms() && !in.own {
		return
	}
	for _, n := range in.l.Notes {
		if n.Code == letter.SeveralTexts {
			t.Line(letter.SayNote(t.Book, n))
		}
	}
}

// time tells until when a later letter counts.
func (in *intake) time(t *wording.Text) {
	in.otherPhase(t)
	switch r := in.ready; {
	case r.waits.Code == "waits-over" || r.waits.Code == "waits-realms":
	case r.waits.Code == "waits-master" && r.deadline.IsZero():
		t.Say(in.open("time-master"))
	case r.waits.Code == "waits-master":
		t.Say(in.open("time-master-at"), phrase.Str("when", wording.Moment(t.Book, r.deadline)))
	case r.waits.Code == "waits-paused":
		in.paused(t)
	case r.held:
		t.Say(in.open("time-held"))
	case r.due && r.deadline.After(in.at):
		t.Say("time-now")
	case r.due:
		t.Say("time-past", phrase.Str("when", wording.Moment(t.Book, r.deadline)))
	case in.a.Reason.Code == "not-asked":
		t.Say("time-others", phrase.Str("when", wording.Moment(t.Book, r.deadline)))
	default:
		t.Say(in.open("time-left"), phrase.Str("when", wording.Moment(t.Book, r.deadline)))
	}
}

// otherPhase tells when orders of another mail phase are to be sent again: nothing of
// them is kept. A date is given only where the turn goes by one.
func (in *intake) otherPhase(t *wording.Text) {
	at, turn := in.ready.deadline, phrase.Num("turn", in.a.Checked.From)
	switch {
	case in.a.Checked.From == 0:
	case at.IsZero() || in.ready.waits.Code == "waits-paused" || !in.w.goesByDeadline(in.c.World):
		t.Say("other-phase", turn)
	default:
		t.Say("other-phase-deadline", turn, phrase.Str("when", wording.Moment(t.Book, at)))
	}
}

// waitsFor tells whether the rules have something to say of what the turn waits for.
func (in *intake) waitsFor() bool {
	inForce := in.a.Fate == Taken || in.a.Fate == Kept && !in.keptAt.IsZero()
	return inForce && in.a.Checked.Holds.Code != "" && !in.ready.due && !in.ready.held
}

// paused tells when a paused game's turn is resolved.
func (in *intake) paused(t *wording.Text) {
	if in.pause.Until.IsZero() {
		t.Say(in.open("time-paused"))
		return
	}
	t.Say(in.open("time-paused-until"), phrase.Str("when", wording.Moment(t.Book, in.pause.Until.In(in.w.s.Zone))))
	if in.w.goesByDeadline(in.c.World) {
		t.Say(in.open("time-left"), phrase.Str("when", wording.Moment(t.Book, in.ready.deadline)))
	}
}

// open is the code of a sentence about the deadline: what a new letter does to this
// one, and where this one is not in force, nothing of that.
func (in *intake) open(code string) string {
	switch {
	case in.a.Fate != Taken:
		return code + "-open"
	case in.a.Checked.Adds:
		return code + "-adds"
	}
	return code
}

// refuses tells that nothing of the letter is even weighed.
func (in *intake) refuses() bool { return in.a.Fate == Refused || in.a.Fate == Unidentified }

// stands tells whose letter was refused what counts of him now.
func (in *intake) stands(t *wording.Text) {
	switch s := in.stood; {
	case !in.refuses():
	case slices.Contains([]string{"game-over", "fallen", "not-asked"}, in.a.Reason.Code):
	case s.At.IsZero():
		t.Say("stands-none")
	default:
		t.Say("stands", phrase.Str("when", wording.Moment(t.Book, s.At.In(in.w.s.Zone))),
			phrase.Num("good", s.Good+s.Partial))
	}
}

// wanted is the code of a sentence that asks for orders until a moment. Where the title of the turn ends with what is
// sent in this phase, as in "Round 1 of 6: results", another one does not ask for orders beside it.
func (k *clerk) wanted(code string, world game.World, lang phrase.Lang) string {
	words, phase := k.rb.Words(lang), "phase."+world.Asked().Phase
	if words.Has(phase) && strings.HasSuffix(world.Title(lang), ": "+words.T(phase)) {
		return code + "-named"
	}
	return code
}

// called is a realm with its number, by the rulebook's word for realms if it has one: `realm-called`.
func (k *clerk) called(r game.Realm) phrase.Arg {
	words := k.rb.Words(r.Lang)
	if !words.Has("realm-called") {
		words = wording.Words(r.Lang)
	}
	return phrase.Str("who", words.Say(phrase.P("realm-called", phrase.Num("realm", r.Number),
		phrase.Str("name", r.Name))))
}
