package notices_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// reports plays the turn and returns the letters with its reports, by address.
func reports(b *worldtest.Game) map[string]outbox.Draft {
	b.T.Helper()
	b.Sent("", b.ClockAt)
	now, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(b.T, err)
	b.Advance(now.Deadline)
	now, err = gamemaster.StatusOf(b.World, b.ClockAt)
	must(b.T, err)
	b.ClockAt = now.LastTurn
	got := map[string]outbox.Draft{}
	for _, d := range b.Sent("report", b.ClockAt) {
		got[d.To] = d
	}
	return got
}

// fileOf returns a file of a letter, by its name.
func fileOf(d outbox.Draft, name string) (data string, found bool) {
	for _, f := range d.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// Players can get each report as data, too, from the turn in which their orders say so until they say otherwise. The
// letter is the same whenever it is rendered, and other players' letters do not change.
func TestDataWithReports(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nDaten ja\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text,
		"Mit jedem Bericht kommen ab jetzt seine Daten, für Programme (JSON).\n")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	got := reports(b)
	with, without := got["r1@example.org"], got["r2@example.org"]
	if len(with.Files) != 2 || len(without.Files) != 1 {
		t.Fatalf("%+v\n%+v", with.Files, without.Files)
	}
	data, _ := fileOf(with, "ERGEBNIS.json")
	var facts game.Facts
	must(t, json.Unmarshal([]byte(data), &facts))
	if with.Files[1].Type != "application/json" || with.Files[1].Charset != "" || !strings.HasSuffix(data, "}\n") {
		t.Errorf("%+v", with.Files[1])
	}
	report, _ := fileOf(with, "ERGEBNIS.TXT")
	if want := fmt.Sprintf("Zug 1. Im Schatz: %d\n", facts.Money[0].Amount); report != want || facts.Turn != 1 ||
		facts.Realm.Number != 1 || facts.Lang != phrase.De || len(facts.Weeks[0].Events) != 1 {
		t.Errorf("the report says %q, its data %s", report, data)
	}
	again, err := b.Draft(b.WaitingReport(1, 1))
	must(t, err)
	if twice, _ := fileOf(again, "ERGEBNIS.json"); twice != data || again.Text != with.Text {
		t.Errorf("written again it is another:\n%s\n%s", twice, data)
	}
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 1\n", receipt.Taken) // does not mention it
	b.Send(2, "$I 2 PASSWORD 2\n$S\nData yes\n$A\ndig 1\n", receipt.Taken)
	got = reports(b)
	data, _ = fileOf(got["r2@example.org"], "REPORT.json")
	facts = game.Facts{}
	must(t, json.Unmarshal([]byte(data), &facts))
	if facts.Lang != phrase.En || facts.Turn != 2 {
		t.Errorf("%s", data)
	}
	if _, still := fileOf(got["r1@example.org"], "ERGEBNIS.json"); !still {
		t.Error("a letter that says nothing of it has ended it")
	}
	b.Send(1, "$I 1 PASSWORD 3\n$A\ndig 1\n$S\nDaten nein\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Mit dem Bericht kommen keine Daten mehr.\n")
	if _, still := fileOf(reports(b)["r1@example.org"], "ERGEBNIS.json"); still {
		t.Error("they still come")
	}
	b.Verified()
}

// A held turn has the same data when it is released, although it was played long before.
func TestDataOfHeldTurn(t *testing.T) {
	t.Parallel()
	told := func(hold bool) string {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nDaten\n", receipt.Taken)
		b.Sent("", b.ClockAt)
		at := b.Waits(b.ClockAt, "waits-deadline-in").Deadline
		if hold {
			_, err := turns.Hold(b.World, at, false)
			must(t, err)
			_, _, err = turns.Release(b.World, at)
			must(t, err)
		} else {
			b.Advance(at)
		}
		data, _ := fileOf(b.Sent("report", at)[0], "ERGEBNIS.json")
		return data
	}
	if at, later := told(false), told(true); at != later || !strings.Contains(at, `"turn":1`) {
		t.Errorf("at once:\n%s\nreleased:\n%s", at, later)
	}
}

// Data that would make the letter too large are left out, and the letter says so.
func TestDataTooLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size int
		fits bool
	}{{notices.MostData - 2000, true}, {notices.MostData, false}} {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true, Facts: c.size}, 1)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nDaten ja\n", receipt.Taken)
		with := reports(b)["r1@example.org"]
		if _, has := fileOf(with, "ERGEBNIS.json"); has != c.fits {
			t.Errorf("%d bytes: they are there: %v", c.size, has)
		}
		if !c.fits {
			worldtest.Has(t, with.Text,
				"Als Daten ist Euer Bericht zu groß für einen Brief. Bittet die Spielleitung um die Datei.\n")
		}
	}
}

// A new player of a realm has not asked for data.
func TestDataGoWithThePlayer(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nDaten ja\n", receipt.Taken)
	reports(b)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Erbe", Mail: "erbe@example.org", Lang: phrase.En}, b.ClockAt))
	got := b.Sent("report", b.ClockAt)
	if len(got) != 1 || got[0].To != "erbe@example.org" || len(got[0].Files) != 1 {
		t.Errorf("%+v", got)
	}
}

