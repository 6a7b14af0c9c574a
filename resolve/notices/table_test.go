package notices_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// tableOf reads the data of a table.
func tableOf(t testing.TB, data string) (g game.Table) {
	t.Helper()
	must(t, json.Unmarshal([]byte(data), &g))
	return g
}

// Players can get the data of their page with each report: what the realm knows, its report as data, and the turn that
// awaits orders with its deadline. The command makes the same data.
func TestTableWithReports(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2, func(s *world.Settings) { s.Program = "9.9" })
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nTisch ja\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text,
		"Mit jedem Bericht kommen ab jetzt die Daten für Euren Tisch (JSON).\n")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	got := reports(b)
	with := got["r1@example.org"]
	if len(with.Files) != 2 || len(got["r2@example.org"].Files) != 1 {
		t.Fatalf("%+v", got)
	}
	data, _ := fileOf(with, "TISCH.json")
	g := tableOf(t, data)
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	deadline, err := time.Parse(time.RFC3339, g.Deadline)
	must(t, err)
	if !deadline.Equal(s.Deadline) || !strings.HasSuffix(g.Deadline, "+01:00") {
		t.Errorf("the deadline is %s, not %s", g.Deadline, s.Deadline)
	}
	report, err := turns.Facts(b.World, 1, 1)
	must(t, err)
	if told, _ := json.Marshal(g.Facts); string(told)+"\n" != string(report) || g.Facts.Seal == nil {
		t.Errorf("it has\n%s\nnot\n%s", told, report)
	}
	must(t, b.World.Ask(1, func(c chronicle.Current) {
		if string(g.Known) != string(c.World.Known(1)) {
			t.Errorf("it knows %s", g.Known)
		}
	}))
	g.Deadline, g.Facts, g.Known = "", game.Facts{}, nil
	if want := (game.Table{Schema: 1, Program: "9.9", Rulebook: "tiny", Rules: 1, World: "Bovistan",
		Address: "spiel@example.org", Realm: 1, Lang: "de", Turn: 2, Tables: "# none\n"}); !sameTable(g, want) {
		t.Errorf("%+v", g)
	}
	laid, err := notices.Laid(b.World, 1, -1)
	must(t, err)
	if string(laid) != data {
		t.Errorf("the command lays\n%s\nthe letter had\n%s", laid, data)
	}
	again, err := b.Draft(b.WaitingReport(1, 1))
	must(t, err)
	if twice, _ := fileOf(again, "TISCH.json"); twice != data {
		t.Errorf("written again it is another:\n%s\n%s", twice, data)
	}
	b.Send(1, "$I 1 PASSWORD 2\n$S\nTisch nein\n$A\ndig 1\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD 2\n$S\nTable yes\n$A\ndig 1\n", receipt.Taken)
	got = reports(b)
	if _, has := fileOf(got["r1@example.org"], "TISCH.json"); has {
		t.Error("it still comes")
	}
	if data, _ = fileOf(got["r2@example.org"], "TABLE.json"); tableOf(t, data).Lang != "en" {
		t.Errorf("%s", data)
	}
	b.Verified()
}

func sameTable(a, b game.Table) bool {
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(b)
	return string(one) == string(other)
}

