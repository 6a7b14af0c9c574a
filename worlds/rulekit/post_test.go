package rulekit

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

const stampText = `
mail = "Letters"
"report.rumour" = "A rumour:"
"report.announcement" = "{name} ({realm}) to all:"
"report.letter" = "From {name} ({realm}):"
`

// Whom each kind of letter reaches, and how a report shows it: rumours first, by what they say.
func TestPost(t *testing.T) {
	turn := Begin(game.Seed{}, 1, 3)
	open := func(realm int) bool { return realm < 3 }
	for _, m := range []struct {
		from     int
		to, text string
		goes     bool
	}{
		{1, "2", "for two", true}, {1, "G", "zzz", true}, {2, "A", "for all", true}, {2, "G", "aaa", true},
		{1, "M", "for the master", true},
		{1, "3", "closed", false}, {1, "0", "nobody", false}, {1, "X", "nobody", false},
	} {
		if got := turn.Post(m.from, orders.Position{}, orders.Message{To: m.to, Text: m.text}, open); got != m.goes {
			t.Errorf("%d to %s: %v", m.from, m.to, got)
		}
	}
	turn.SortLetters(ByText)
	if fmt.Sprint(turn.Notices) != fmt.Sprint([]game.Notice{{Realm: 1, Text: "for the master"}}) {
		t.Errorf("to the master: %v", turn.Notices)
	}
	book, err := phrase.Load(phrase.En, []byte(stampText))
	if err != nil {
		t.Fatal(err)
	}
	for realm, want := range map[int]string{
		1: "A rumour:|> aaa|Name2 (2) to all:|> for all",
		2: "A rumour:|> zzz|From Name1 (1):|> for two",
		3: "A rumour:|> aaa|A rumour:|> zzz|Name2 (2) to all:|> for all",
	} {
		reader := &Reader{Book: book, Person: &Person{Number: realm}, Name: func(n int) string { return fmt.Sprint("Name", n) }}
		p, n := Text{Reader: reader}, Notes{Reader: reader}
		if written := p.Post("mail", turn.Letters); written != len(turn.Letters) {
			t.Errorf("realm %d has room for %d letters", realm, written)
		}
		n.Post(turn.Letters)
		got := strings.ReplaceAll(strings.TrimPrefix(string(p.Out), "\nLetters\n-------\n"), "\n", "|")
		if got != want+"|" {
			t.Errorf("realm %d reads %s", realm, got)
		}
		sent := map[int]string{1: "[{1  true 0 false zzz} {1  false 2 false for two} {1  false 0 true for the master}]",
			2: "[{2  true 0 false aaa} {2  true 0 false for all}]", 3: "[]"}
		if got := fmt.Sprint(n.Facts.Sent); got != sent[realm] {
			t.Errorf("realm %d wrote %s, want %s", realm, got, sent[realm])
		}
	}
	p := Text{Reader: &Reader{Book: book}}
	if p.Post("", nil); len(p.Out) > 0 {
		t.Errorf("without a letter: %q", p.Out)
	}
}

// Of a receipt, what goes to the game master is listed, not mailed by the turn.
func TestPostInReceipt(t *testing.T) {
	turn := Begin(game.Seed{}, 1, 1)
	turn.ForReceipt = true
	turn.Post(1, orders.Position{Line: 4}, orders.Message{To: "M", Text: "hear"}, nil)
	if len(turn.Notices) != 0 || len(turn.ToMaster) != 1 || turn.ToMaster[0] != (game.MasterMessage{Line: 4, Text: "hear"}) ||
		len(turn.InForce) != 1 {
		t.Errorf("notices %v, letters %v, in force %v", turn.Notices, turn.ToMaster, turn.InForce)
	}
}

// A text that many read is put into the form of a report once, also if they read at the same time, and is what a page
// quotes.
func TestQuotedOnce(t *testing.T) {
	turn := Begin(game.Seed{}, 1, 2)
	text := strings.Repeat("To\tall\u202e who  read:\n\n", 9) + strings.Repeat("long ", 50)
	turn.Post(1, orders.Position{}, orders.Message{To: "A", Text: text}, nil)
	for _, exact := range []bool{true, false} {
		var first, again []byte
		var readers sync.WaitGroup
		readers.Go(func() { turn.Letters[0].quoted(exact) })
		readers.Go(func() { turn.Letters[0].quoted(exact) })
		readers.Wait()
		copied := turn.Letters[0] // as slices of letters are
		first, again = turn.Letters[0].quoted(exact), copied.quoted(exact)
		p := Text{Exact: exact}
		p.Quote(text)
		if !bytes.Equal(first, p.Out) || &first[0] != &again[0] {
			t.Errorf("exact %t: once %q, again %q, want %q", exact, first, again, p.Out)
		}
	}
}
