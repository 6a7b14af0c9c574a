package turns_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/conformance/harvest"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// lean makes each grain bring one, whatever the seed.
func lean(p *external.Protocol) { p.Seed.Most = 1 }

// hosted is a world on an engine in its second turn, whose players have read their first letters.
func hosted(t *testing.T, h *harvest.Engine, change ...func(*external.Protocol)) *worldtest.Game {
	b := worldtest.Found(t, harvest.Rules(t, h, append(change, lean)...), 2)
	b.Advance(b.ClockAt)
	b.Sent("", b.ClockAt)
	return b
}

// letterTo returns the text of the only letter to a realm's player.
func letterTo(t *testing.T, letters []outbox.Draft, realm int) outbox.Draft {
	t.Helper()
	to := func(d outbox.Draft) bool { return d.To == fmt.Sprintf("r%d@example.org", realm) }
	i := slices.IndexFunc(letters, to)
	if i < 0 || slices.ContainsFunc(letters[i+1:], to) {
		t.Fatalf("realm %d has not one letter of %d", realm, len(letters))
	}
	return letters[i]
}

func holds(t *testing.T, what, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

// Who joins before the first run is set up at once and gets one letter, with the password and the first report. Who joins
// behind it is set up by the next turn.
func TestSetUp(t *testing.T) {
	b := worldtest.Found(t, harvest.Rules(t, &harvest.Engine{}, lean), 0)
	join := func(name, mail string) string {
		added, err := players.AddRealms(b.World, []roster.Newcomer{{Joining: game.Joining{Name: name, Player: "P " + name,
			Lang: phrase.En}, Mail: mail}}, b.ClockAt)
		must(t, err)
		return added[0].Password
	}
	words := []string{join("Amsel", "r1@example.org"), join("Bussard", "r2@example.org")}
	b.Advance(b.ClockAt)
	join("Circe", "r3@example.org")
	letters := b.Sent("", b.ClockAt)
	if len(letters) != 3 {
		t.Fatalf("%d letters to three players", len(letters))
	}
	for n, name := range []string{"Amsel", "Bussard"} {
		d := letterTo(t, letters, n+1)
		holds(t, name+"'s letter", d.Text, fmt.Sprintf("Your faction has the number %d, and this is its first report.\n", n+1),
			"Harvest, year 0: "+name+"\n", "You have 100 of grain.\n", fmt.Sprintf("$I %d %s", n+1, words[n]), "Next: Turn 2.")
	}
	late := letterTo(t, letters, 3).Text
	holds(t, "the late one's letter", late, "Your faction has the number 3. The game's program sets it up with the next turn, "+
		"and then you get its first report.")
	b.Advance(worldtest.Friday)
	letters = b.Sent("", worldtest.Friday)
	holds(t, "the late one's second letter", letterTo(t, letters, 3).Text,
		"Your faction has the number 3, and this is its first report.", "Harvest, year 1: Circe\n", "You have 90 of grain.")
	// of 100, mice eat a tenth
	holds(t, "the letter of one who sent nothing", letterTo(t, letters, 1).Text,
		"Turn 2: the game's program has played the turn; you sent no orders.\n", "You have 90 of grain.")
}

// HELP offers a player what such a game has: its rules are one text, or none, and it gives no data, maps or pages.
func TestHostedHelp(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	b.World.Settings.Rule = nil
	b.World.Settings.Book = worldtest.Rules("Sow and reap.\n")
	german, english := b.Help(1, "HILFE").Text, b.Help(2, "HELP").Text
	holds(t, "the German help", german, "\n  REGELN: die Regeln, als Datei\n", "\n  Vorlage ja ")
	holds(t, "the English help", english, "\n  RULES: the rules, as a file\n", "\n  Template yes ")
	for _, wrong := range []string{"Daten ja", "Data yes", "KARTE", "MAP", "TISCH", "TABLE", "HANDBUCH", "MANUAL", "ÜBEN", "PRACTICE"} {
		if strings.Contains(german+english, wrong) {
			t.Errorf("%s is offered", wrong)
		}
	}
	d := b.Help(2, "RULES 7")
	holds(t, "the answer", d.Text, "There is no chapter 7 in the rules of this game.\n", "The rules are attached (RULES.TXT).\n")
	holds(t, "the page's answer", b.Help(2, "TABLE").Text, "This game has no page for your browser.\n")
	b.World.Settings.Book = func(string, phrase.Lang) func() string { return nil }
	if help := b.Help(2, "HELP").Text; strings.Contains(help, "RULES") {
		t.Errorf("rules that are not there are offered:\n%s", help)
	}
}

// A receipt in which the checker complains about one line, and one line is not for the program. The report says the same
// above the program's text, and has the letters.
func TestHostedTurn(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	b.Send(1, "#farm 1 \"PASSWORD\"\nsow 40\nreap all\n@PassWord x\nfarm 2 token\n$N\n#2\nHallo Bob\n#9\nWer da?\n#end\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\nsow 400\n$E\n", receipt.Taken)
	receipts := b.Sent("", b.ClockAt)
	const german = `Angenommen: 3 Zeilen gut, 3 fehlerhaft. Die guten gelten.
Reich 1 Reich1: Zug 2
Gelesen aus: dem Text des Briefs (UTF-8)
Ihr habt Zeit bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin). Ein neuer Brief bis dahin ersetzt diesen.

Fehlerhaft, gilt nicht (3 Zeilen):
  Zeile 4, Spalte 1: "PassWord" geht nicht an das Programm des Spiels: Darum kümmert sich dieses Spiel per Mail selbst.
      > @PassWord x
  Zeile 5, Spalte 1: "farm" geht nicht an das Programm des Spiels: Darum kümmert sich dieses Spiel per Mail selbst.
      > farm 2 token
  Zeile 9, Spalte 1: Ein Reich 9 gibt es im Spiel nicht.
      > #9

Angenommen, aber prüft, ob es so gemeint war (1 Zeile):
  Zeile 3, Spalte 1: Das Programm des Spiels sagt: "reap all" is no order: sow N
      > reap all

Das geschieht, wenn nichts dazwischenkommt:
  Zeile 2: 2 Zeilen gehen an das Programm des Spiels.
  Zeile 7: Die Nachricht geht an Reich Reich2 (2).
`
	if got := letterTo(t, receipts, 1).Text; got != german {
		t.Errorf("the receipt is\n%s", got)
	}
	holds(t, "the receipt", letterTo(t, receipts, 2).Text, "Accepted: 1 line good, with 1 warning.\n",
		"Line 2, column 1: The game's program says: you have 100 of grain\n      > sow 400\n",
		"Line 2: 1 line goes to the game's program.\n")
	row, err := gamemaster.Orders(b.World, 1, 2)
	must(t, err)
	var counts []string
	for _, l := range row.Orders {
		counts = append(counts, fmt.Sprint(l.Line, l.Counts))
	}
	if got := strings.Join(counts, ", "); got != "2 true, 3 true, 4 false, 5 false, 7 true, 9 false" {
		t.Errorf("the game master reads that of the orders %s count", got)
	}
	b.Advance(worldtest.Friday)
	letters := b.Sent("", worldtest.Friday)
	first, second := letterTo(t, letters, 1), letterTo(t, letters, 2)
	// 40 of 100 are sown and bring 40; of the 60 others mice eat 6
	holds(t, "the report's letter", first.Subject+"\n"+first.Text, "Bericht für Reich1: 3 Zeilen galten nicht\n",
		"Zug 2: Das Programm des Spiels hat den Zug gespielt.\n", "Zeile 5: \"farm\" geht nicht an das Programm",
		"    > farm 2 token\n", "  Not done: \"reap all\" is no order\n  You have 94 of grain.\n")
	holds(t, "the other's letter", second.Text, "Realm 1, Reich1, to you:\n> Hallo Bob\n", "You have 100 of grain.\n")
	var files []string
	for _, f := range second.Files {
		files = append(files, f.Name+" "+f.Type)
	}
	if got := strings.Join(files, ", "); got != "REPORT.TXT text/plain, almanac.txt text/plain, farm-2.json application/json" {
		t.Errorf("the report comes with %s", got)
	}
}

// A checker that fails keeps nobody's orders back.
func TestCheckerFails(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	b.Send(2, "$I 2 PASSWORD\nsow 10\nsleep\n", receipt.Taken)
	holds(t, "the receipt", b.Read(2), "Accepted: 2 lines good, with 1 warning.\n", "2 lines go to the game's program.\n",
		"They count all the same. It said: it was stopped after 5 s\n")
	b = hosted(t, &harvest.Engine{}, func(p *external.Protocol) { p.Check = external.Step{} })
	b.Send(2, "$I 2 PASSWORD\nsow 10\nsleep\n", receipt.Taken)
	holds(t, "the receipt", b.Read(2), "2 lines go to the game's program, not checked: this game has no checker.\n")
}

// sound verifies a world, and says how many turns were played again.
func sound(t *testing.T, b *worldtest.Game) (replayed int) {
	t.Helper()
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 {
		t.Errorf("verified: %q", v.Wrong)
	}
	for _, turn := range v.Turns {
		if turn.Replayed {
			replayed++
		}
	}
	return replayed
}

// A turn whose program fails changes nothing. A corrected sheet lets it go on; it is taken back and played again.
func TestHostedTurnFails(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	b.Send(1, "$I 1 PASSWORD\ncrash\n", receipt.Taken)
	_, err := turns.Advance(b.World, worldtest.Friday, false)
	var failed *game.Failed
	if !errors.Is(err, faults.ErrRules) || !errors.As(err, &failed) || failed.Always ||
		failed.What != "engine harvest: exit status 134: out of seed corn" || strings.Contains(err.Error(), "goroutine") {
		t.Fatalf("it fails with %v", err)
	}
	if letters := b.Sent("report", worldtest.Friday); len(letters) > 0 {
		t.Errorf("%d reports of a turn that failed", len(letters))
	}
	b.Send(1, "$I 1 PASSWORD\nsow 100\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	holds(t, "the report", b.Read(1), "You have 100 of grain.")
	if n := sound(t, b); n != 2 {
		t.Errorf("%d turns were verified", n)
	}
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "a mistake"}, worldtest.Friday)
	must(t, err)
	_, again, err := turns.Redo(b.World, worldtest.Friday)
	must(t, err)
	if again != (turns.Again{}) {
		t.Errorf("played again it is otherwise: %+v", again)
	}
	if n := sound(t, b); n != 2 {
		t.Errorf("%d turns were verified", n)
	}
}

