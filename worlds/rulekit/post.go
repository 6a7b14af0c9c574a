package rulekit

import (
	"cmp"
	"slices"
	"strconv"
	"sync/atomic"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// PlayerMessage is a message of a section of messages on its way into reports.
type PlayerMessage struct {
	From int // 0: a rumour, whose sender nobody is told
	To   int // 0: everybody but Not; Master: the game master, and no report
	Not  int // the sender
	Text string

	quotes *quotes // nil: nobody has posted it
}

// quotes are the text of a letter as exact texts quote it, and as others do. Who needs one first writes it for all.
type quotes struct{ exact, marked atomic.Pointer[[]byte] }

// quoted returns the text as a report quotes it. That of a letter that was posted is written once for all its readers,
// who may read it at the same time.
func (l *PlayerMessage) quoted(exact bool) []byte {
	if l.quotes == nil {
		return quote(l.Text, exact)
	}
	kept := &l.quotes.marked
	if exact {
		kept = &l.quotes.exact
	}
	if written := kept.Load(); written != nil {
		return *written
	}
	written := quote(l.Text, exact)
	kept.Store(&written)
	return written
}

func quote(text string, exact bool) []byte {
	t := Text{Exact: exact}
	t.Quote(text)
	return t.Out
}

// Master is the game master, as the addressee of a letter.
const Master = -1

// reaches reports whether the letter is in the realm's report.
func (l *PlayerMessage) reaches(realm int) bool { return l.To == realm || l.To == 0 && l.Not != realm }

// Post sends a realm's message: #n to a realm, #A to all, #G to all as a rumour, #M to the game master. A receipt says
// so with the sentences post-realm (with realm), post-all, post-rumour and post-master. It returns false if open does
// not know the number. Then the message goes nowhere, and the game refuses it in its own words.
func (t *Turn) Post(realm int, at orders.Position, m orders.Message, open func(realm int) bool) bool {
	l := PlayerMessage{From: realm, Not: realm, Text: m.Text, quotes: new(quotes)}
	switch m.To {
	case "M":
		if t.ForReceipt {
			t.ToMaster = append(t.ToMaster, game.MasterMessage{Line: at.Line, Text: m.Text})
		} else {
			t.Notices = append(t.Notices, game.Notice{Realm: realm, Text: m.Text})
		}
		l.To = Master
		t.Accept(at, phrase.P("post-master"))
	case "A":
		t.Accept(at, phrase.P("post-all"))
	case "G":
		l.From = 0
		t.Accept(at, phrase.P("post-rumour"))
	default:
		to, err := strconv.Atoi(m.To)
		if err != nil || to < 1 || !open(to) {
			return false
		}
		l.To = to
		t.Accept(at, phrase.P("post-realm", phrase.Num("realm", to)))
	}
	t.Letters = append(t.Letters, l)
	return true
}

// SortLetters puts rumours before all other letters, which stay as they were sent. order compares two rumours. A
// rumour's place must not reveal whose sheet it came from (law 6), so order looks only at the text; see ByText.
func (t *Turn) SortLetters(order func(a, b PlayerMessage) int) {
	slices.SortStableFunc(t.Letters, func(a, b PlayerMessage) int {
		if a.From == 0 && b.From == 0 {
			return order(a, b)
		}
		return cmp.Compare(min(a.From, 1), min(b.From, 1))
	})
}

// ByText orders rumours by their text.
func ByText(a, b PlayerMessage) int { return cmp.Compare(a.Text, b.Text) }

// AsSent leaves rumours as they were sent. If only one realm writes in a turn, their order reveals nothing.
func AsSent(a, b PlayerMessage) int { return 0 }

// lettersTogether is how many letters a report has from one cut to the next. If they are all to everybody, all who read
// this language have that part, but for those who wrote in it.
const lettersTogether = 16

// Post writes the letters that reach the reader below their title, and nothing if there are none, and returns how many
// of all letters it had room for. Title "": the report has written its own. Their texts are quoted, so that nothing in
// them can pass for a part of the report.
func (t *Text) Post(title string, letters []PlayerMessage) int {
	titled, part, written := title == "", -1, len(letters)
	for i := range letters {
		l := &letters[i]
		if !l.reaches(t.Realm()) {
			continue
		}
		if t.Over(len(t.Out) + len(l.Text)) {
			written = i
			break
		}
		if !titled {
			t.Title(title)
			titled = true
		}
		if i/lettersTogether != part {
			part, t.cuts = i/lettersTogether, append(t.cuts, len(t.Out))
		}
		t.stamp(l)
		t.Out = append(t.Out, l.quoted(t.Exact)...)
	}
	if part >= 0 {
		t.cuts = append(t.cuts, len(t.Out))
	}
	return written
}

// stamp says above a letter whom it is from. A rulebook's report.letter is for one to the reader alone.
func (t *Text) stamp(l *PlayerMessage) {
	switch {
	case l.From == 0:
		t.Say("", game.AboveRumour)
	case l.To == 0:
		t.Say("", game.AboveNews, phrase.Num("realm", l.From), phrase.Str("name", t.Name(l.From)))
	default:
		t.Say("", game.AboveLetter, phrase.Num("realm", l.From), phrase.Str("name", t.Name(l.From)))
	}
}
