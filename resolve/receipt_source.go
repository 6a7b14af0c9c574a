package resolve

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// source tells from where the orders were taken and what had to be guessed.
func (in *intake) source(t *text) {
	if in.master {
		t.say("by-master")
		return
	}
	if in.l.Part != "" {
		t.say("read-from", phrase.Str("part", partName(t.book, in.l.Part)), phrase.Str("charset", in.l.Charset))
	}
	for _, n := range in.l.Notes[:min(len(in.l.Notes), notesShown)] {
		switch {
		case n.Code == severalTexts:
		case n.Code == charsetGuessed && (in.has(charsetWrong) || in.has(charsetUnknown)): // one was declared
		default:
			t.line("  " + SayNote(t.book, n))
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

// severalTexts is the remark that other parts had orders, too.
const severalTexts = "note.several-texts"

// has tells whether a remark is made about the letter.
func (in *intake) has(note string) bool {
	return slices.ContainsFunc(in.l.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// others warns of orders in parts of the letter that were not read: half of what
// somebody wrote is void. Of another's letter perhaps, nothing is told.
func (in *intake) others(t *text) {
	if in.alarms() && !in.own {
		return
	}
	for _, n := range in.l.Notes {
		if n.Code == severalTexts {
			t.line(SayNote(t.book, n))
		}
	}
}

// SayNote puts a remark about a letter into words, with the parts' names in the
// reader's language.
func SayNote(book *phrase.Book, n phrase.Phrase) string {
	n.Args = slices.Clone(n.Args)
	for i := range n.Args {
		switch a := &n.Args[i]; {
		case a.Name == "part":
			a.S = partName(book, a.S)
		case a.Name == "word" && n.Code == severalTexts:
			parts := strings.Split(a.S, ", ")
			for j := range parts {
				parts[j] = partName(book, parts[j])
			}
			a.S = strings.Join(parts, ", ")
		}
	}
	return book.Say(n)
}

// partName is a part of a letter, as the mailer calls it, in a reader's words; a
// file keeps its name.
func partName(book *phrase.Book, part string) string {
	if rest, ok := strings.CutPrefix(part, "forwarded: "); ok {
		return book.Say(phrase.P("part-forwarded", phrase.Str("part", partName(book, rest))))
	}
	if rest, ok := strings.CutPrefix(part, "zip: "); ok {
		return book.Say(phrase.P("part-zip", phrase.Str("part", rest)))
	}
	if name := "part." + part; book.Has(name) {
		return book.T(name)
	}
	return part
}

// time tells until when a later letter counts.
func (in *intake) time(t *text) {
	in.otherPhase(t)
	switch r := in.ready; {
	case r.waits.Code == "waits-over" || r.waits.Code == "waits-realms":
	case r.waits.Code == "waits-master" && r.deadline.IsZero():
		t.say(in.open("time-master"))
	case r.waits.Code == "waits-master":
		t.say(in.open("time-master-at"), phrase.Str("when", moment(t.book, r.deadline)))
	case r.waits.Code == "waits-paused":
		in.paused(t)
	case r.held:
		t.say(in.open("time-held"))
	case r.due && r.deadline.After(in.at):
		t.say("time-now")
	case r.due:
		t.say("time-past", phrase.Str("when", moment(t.book, r.deadline)))
	case in.a.Reason.Code == "not-asked":
		t.say("time-others", phrase.Str("when", moment(t.book, r.deadline)))
	default:
		t.say(in.open("time-left"), phrase.Str("when", moment(t.book, r.deadline)))
	}
}

// otherPhase tells when orders of another mail phase are to be sent again: nothing of
// them is kept. A date is given only where the turn goes by one.
func (in *intake) otherPhase(t *text) {
	at, turn := in.ready.deadline, phrase.Num("turn", in.a.Checked.From)
	switch {
	case in.a.Checked.From == 0:
	case at.IsZero() || in.ready.waits.Code == "waits-paused" || !in.w.goesByDeadline(in.c.world):
		t.say("other-phase", turn)
	default:
		t.say("other-phase-deadline", turn, phrase.Str("when", moment(t.book, at)))
	}
}

// waitsFor tells whether the rules have something to say of what the turn waits for.
func (in *intake) waitsFor() bool {
	inForce := in.a.Fate == Taken || in.a.Fate == Kept && !in.keptAt.IsZero()
	return inForce && in.a.Checked.Holds.Code != "" && !in.ready.due && !in.ready.held
}

// paused tells when a paused game's turn is resolved.
func (in *intake) paused(t *text) {
	if in.pause.Until.IsZero() {
		t.say(in.open("time-paused"))
		return
	}
	t.say(in.open("time-paused-until"), phrase.Str("when", moment(t.book, in.pause.Until.In(in.w.s.Zone))))
	if in.w.goesByDeadline(in.c.world) {
		t.say(in.open("time-left"), phrase.Str("when", moment(t.book, in.ready.deadline)))
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
func (in *intake) stands(t *text) {
	switch s := in.stood; {
	case !in.refuses():
	case slices.Contains([]string{"game-over", "fallen", "not-asked"}, in.a.Reason.Code):
	case s.At.IsZero():
		t.say("stands-none")
	default:
		t.say("stands", phrase.Str("when", moment(t.book, s.At.In(in.w.s.Zone))), phrase.Num("good", s.Good+s.Partial))
	}
}
