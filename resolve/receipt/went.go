package receipt

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/wording"
)

// MessageSent is a message of a sheet to the game master, and when it was mailed. Zero means that it goes with the turn.
type MessageSent struct {
	Line int
	At   time.Time
}

// Besides is what became of words for a person beside the orders. It is zero if there were none.
type Besides struct {
	Went    time.Time    // when they were passed on
	Refused bool         // they were not passed on: there were too many
	Over    limits.Limit // the limit that was reached, if so
	// what became of them if the letter answers another player's, or could not be for the game master
	Reply phrase.Phrase
}

// LimitReached is the phrase for a limit that was reached.
func LimitReached(l limits.Limit) phrase.Phrase {
	return phrase.P("over."+limits.Limits()[l].Name, phrase.Num("n", l.Most()))
}

// toldMaster says which messages in the letter were sent to the game master, and when.
func (r Receipt) toldMaster(t *wording.Text) {
	when := func(at time.Time) phrase.Arg { return phrase.Str("when", wording.Moment(t.Book, at.In(r.Game.Zone))) }
	refused := r.Fate == Refused
	from, adds := r.verdict().Others, r.verdict().Added != nil
	for _, l := range r.Went[:min(len(r.Went), wording.ForcedShown)] {
		code, args := "letter-went", []phrase.Arg{phrase.Num("line", l.Line), when(l.At)}
		over := phrase.Str("over", t.Book.Say(LimitReached(limits.LettersAtOnce)))
		if l.At.IsZero() {
			code, args = "letter-waits", []phrase.Arg{args[0], over}
		}
		others := !refused && r.Fate != Ahead && (!r.whole() || from > 0 && l.Line >= from) // a line of another letter
		switch {
		case others && adds && !l.At.IsZero() && !l.At.Equal(r.At.UTC()): // its own receipt has said so
		case refused && l.At.IsZero():
			t.Say("letter-stays", args...)
		case others && l.At.Equal(r.At.UTC()):
			t.Say("letter-went-now", args[1:]...)
		case others:
			t.Say(code+"-earlier", args[1:]...)
		default:
			t.Say(code, args...)
		}
	}
	if r.Registered {
		r.sayBesides(t)
	}
}

// sayBesides says to the letter's writer what became of the words beside the orders. Nobody else hears of them.
func (r Receipt) sayBesides(t *wording.Text) {
	if r.Besides.Reply.Code != "" {
		t.Say("besides-reply", phrase.Str("said", t.Book.Say(r.Besides.Reply)))
	}
	switch {
	case !r.Besides.Went.IsZero():
		t.Say("besides-went", phrase.Str("when", wording.Moment(t.Book, r.Besides.Went.In(r.Game.Zone))))
	case r.Besides.Refused:
		t.Say("besides-refused", phrase.Str("over", t.Book.Say(LimitReached(r.Besides.Over))))
	}
}

// Press counts the messages of the sheet in force to other players, if such messages are passed on before the turn is
// resolved.
type Press struct {
	Now, Earlier, Waiting int  // passed on with this letter; with an earlier one; left to go with the turn
	Unclear               int  // left to go with the turn, since a line in them may end them
	Muted                 bool // they wait because the game master wants it so
}

// toldOthers says how many messages were passed on to other players.
func (r Receipt) toldOthers(t *wording.Text) {
	for _, row := range []struct {
		code string
		n    int
	}{{"press-now", r.Press.Now}, {"press-earlier", r.Press.Earlier}} {
		if row.n > 0 {
			t.Say(row.code, phrase.Num("n", row.n))
		}
	}
	if r.Press.Unclear > 0 {
		t.Say("press-unclear", phrase.Num("n", r.Press.Unclear))
	}
	switch {
	case r.Press.Waiting > 0 && r.Press.Muted:
		t.Say("press-muted", phrase.Num("n", r.Press.Waiting))
	case r.Press.Waiting > 0:
		t.Say("press-waits", phrase.Num("n", r.Press.Waiting))
	}
}
