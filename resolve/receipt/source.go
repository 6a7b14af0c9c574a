package receipt

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/sheets"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
)

// source says where in the letter the orders were found, and what had to be guessed.
func (r Receipt) source(t *wording.Text) {
	switch {
	case r.Withdrawn && r.For == 0:
		return
	case r.Former:
		t.Say("by-master-former")
		return
	case r.ByHand:
		t.Say("by-master")
		return
	}
	if r.Letter.Part != "" {
		t.Say("read-from", phrase.Str("part", letter.PartName(t.Book, r.Letter.Part)),
			phrase.Str("charset", r.Letter.Charset))
	}
	SayNotes(t, r.Letter.Notes)
}

// Remarks about the charset: it was guessed, the one that the sender declared was wrong, or it was unknown.
const (
	charsetGuessed = "note.charset-guessed"
	charsetWrong   = "note.charset-wrong"
	charsetUnknown = "note.charset-unknown"
)

// SayNotes says how a letter was read, and what of it was left out: in the answer to orders, to a letter for other
// players, and to a question. That other parts had orders is said elsewhere.
func SayNotes(t *wording.Text, notes []phrase.Phrase) {
	has := func(code string) bool {
		return slices.ContainsFunc(notes, func(n phrase.Phrase) bool { return n.Code == code })
	}
	for _, n := range notes[:min(len(notes), NotesShown)] {
		switch {
		case n.Code == letter.SeveralTexts:
		case n.Code == charsetGuessed && (has(charsetWrong) || has(charsetUnknown)): // a charset was declared
		default:
			t.Line("  " + letter.SayNote(t.Book, n))
		}
	}
}

// others warns of orders in parts of the letter that were not read, since half of what somebody wrote does not count.
// If the letter may be somebody else's, it says nothing.
func (r Receipt) others(t *wording.Text) {
	if r.Fate.Alarms() && !r.Registered {
		return
	}
	for _, n := range r.Letter.Notes {
		if n.Code == letter.SeveralTexts {
			t.Line(letter.SayNote(t.Book, n))
		}
	}
}

// time says until when a later letter counts.
func (r Receipt) time(t *wording.Text) {
	r.otherPhase(t)
	switch next := r.Ready; {
	case next.Ends() || r.Reason.Code == verdict.Fallen:
	case next.ByHand():
		t.Say(r.open("time-master-at"), phrase.Str("when", wording.Moment(t.Book, next.Deadline)))
	case next.Paused():
		r.paused(t)
	case next.Held:
		t.Say(r.open("time-held"))
	case next.Due && next.Deadline.After(r.At):
		t.Say("time-now")
	case next.Due:
		t.Say("time-past", phrase.Str("when", wording.Moment(t.Book, next.Deadline)))
	case r.waitsForOthers():
		t.Say("time-others", phrase.Str("when", wording.Moment(t.Book, next.Deadline)))
	case !next.Early.IsZero():
		t.Say(r.open("time-early"), phrase.Str("when", wording.Moment(t.Book, next.Early)))
	default:
		t.Say(r.open("time-left"), phrase.Str("when", wording.Moment(t.Book, next.Deadline)))
	}
}

// waitsForOthers reports whether the turn asks other realms and not this one.
func (r Receipt) waitsForOthers() bool {
	return r.Reason.Code == verdict.NotAsked || r.Reason.Code == verdict.OthersAsked ||
		r.Fate.Alarms() && !slices.Contains(r.Game.World.Asked().Realms, r.Realm)
}

// settings confirms what the sheet in force asks of the machine: that it is not final, and what is to come with each
// report.
func (r Receipt) settings(t *wording.Text) {
	if r.Sheet == nil {
		return
	}
	if r.Sheet.Fresh.Draft {
		t.Say("draft", phrase.Str("line", orders.Setting{Word: orders.Draft, Yes: true}.Speak(t.Book.Lang)))
	}
	data, table := r.Sheet.Fresh.Data, r.Sheet.Fresh.Table
	if (data == sheets.With || table == sheets.With) && r.Game.World.Facts(r.Here.Number) == nil {
		t.Say("with-no-data")
		data, table = "", ""
	}
	picture := r.Sheet.Fresh.Picture
	if picture == sheets.With && r.Game.World.Chart(r.Here.Number, r.Here.Lang) == nil {
		t.Say("with-no-picture")
		picture = ""
	}
	for _, wish := range []struct{ says, what string }{
		{r.Sheet.Fresh.Template, "template"}, {picture, "picture"}, {data, "data"}, {table, "table"},
		{r.Sheet.Fresh.Tale, "tale"},
	} {
		switch wish.says {
		case sheets.With:
			t.Say("with-" + wish.what)
		case sheets.Without:
			t.Say("without-" + wish.what)
		}
	}
}

// otherPhase says when to send orders of another mail phase again: they are not kept. It gives a date only if the turn
// has a deadline.
func (r Receipt) otherPhase(t *wording.Text) {
	at, turn := r.Ready.Deadline, phrase.Num("turn", r.Checked.From)
	switch {
	case r.Checked.From == 0:
	case at.IsZero() || r.Ready.Paused() || !r.ByDeadline:
		t.Say("other-phase", turn)
	default:
		t.Say("other-phase-deadline", turn, phrase.Str("when", wording.Moment(t.Book, at)))
	}
}

// waitsFor reports whether the rules say what the turn waits for.
func (r Receipt) waitsFor() bool {
	inForce := r.Fate == Taken || r.Fate == Kept && !r.Stood.At.IsZero()
	return inForce && r.Checked.Holds.Code != "" && !r.Ready.Due && !r.Ready.Held
}

// paused says when the turn of a paused game is resolved.
func (r Receipt) paused(t *wording.Text) {
	if r.Resumes.IsZero() {
		t.Say(r.open("time-paused"))
		return
	}
	t.Say(r.open("time-paused-until"), phrase.Str("when", wording.Moment(t.Book, r.Resumes.In(r.Game.Zone))))
	if r.ByDeadline {
		t.Say(r.open("time-left"), phrase.Str("when", wording.Moment(t.Book, r.Ready.Deadline)))
	}
}

// open returns the code of a sentence about the deadline. It also says what a new letter does to this one, but not if
// this one is not in force, or only speaks.
func (r Receipt) open(code string) string {
	switch {
	case r.Fate != Taken || r.verdict().Added != nil:
		return code + "-open"
	case r.Checked.Adds:
		return code + "-adds"
	}
	return code
}

// stands tells a player whose letter was refused which orders are in force now.
func (r Receipt) stands(t *wording.Text) {
	switch s := r.Stood; {
	case !r.Fate.Refuses():
	case slices.Contains([]string{verdict.Over, verdict.Fallen, verdict.NotAsked, verdict.OthersAsked}, r.Reason.Code):
	case s.At.IsZero():
		t.Say("stands-none")
	default:
		t.Say("stands", phrase.Str("when", wording.Moment(t.Book, s.At.In(r.Game.Zone))),
			phrase.Num("good", s.Good+s.Partial))
	}
}