// A report 0 that is written anew has the data of the realm as it is now.
func TestDataOfFirstReport(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
	reports(b)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Spät", Player: "Sven", Lang: phrase.En}, "r2@example.org", b.ClockAt)
	must(t, err)
	must(t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, 2, func(r *roster.RealmRecord) { r.Data = true })
		return err
	}))
	b.Undo(b.ClockAt)
	letters := b.Sent("report", b.ClockAt)
	if len(letters) != 1 || letters[0].To != "r2@example.org" {
		t.Fatalf("%+v", letters)
	}
	data, _ := fileOf(letters[0], "REPORT.json")
	var facts game.Facts
	must(t, json.Unmarshal([]byte(data), &facts))
	if facts.Turn != 0 || facts.Realm.Number != 2 || len(facts.Weeks) != 0 {
		t.Errorf("%s", data)
	}
}

// The size that decides whether a letter's files are zipped includes the data.
func TestDataCountForTheZip(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"Daten nein": "", "Daten ja": "ERGEBNIS.ZIP"} {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1, func(s *world.Settings) { s.ZipAbove = 100 })
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\n"+line+"\n", receipt.Taken)
		if got := reports(b)["r1@example.org"]; got.Zip != want {
			t.Errorf("%s: the ZIP is %q", line, got.Zip)
		}
	}
}

// A game without data says so to whoever wishes it with their orders, or asks by command. Its letters are as ever.
func TestGameWithoutData(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true, NoData: true}, 2)
	for realm, c := range map[int]struct{ wish, says string }{
		1: {"Daten ja\nTisch ja", "Dieses Spiel gibt keine Daten. Mit Euren Berichten kommen also keine, nur der Text.\n"},
		2: {"data yes", "This game gives no data. So none come with your reports, only the text.\n"},
	} {
		b.Sent("", b.ClockAt)
		b.Send(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n$S\n%s\n", realm, c.wish), receipt.Taken)
		text := b.Sent("receipt", b.ClockAt)[0].Text
		if worldtest.Has(t, text, c.says); strings.Contains(text, "(JSON)") {
			t.Errorf("data are promised:\n%s", text)
		}
	}
	for to, d := range reports(b) {
		if _, found := fileOf(d, "ERGEBNIS.json"); found {
			t.Errorf("%s gets data", to)
		}
	}
	_, err := turns.Facts(b.World, 1, 1)
	var told wording.Telling
	if !errors.Is(err, faults.ErrReport) || !errors.As(err, &told) {
		t.Fatalf("asked by command: %v", err)
	}
	for lang, says := range map[phrase.Lang]string{phrase.De: "dieses Spiel gibt keine Daten, nur den Text der Berichte",
		phrase.En: "this game gives no data, only the text of reports"} {
		if got := told.In(lang); got != says {
			t.Errorf("%s, want %s", got, says)
		}
	}
}

// The report of any turn is available as data: as it was sent, or otherwise by replaying the turn. If it cannot be
// replayed any more, the data that were sent are still there.
func TestFactsOfATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Drei", Player: "Dora", Lang: phrase.En}, "r3@example.org", worldtest.Day0)
	must(t, err)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nDaten ja\n", receipt.Taken)
	sent, _ := fileOf(reports(b)["r1@example.org"], "ERGEBNIS.json")
	reports(b)
	facts := func(realm, turn int) (f game.Facts, data []byte) {
		t.Helper()
		data, err := turns.Facts(b.World, realm, turn)
		must(t, err)
		must(t, json.Unmarshal(data, &f))
		return f, data
	}
	if _, data := facts(1, 1); string(data) != sent {
		t.Errorf("sent was\n%s\nnow it is\n%s", sent, data)
	}
	if f, _ := facts(2, 1); f.Turn != 1 || f.Realm.Number != 2 || f.Lang != phrase.En {
		t.Errorf("%+v", f)
	}
	if f, _ := facts(2, -1); f.Turn != 2 {
		t.Errorf("the newest is of turn %d", f.Turn)
	}
	if f, _ := facts(3, 0); f.Turn != 0 || f.Realm.Name != "Drei" || len(f.Weeks) != 0 {
		t.Errorf("%+v", f)
	}
	fails := func(realm, turn int, is error, says string) {
		t.Helper()
		if _, err := turns.Facts(b.World, realm, turn); !errors.Is(err, is) || !strings.Contains(err.Error(), says) {
			t.Errorf("realm %d, turn %d: %v", realm, turn, err)
		}
	}
	fails(2, 3, faults.ErrReport, "no report of turn 3")
	fails(9, 1, faults.ErrRealm, "9")
	b.Reopen(worldtest.Tiny{Chart: true, Edition: 2})
	fails(2, 1, faults.ErrReport, "turn 1 was played by other rules; neither data nor a full report can be made of it any more")
	fails(2, 0, faults.ErrReport, "turn 1 was played by other rules")
	if _, data := facts(1, 1); string(data) != sent {
		t.Errorf("by other rules: sent was\n%s\nnow it is\n%s", sent, data)
	}
}

// A realm that joined later has its report 0 from the first state that contains it.
func TestFactsOfLateReport(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
	reports(b)
	_, password, err := players.AddRealm(b.World, game.Joining{Name: "Spät", Player: "Sven", Lang: phrase.En},
		"r2@example.org", b.ClockAt)
	must(t, err)
	b.Passwords = append(b.Passwords, password)
	gold := func() int64 {
		t.Helper()
		data, err := turns.Facts(b.World, 2, 0)
		must(t, err)
		var f game.Facts
		must(t, json.Unmarshal(data, &f))
		return f.Money[0].Amount
	}
	before := gold()
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	reports(b)
	if after := gold(); after != before {
		t.Errorf("at the beginning there were %d, now it is said %d", before, after)
	}
}
