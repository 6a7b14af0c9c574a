package receipt

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/wording"
)

// Went is when a message of a sheet was mailed to the game master; zero: it goes with
// the turn.
type Went struct {
	Line int
	At   time.Time
}

// Besides is what became of words for a person beside the orders; nothing if there were none.
type Besides struct {
	Went    time.Time    // when they were passed on
	Refused bool         // too many such came
	Over    limits.Limit // that was met, then
}

// Over says which limit is met.
func Over(l limits.Limit) phrase.Phrase {
	return phrase.P("over."+limits.Limits()[l].Name, phrase.Num("n", l.Most()))
}

// toldMaster tells in a receipt what of the letter went to the game master, and when.
func (r Receipt) toldMaster(t *wording.Text) {
	when := func(at time.Time) phrase.Arg { return phrase.Str("when", wording.Moment(t.Book, at.In(r.Game.Zone))) }
	refused := r.Fate == Refused
	others := !refused && r.Fate != Ahead && !r.whole() // it is another letter's line
	for _, l := range r.Went[:min(len(r.Went), wording.ForcedShown)] {
		code, args := "letter-went", []phrase.Arg{phrase.Num("line", l.Line), when(l.At)}
		over := phrase.Str("over", t.Book.Say(Over(limits.LettersAtOnce)))
		if l.At.IsZero() {
			code, args = "letter-waits", []phrase.Arg{args[0], over}
		}
		switch {
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
	switch {
	case !r.Besides.Went.IsZero():
		t.Say("besides-went", when(r.Besides.Went))
	case r.Besides.Refused:
		t.Say("besides-refused", phrase.Str("over", t.Book.Say(Over(r.Besides.Over))))
	}
}

// Press counts the messages of the sheet in force to other players, where such are passed on before the
// turn.
type Press struct {
	Now, Earlier, Waiting int  // passed on with this letter, with one before it; that go with the turn only
	Muted                 bool // they wait because the game master wants it so
}

// toldOthers tells in a receipt which messages were passed on to other players.
func (r Receipt) toldOthers(t *wording.Text) {
	for _, row := range []struct {
		code string
		n    int
	}{{"press-now", r.Press.Now}, {"press-earlier", r.Press.Earlier}} {
		if row.n > 0 {
			t.Say(row.code, phrase.Num("n", row.n))
		}
	}
	switch {
	case r.Press.Waiting > 0 && r.Press.Muted:
		t.Say("press-muted", phrase.Num("n", r.Press.Waiting))
	case r.Press.Waiting > 0:
		t.Say("press-waits", phrase.Num("n", r.Press.Waiting))
	}
}