// Orders that were kept for the turn are in the table, without the password. A player who is proven by a signature
// needs none. Whoever wishes for the file gets it beside the link.
func TestTableHasOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1, byLink)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nTisch\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 5\n", receipt.Ahead)
	with := reports(b)["r1@example.org"]
	data, _ := fileOf(with, "TISCH.json")
	g := tableOf(t, data)
	if !strings.Contains(g.Orders, "dig 5") || strings.Contains(data, b.Passwords[1]) || g.Bare ||
		g.Page != "https://example.org/bovistan/t/tiny.html" {
		t.Errorf("%s", data)
	}
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 6\n", receipt.Taken)
	reports(b)
	laid := func(turn int) game.Table {
		t.Helper()
		data, err := notices.Laid(b.World, 1, turn)
		must(t, err)
		return tableOf(t, string(data))
	}
	if g := laid(1); g.Turn != 2 || g.Facts.Turn != 1 || g.Deadline != "" || !strings.Contains(g.Orders, "dig 6") {
		t.Errorf("%+v", g)
	}
	if g := laid(0); g.Turn != 1 || g.Facts.Turn != 0 || !strings.Contains(g.Orders, "dig 1") {
		t.Errorf("%+v", g)
	}
	if g := laid(2); g.Turn != 3 || g.Deadline == "" || g.Orders != "" {
		t.Errorf("%+v", g)
	}
	if _, err := notices.Laid(b.World, 1, 3); !errors.Is(err, faults.ErrReport) {
		t.Errorf("turn 3: %v", err)
	}
	if _, err := notices.Laid(b.World, 7, 1); !errors.Is(err, faults.ErrRealm) {
		t.Errorf("realm 7: %v", err)
	}
	b.Reopen(worldtest.Tiny{Chart: true}, func(s *world.Settings) { s.Auth = world.ByDKIM })
	if g := laid(2); !g.Bare || g.Page != "" {
		t.Errorf("%+v", g)
	}
}

// A table that would make the letter too large is left out, and the letter says so. If it packs well, it may have more
// bytes.
func TestTableTooLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size  int
		noise bool
		fits  bool
	}{{notices.MostData, false, false}, {notices.MostData / 2, false, true}, {notices.MostPacked / 2 * 3, true, true},
		{notices.MostPacked * 3, true, false}} {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true, Facts: c.size, Noise: c.noise}, 1)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nTisch ja\n", receipt.Taken)
		with := reports(b)["r1@example.org"]
		if _, has := fileOf(with, notices.TableName(phrase.De)); has != c.fits {
			t.Errorf("%+v: it is there: %v", c, has)
		}
		if !c.fits {
			worldtest.Has(t, with.Text,
				"Die Daten für Euren Tisch sind zu groß für einen Brief. Bittet die Spielleitung um die Datei.\n")
		}
	}
}

// Data that cannot be packed count as they are.
func TestPackedSize(t *testing.T) {
	t.Parallel()
	if n := notices.PackedSize(make([]byte, 1<<20)); n > 5000 {
		t.Errorf("zeros have %d bytes", n)
	}
	if n := notices.PackedSize(worldtest.Noise(1<<20, 1)); n < 1<<20 {
		t.Errorf("noise has %d bytes", n)
	}
}

// A substitute whose turns are over gets the turn's table with the report, but not the orders for the next turn.
func TestTableOfSubstitute(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Table = true })
		return err
	}))
	b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 5\n", receipt.Ahead)
	b.Send(2, "$I 2 PASSWORD 3\n$A\ndig 6\n", receipt.Ahead)
	for turn, want := range []string{"dig 5", ""} {
		got := reports(b)
		player, _ := fileOf(got["r2@example.org"], "TABLE.json")
		substitute, _ := fileOf(got[worldtest.Ann], "TABLE.json")
		g := tableOf(t, player)
		if player != substitute || g.Turn != turn+2 || !strings.Contains(g.Orders, want) ||
			(want == "") != (g.Orders == "") {
			t.Errorf("after turn %d:\n%s\n%s", turn+1, player, substitute)
		}
	}
}

