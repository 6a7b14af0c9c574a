package thoramar

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// No method changes the world it is asked.
func TestWorldIsAValue(t *testing.T) {
	w, sheets := crowd(t, 60, 40, 4, 8)
	was := string(w.State())
	w.Check(sheets[0])
	w.Resolve(sheets, game.Seed{5}, 1, nil)
	if _, _, err := w.Join(game.Joining{Name: "Neu"}, game.Seed{5}); err != nil {
		t.Fatal(err)
	}
	w.Welcome(1, nil)
	if string(w.State()) != was {
		t.Error("the world has changed")
	}
}

// Decision 11: the game master books payments, by lines `realm amount` in the
// smallest coin, in a sheet of realm 0; before the fee of the turn. −50 + 500 −
// 100 = 350. Nothing else he writes counts, and what does not is told him.
func TestPayments(t *testing.T) {
	w := freshWorld(t, "payments", 40, 30, 2)
	tables := w.at.Tables.Clone()
	if err := tables.Prepare(); err != nil {
		t.Fatal(err)
	}
	tables.Rules.Fee = 100
	w = &World{at: realm.Position{Rules: w.at.Rules, Tables: tables, State: w.at.State.Clone()}}
	w.at.State.Realms[1].Account = -50
	text := "$G\n1 500\n9 500\n0 500\nnonsense\n$V\n1 P\n"
	checked := w.Check(game.Sheet{Realm: 0, Turn: 1, Text: text})
	if len(checked.InForce) != 1 || checked.Errors() != 4 {
		t.Errorf("the receipt: %+v", checked)
	}
	if got := w.at.Rules.Words("de").Say(checked.InForce[0].What); !strings.Contains(got, ": 5,00 EUR.") {
		t.Errorf("the receipt says %q", got)
	}
	run := turn.Begin(w.at, []game.Sheet{{Realm: 0, Turn: 1, Text: text}}, game.Seed{1})
	gametest.Watched(t, run)
	if a, b := run.State.Realms[1].Account, run.State.Realms[2].Account; a != 350 || b != -100 {
		t.Errorf("accounts %d and %d, want 350 and -100", a, b)
	}
	if len(run.Notices) != 4 {
		t.Errorf("the game master is told %d things, want 4: %v", len(run.Notices), run.Notices)
	}
	told := [3]bool{}
	for _, e := range run.Events() {
		if e.Code == "payment" {
			for r := range told {
				told[r] = told[r] || e.For(r)
			}
		}
	}
	if told != [3]bool{false, true, false} {
		t.Errorf("the payment was told to %v", told)
	}
	one := Rules().Payment("", 1, 500)
	two := Rules().Payment(one, 2, 7)
	checked = w.Check(game.Sheet{Realm: 0, Turn: 1, Text: two})
	if len(checked.InForce) != 2 || len(checked.Problems) != 0 {
		t.Errorf("%q: %+v", two, checked)
	}
}

// §24.3: what was booked wrongly is taken back, in the same turn or later, never more
// than was booked: 5.00 − 2.00 − 3.00 leaves 0 to take; of 4.00 the fifth is too
// much. The player is told each line, and nobody else may do so.
func TestPaymentsTakenBack(t *testing.T) {
	w := freshWorld(t, "payments-back", 40, 30, 2)
	w.at.State.Realms[1].Account = -50
	play := func(text string, account, paid int64, notices int) {
		t.Helper()
		sheet := game.Sheet{Realm: 0, Turn: w.at.State.Turn, Text: text}
		if wrong := w.Check(sheet).Errors(); wrong != notices {
			t.Errorf("%q: the receipt has %d errors, want %d", text, wrong, notices)
		}
		run := turn.Begin(w.at, []game.Sheet{sheet, {Realm: 1, Turn: w.at.State.Turn, Text: "$S\ninfo\n"},
			{Realm: 2, Turn: w.at.State.Turn, Text: "$G\n1 5 back\n"}}, game.Seed{1})
		gametest.Watched(t, run)
		if r := &run.State.Realms[1]; r.Account != account || r.Paid != paid || len(run.Notices) != notices {
			t.Errorf("%q: account %d, paid %d, told %v; want %d, %d, %d", text, r.Account, r.Paid, run.Notices,
				account, paid, notices)
		}
		if len(run.Refused[2]) != 1 || run.State.Realms[2].Account != 0 {
			t.Errorf("realm 2 took something back: %v", run.Refused[2])
		}
		back, err := realm.Decode(realm.Encode(run.State), w.at.Tables)
		if err != nil || back.Realms[1].Paid != paid {
			t.Errorf("stored as %d: %v", back.Realms[1].Paid, err)
		}
		w = w.with(run.State)
	}
	play("$G\n1 1 zurück\n1 500\n1 200 zurück\n", 250, 300, 1) // the first line came before anything was booked
	play("$G\n1 300 back\n", -50, 0, 0)                        // later
	play("$G\n1 1 Zurueck\n", -50, 0, 1)
	play(Rules().Payment(Rules().Payment("", 1, 400), 1, -500), 350, 400, 1)
}
