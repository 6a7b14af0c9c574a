package mail_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders"
	"weltentor/resolve/gamemaster"
	"weltentor/worlds"
)

// ordersOf asks `orders --json`.
func ordersOf(d *clitest.Table, args ...string) (o ordersJSON) {
	d.T.Helper()
	if err := json.Unmarshal([]byte(d.Done(append([]string{"orders", "--json", d.Dir}, args...)...)), &o); err != nil {
		d.T.Fatal(err)
	}
	return o
}

// The orders in force are shown with their problems and the letter that brought them, also after the turn.
func TestOrdersInForce(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Lists("before any letter", d.Done("orders", d.Dir, "1"), "Realm 1 Moorland, turn 1: no orders.")
	if o := ordersOf(d, "1"); o.Orders == nil || o.Letters == nil || o.Problems == nil || !o.Open || !o.Checked {
		t.Errorf("without orders: %+v", o)
	}
	d.Mail("one", identity+"\n$N\n#M\nIst hier jemand?\n#E\n$A\nR.L 99 0 V+\n$E\n")
	d.Done("poll", d.Dir)
	for _, turn := range [][]string{nil, {"1"}} {
		said := d.Done(append([]string{"orders", d.Dir, "1"}, turn...)...)
		d.Lists("orders", said, "Realm 1 Moorland, turn 1: 2 orders, of 2027-03-01 12:00 UTC. By letter:\n",
			"  (1)  2027-03-01 12:00 UTC  "+clitest.Player+`  "Zug"  <one@test.example>`+"\n",
			"$A\n    7 (1)  R.L 99 0000000000000 V+  [does not count]\n",
			"$N\n    3 (1)  #M\n           Ist hier jemand?\n", "\n7:1: error: ")
	}
	o := ordersOf(d, "1")
	if len(o.Letters) != 1 || o.Letters[0].MessageID != "<one@test.example>" || o.Letters[0].ByHand ||
		len(o.Orders) != 2 || o.Problems[0].Line != 7 || o.Problems[0].Text == "" {
		t.Errorf("%+v", o)
	}
	d.Now = d.Now.Add(time.Hour)
	byHand := d.Args("submit", d.Dir, "-", "--realm", "1")
	if code, _, errs := clitest.Run(t, "$N\n#M\nVon Hand.\n#E\n", byHand...); code != complaint.ExitDone {
		t.Fatalf("submit: exit %d, %s", code, errs)
	}
	d.Lists("entered by hand", d.Done("orders", d.Dir, "1"), "(2)  2027-03-01 13:00 UTC  by hand", "Von Hand.")
	before := ordersOf(d, "1")
	d.Done("turn", d.Dir, "--force", "--yes")
	after := ordersOf(d, "1", "1")
	if !before.Open || after.Open || !slices.Equal(before.Orders, after.Orders) ||
		!slices.Equal(before.Letters, after.Letters) || !before.Letters[1].ByHand {
		t.Errorf("in force %+v\ngone by  %+v", before, after)
	}
	d.Lists("the next turn", d.Done("orders", d.Dir, "1"), "turn 2: no orders.")
	for _, c := range []struct {
		args string
		exit int
		says string
	}{{"9", complaint.ExitUsage, "no realm 9"}, {"1 3", complaint.ExitNo, "there is no turn 3; turn 2 awaits orders"},
		{"1 0", complaint.ExitNo, "no turn 0"}} {
		code, _, errs := d.Run(append([]string{"orders", d.Dir}, strings.Fields(c.args)...)...)
		if code != c.exit || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %q", c.args, code, errs)
		}
	}
}

// Where a later letter comes to an earlier one instead of replacing it, each order has the letter that
// brought it.
func TestOrdersOfSeveralLetters(t *testing.T) {
	t.Parallel()
	merging := 0
	for _, rb := range worlds.Rulebooks() {
		sections := rb.Language().Sections
		at := slices.IndexFunc(sections, func(s orders.Section) bool { return s.Kind == orders.Messages })
		if at < 0 {
			continue // players of this game write no letters in it
		}
		section := "\n$" + string(rune(sections[at].Letter)) + "\n#M\n"
		d := clitest.NewTableOf(t, "--rulebook", rb.Name())
		identity := d.Join()
		d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Graumark", "--player", "Jost", "--mail", clitest.Master)
		d.Mail("one", identity+section+"Eins.\n#E\n")
		d.Done("poll", d.Dir)
		d.Now = d.Now.Add(time.Hour)
		d.Mail("two", identity+section+"Zwei.\n#E\n")
		d.Done("poll", d.Dir)
		said := d.Done("orders", d.Dir, "1")
		last := "(1)"
		if strings.Contains(said, "Eins.") {
			merging++
			last = "(2)"
			d.Lists("orders", said, "(1)  2027-03-01 12:00 UTC", "<one@test.example>", "(1)  #M\n           Eins.")
		}
		d.Lists("orders", said, last+"  2027-03-01 13:00 UTC", "<two@test.example>", last+"  #M\n           Zwei.")
	}
	if merging == 0 {
		t.Error("no game lets a letter come to the one before")
	}
}

// What an order or a subject says moves no cursor.
func TestOrdersAreShownPlain(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+"\n$N\n#M\nrot \x1b[31m\n#E\n")
	d.Done("poll", d.Dir)
	for _, out := range []string{d.Done("orders", d.Dir, "1"), d.Done("orders", "--json", d.Dir, "1")} {
		if strings.Contains(out, "\x1b") || !strings.Contains(out, "rot ") {
			t.Errorf("%q", out)
		}
	}
}

type ordersJSON struct {
	gamemaster.OrdersRow
	Problems []clitest.ProblemJSON `json:"problems"`
}