// If a mail server refuses a page, that says nothing about the address. The game master is not told, and later letters
// are sent as usual. The player is told on asking again.
func TestRefusedPage(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Page = worldtest.Paged("1") })
	b.Sent("", b.ClockAt)
	ask := func(subject string) {
		t.Helper()
		l := b.Letter(1, "")
		l.Subject = subject
		if a := b.Accept(l); a.Fate != receipt.Served {
			t.Fatalf("%+v", a)
		}
	}
	ask("TISCH")
	o := b.NextLetter(b.ClockAt)
	must(t, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Permanent, Text: "552 no scripts here"}))
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if len(s.Undelivered) != 0 || b.Row(o.ID).State != outbox.Failed {
		t.Errorf("%+v %+v", s.Undelivered, b.Row(o.ID))
	}
	if told := b.Sent("", b.ClockAt); len(told) != 0 {
		t.Errorf("%+v", told)
	}
	ask("TISCH")
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Die Seite ging vor weniger als einem Tag ab und kam nicht an. "+
		"TISCH versucht es wieder ab ", "Der Mailserver hat diesen Brief abgelehnt (552 no scripts here). "+
		"Bittet die Spielleitung, die Seite ins Netz zu stellen.\n")
	ask("BEFEHLE")
	if got := b.Sent("receipt", b.ClockAt); len(got) != 1 || got[0].To != "r1@example.org" {
		t.Errorf("%+v", got)
	}
	b.ClockAt = b.ClockAt.Add(25 * time.Hour)
	ask("TISCH NEU")
	o = b.NextLetter(b.ClockAt)
	must(t, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	ask("TISCH")
	if got := b.Sent("receipt", b.ClockAt)[0]; strings.Contains(got.Text, "abgelehnt") {
		t.Errorf("%s", got.Text)
	}
	b.Bounce([]string{o.MessageID}, "554 no", false)
	if told := b.Sent("", b.ClockAt); len(told) != 0 {
		t.Errorf("%+v", told)
	}
}

// A page that was sent to a substitute, or to another address of the player, uses up nobody else's. Each address has
// its own day.
func TestPagesOfEachAddress(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	const other = "r2@mobile.example.org"
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Page = worldtest.Paged("1") })
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Mail = append(r.Mail, other) })
		return err
	}))
	const first, soon = "TABLE.ZIP contains your page", "The page was sent to you less than a day ago;"
	for _, step := range []struct{ from, subject, says string }{
		{worldtest.Ann, "TABLE", first}, {"r2@example.org", "TABLE", first}, {worldtest.Ann, "TABLE", soon}, {other, "TABLE AGAIN", first},
		{other, "TABLE AGAIN", soon}, {"r2@example.org", "TABLE AGAIN", soon}, {"r2@example.org", "TABLE", soon},
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		l := b.Newcomer(step.from, step.subject)
		l.Text = ""
		if a := b.Accept(l); a.Fate != receipt.Served {
			t.Fatalf("%+v: %+v", step, a)
		}
		got := b.Sent("receipt", b.ClockAt)
		if len(got) != 1 || got[0].To != step.from || (step.says == first) != (got[0].Zip != "") {
			t.Fatalf("%+v: %+v", step, got)
		}
		worldtest.Has(t, got[0].Text, step.says)
	}
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Mail = r.Mail[:1] })
		if err == nil {
			_, err = roster.ChangeRealm(tx, 1, func(r *roster.RealmRecord) { r.Mail = []string{other} })
		}
		return err
	}))
	_, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
	must(t, err)
	must(t, b.View(func(tx *store.Tx) error {
		rec, _ := roster.Get(tx, 2)
		if to := rec.PagesTo(); len(to) != 2 || address.Contains(to, other) {
			t.Errorf("pages were sent to %v", to)
		}
		return nil
	}))
}

// The table of a game that was closed early says that it is over, although its rules would go on.
func TestTableOfClosedGame(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nTisch ja\n", receipt.Taken)
	for _, over := range []bool{false, true} {
		if over {
			_, err := schedule.Close(b.World, 2, "Genug.", b.ClockAt)
			must(t, err)
		}
		data, _ := fileOf(reports(b)["r1@example.org"], notices.TableName(phrase.De))
		laid, err := notices.Laid(b.World, 1, -1)
		must(t, err)
		if g := tableOf(t, data); g.Over != over || (g.Deadline == "") != over || string(laid) != data {
			t.Errorf("over %v:\n%s\n%s", over, data, laid)
		}
	}
}
