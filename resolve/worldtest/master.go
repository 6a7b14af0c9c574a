package worldtest

import (
	"strings"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

// Hears takes a letter from the game master's address, and returns the letters it caused: those to the game master,
// and those to others.
func (b *Game) Hears(change func(*letter.Letter)) (a receipt.Acceptance, his, others []outbox.Draft) {
	b.T.Helper()
	l := b.Letter(0, "")
	l.From, l.Subject = "Leiter@example.org", "Re: Frage"
	change(&l)
	a = b.Accept(l)
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.HasSuffix(d.Subject, "Briefe von Fremden") {
			continue // from another day
		}
		if d.To == "leiter@example.org" {
			his = append(his, d)
		} else {
			others = append(others, d)
		}
	}
	return a, his, others
}

// Answers has the game master answer a letter, and returns the code for that.
func (b *Game) Answers(subject, text string) (code string, d outbox.Draft) {
	b.T.Helper()
	a, his, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = subject, text })
	if a.Fate != receipt.FromMaster || len(his) != 1 || len(others) != 0 {
		b.T.Fatalf("%+v\nhis %+v\nothers %+v", a, his, others)
	}
	codes := TokensIn(his[0].Subject, his[0].Text)
	if len(codes) != 1 {
		b.T.Fatalf("codes %v in\n%s", codes, his[0].Text)
	}
	return codes[0], his[0]
}

// Bids sends a request of the game master, and returns the answer.
func (b *Game) Bids(subject string) (answer string) {
	b.T.Helper()
	l := b.Letter(1, "")
	l.From, l.Subject = "leiter@example.org", subject
	if a := b.Accept(l); a.Fate != receipt.FromMaster {
		b.T.Fatalf("%s: %+v", subject, a)
	}
	got := b.Sent("notice", b.ClockAt)
	if len(got) != 1 {
		b.T.Fatalf("%s: %d answers", subject, len(got))
	}
	return got[0].Text
}

// FromMaster takes in a letter with the game master's address.
func (b *Game) FromMaster(word string, proven bool) receipt.Acceptance {
	b.T.Helper()
	l := b.Letter(1, "")
	l.From, l.Subject = "leiter@example.org", word
	if proven {
		l.Proof.Domain = "example.org"
	}
	return b.Accept(l)
}

// Bade writes a request and confirms it, and returns the letter with the code and all that leave then, by reader.
func (b *Game) Bade(from, subject, text string) (asked outbox.Draft, got map[string][]outbox.Draft) {
	b.T.Helper()
	b.ClockAt = b.ClockAt.Add(time.Hour)
	l := b.Letter(1, text)
	l.From, l.Subject = from, subject
	b.Accept(l)
	asked = b.Sent("", b.ClockAt)[0]
	l = b.Letter(1, "Yes\n")
	l.From, l.Subject = from, "Re: "+asked.Subject
	if a := b.Accept(l); a.Fate != receipt.FromMaster {
		b.T.Fatalf("%+v", a)
	}
	if _, err := turns.CarryOut(b.World, b.ClockAt); err != nil {
		b.T.Fatal(err)
	}
	got = map[string][]outbox.Draft{}
	for _, d := range b.Sent("", b.ClockAt) {
		got[d.To] = append(got[d.To], d)
	}
	return asked, got
}

// Notices returns all that were ever stored, oldest first.
func (b *Game) Notices() (list []outbox.Notice) {
	b.T.Helper()
	Must(b.T, b.View(func(tx *store.Tx) error {
		list = store.Packed[outbox.Notice]("notices").All(tx, nil)
		return nil
	}))
	return list
}

// BidsFor asks as the game master.
func BidsFor(subject, text string) func(b *Game) outbox.Draft {
	return func(b *Game) outbox.Draft {
		l := b.Letter(1, text)
		l.From, l.Subject = "leiter@example.org", subject
		b.Accept(l)
		got := b.Sent("", b.ClockAt)
		return got[len(got)-1]
	}
}