// The setting-up is taken back before its letters have left: the password comes anew, in one letter.
func TestSetUpIsTakenBack(t *testing.T) {
	b := worldtest.Found(t, harvest.Rules(t, &harvest.Engine{}, lean), 0)
	_, err := players.AddRealms(b.World, []roster.Newcomer{{Joining: game.Joining{Name: "Amsel", Player: "A",
		Lang: phrase.En}, Mail: "r1@example.org"}}, b.ClockAt)
	must(t, err)
	b.Advance(b.ClockAt)
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "a mistake"}, b.ClockAt)
	must(t, err)
	_, _, err = turns.Redo(b.World, b.ClockAt)
	must(t, err)
	d := letterTo(t, b.Sent("", b.ClockAt), 1)
	_, rest, _ := strings.Cut(d.Text, "$I 1 ")
	word, _, _ := strings.Cut(rest, "\n")
	b.Passwords = append(b.Passwords, strings.TrimSpace(word))
	b.Send(1, "$I 1 PASSWORD\nsow 10\n", receipt.Taken)
}

// Another program plays no turn under the same version, and goes on under a higher one.
func TestAnotherProgram(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	b.Advance(worldtest.Friday)
	other := &harvest.Engine{Program: strings.Repeat("b", 64)}
	b.Reopen(harvest.Rules(t, other, lean))
	_, err := turns.Advance(b.World, worldtest.Friday, true)
	var failed *game.Failed
	if !errors.As(err, &failed) || !failed.Always {
		t.Fatalf("another program plays: %v", err)
	}
	holds(t, "the reason", failed.What, "Raise `version` in engine.toml above 1")
	b.Reopen(harvest.Rules(t, other, lean, func(p *external.Protocol) { p.Version = 2 }))
	_, err = turns.Advance(b.World, worldtest.Friday.Add(time.Minute), true)
	must(t, err)
	if n := sound(t, b); n != 1 {
		t.Errorf("%d turns of two programs were played again", n)
	}
}

