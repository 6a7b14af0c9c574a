package gamemaster_test

import (
	"errors"
	"testing"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/worldtest"
)

// Each line of a realm's orders names the letter that brought it, by its number in the list of letters, counted from
// 1.
func TestOrdersNameTheirLetter(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\ndig 4\n", receipt.Taken)
	row, err := gamemaster.Orders(b.World, 1, -1)
	must(t, err)
	if len(row.Letters) != 1 || row.Letters[0].From != "r1@example.org" || len(row.Orders) == 0 {
		t.Fatalf("%+v", row)
	}
	for _, o := range row.Orders {
		if o.Letter != 1 {
			t.Errorf("%q is of letter %d", o.Text, o.Letter)
		}
	}
}

// A setting is shown under $S, also if there is nothing else.
func TestOrdersShowSettings(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
	b.Send(1, "$I 1 PASSWORD\n$S\nDraft yes\n", receipt.Taken)
	row, err := gamemaster.Orders(b.World, 1, -1)
	must(t, err)
	if len(row.Orders) != 1 || row.Orders[0].Section != "S" || row.Orders[0].Text != "Entwurf ja" ||
		!row.Orders[0].Counts || row.Orders[0].Letter != 1 {
		t.Errorf("%+v", row)
	}
}

// The machine's orders are said to be the machine's.
func TestOrdersNameTheMachine(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	b.Sent("", b.ClockAt)
	b.Bade(b.Settings.Masters[0], "GM BOT 1", "")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	for realm, machine := range map[int]bool{1: true, 2: false} {
		row, err := gamemaster.Orders(b.World, realm, 1)
		must(t, err)
		if len(row.Letters) != 1 || row.Letters[0].Machine != machine || row.Letters[0].ByHand {
			t.Errorf("realm %d: %+v", realm, row.Letters)
		}
	}
}

// The error about a list is that of its first wrong entry.
func TestRefusalsSayTheFirst(t *testing.T) {
	t.Parallel()
	list := roster.Refusals{{At: 3, Err: errors.New("no such culture")}}
	if got := list.Error(); got != "no such culture" {
		t.Errorf("%q", got)
	}
	if got := append(list, roster.Refusal{At: 5, Err: errors.New("no address")}).Error(); got != "no such culture" {
		t.Errorf("%q", got)
	}
}