// A founding that chance decides is stored, and verified by its sum.
func TestFoundedOnce(t *testing.T) {
	for _, once := range []bool{true, false} {
		foundings := 0
		h := &harvest.Engine{Found: func(files map[string][]byte) {
			foundings++
			files["seed"] = fmt.Append(nil, foundings)
		}}
		b := hosted(t, h, func(p *external.Protocol) { p.Once = once })
		v, err := turns.Verify(b.World)
		must(t, err)
		if sound := len(v.Wrong) == 0; sound != once {
			t.Errorf("once = %t: verified, %q is wrong", once, v.Wrong)
		}
		must(t, b.View(func(tx *store.Tx) error {
			if f, _ := chronicle.Founded(tx); f.Stored != once {
				t.Errorf("once = %t: it is stored: %t", once, f.Stored)
			}
			return nil
		}))
	}
}

// The game master changes a file by hand: verify and redo repeat that.
func TestHostedEdit(t *testing.T) {
	b := hosted(t, &harvest.Engine{})
	edit := func(name, base64 string) error {
		var was string
		must(t, b.ViewNow(func(_ *store.Tx, c chronicle.Current) error {
			was = external.Was(c.World.(*external.World).Files(), name)
			return nil
		}))
		_, err := gamemaster.Edit(b.World, []string{"file", name, was, base64}, "a lost file", false, b.ClockAt)
		return err
	}
	must(t, edit("farms.txt", "MSBBbXNlbAozIFgK")) // 1 Amsel, 3 X
	b.Advance(worldtest.Friday)
	_, err := turns.Undo(b.World, turns.UndoOptions{Why: "a mistake"}, worldtest.Friday)
	must(t, err)
	_, again, err := turns.Redo(b.World, worldtest.Friday)
	must(t, err)
	if again != (turns.Again{}) {
		t.Errorf("played again it is otherwise: %+v", again)
	}
	if n := sound(t, b); n != 2 {
		t.Errorf("%d turns were verified", n)
	}
	// a file that the turn has made is none from before it; one that it left as it was is the same
	must(t, edit("state.json", "e30="))
	must(t, edit("farms.txt", "MSBBCg=="))
	did, err := turns.Undo(b.World, turns.UndoOptions{Why: "a mistake", Edits: turns.EditsBefore}, worldtest.Friday)
	must(t, err)
	if len(did.Dropped) != 1 || !strings.HasPrefix(did.Dropped[0], "file state.json ") || len(did.Edited) != 1 {
		t.Errorf("dropped are %q, made again %q", did.Dropped, did.Edited)
	}
}

// Realms have the numbers that the program gives its factions.
func TestNumbersOfTheProgram(t *testing.T) {
	b := worldtest.Found(t, harvest.Rules(t, &harvest.Engine{}, lean, func(p *external.Protocol) { p.First = 1296 }), 0)
	b.Passwords = make([]string, 1299)
	for n := 1296; n < 1299; n++ {
		added, err := players.AddRealms(b.World, []roster.Newcomer{{Joining: game.Joining{Name: fmt.Sprint("Farm", n),
			Player: "P", Lang: phrase.En}, Mail: fmt.Sprintf("r%d@example.org", n)}}, b.ClockAt)
		must(t, err)
		b.Passwords[n] = added[0].Password
	}
	b.Advance(b.ClockAt)
	holds(t, "the first letter", b.Read(1297), "Your faction has the number 1297,", "Farm1296 (1296), Farm1298 (1298)", "LETTER 1296")
	b.Send(1297, "$I 1297 PASSWORD\nsow 10\n$N\n#1298\nHello\n$E\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	letters := b.Sent("report", worldtest.Friday)
	holds(t, "the letter", letterTo(t, letters, 1298).Text, "Realm 1297, Farm1297, to you:\n> Hello\n")
	// 10 of 100 are sown and bring 10; of the 90 others mice eat 9
	holds(t, "the report", letterTo(t, letters, 1297).Text, "You have 91 of grain.")
	if n := sound(t, b); n != 2 {
		t.Errorf("%d turns were verified", n)
	}
}

// A file of the program that has the name of one of ours gets another one.
func TestFileOfOurName(t *testing.T) {
	h := &harvest.Engine{Leave: map[string][]byte{"Deadline.ics": []byte("BEGIN:VCALENDAR\n"), "x.ics": nil}}
	b := hosted(t, h, func(p *external.Protocol) { p.Public = []string{"*.ics"} })
	b.Advance(worldtest.Friday)
	var files []string
	d := letterTo(t, b.Sent("", worldtest.Friday), 2)
	for _, f := range d.Files {
		files = append(files, f.Name)
	}
	if got := strings.Join(files, ", "); d.Event == nil || got != "REPORT.TXT, game-Deadline.ics, farm-2.json, x.ics" {
		t.Errorf("the report comes with %s, and %+v", got, d.Event)
	}
}
