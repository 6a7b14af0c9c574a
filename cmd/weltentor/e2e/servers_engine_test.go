//go:build servers

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// orchard copies the example's engine, which then has an order more: `crash` ends the program in the midst of a turn.
func orchard(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "orchard")
	stage.Must(t, os.CopyFS(dir, os.DirFS("../../../examples/engines/orchard")))
	program := filepath.Join(dir, "orchard.py")
	text, err := os.ReadFile(program)
	stage.Must(t, err)
	const begins = "def turn():\n"
	broken := strings.Replace(string(text), begins, begins+
		"    for n in range(1, 9):\n        if \"crash\" in lines(f\"orders-{n}\"):\n            sys.exit(f\"no ladder for {n}\")\n", 1)
	if broken == string(text) {
		t.Fatal("the example has no turn any more")
	}
	stage.Must(t, os.WriteFile(program, []byte(broken), 0o644))
	return dir
}

// TestRealServersEngine: three players and a late one play a game whose rules are a program of its own, behind its wall,
// over five years by real mail. There are a deadline, a missed turn, a wrong password, a letter with orders for two, a
// program that fails by one player's orders, and a turn taken back and played again. In the end every turn can be repeated.
//
//	apt-get install bubblewrap dovecot-imapd dovecot-lmtpd exim4-daemon-light
func TestRealServersEngine(t *testing.T) {
	p := stage.NewPlay(t, stage.AsBuilt(t), "", map[string]string{"gm.mail": `"` + stage.MasterAddress + `"`}, stage.RealServers(t),
		"--engine", orchard(t))
	p.Join("Apfelhof", "anna@demo.test", "de", game.UTF8)
	p.Join("Pear End", "bob@demo.test", "en", game.UTF8)
	report := func(who int) string { return reportIn(p.One(who).Files) }
	week := func() {
		p.Now = p.Now.AddDate(0, 0, 7)
		p.Cron()
	}
	p.Cron() // sets them up, at once
	p.Says("Anna's first report", report(stage.Anna), "Apfelhof (1), year 1", "You get an orchard.", "10 apple trees, 20 fruit and 0 cider")
	p.Says("Bob's first report", report(stage.Bob), "Pear End (2), year 1")

	p.Mail(stage.Anna, "plant 3\npress 20\npluck 7\n")
	p.Send("bob@demo.test", "orders", "$I 2 aaaa-bbbb-ccccc\npress 20\n")
	p.Cron()
	p.Says("Anna's receipt", p.One(stage.Anna).Body, "3 Zeilen gut, dazu 2 Hinweise", "this takes 20 fruit, and 14 will be left",
		"orders are plant N, press N, give N GROWER", "3 Zeilen gehen an das Programm des Spiels.")
	p.Says("Bob's refusal", p.One(stage.Bob).Subject, "Orders NOT accepted: wrong password")
	week() // Bob has missed it
	p.Says("Anna's second report", report(stage.Anna), "year 2", "Done: plant 3.", "Done: press 14.", "Not done: pluck 7", "13 apple trees")
	p.Says("Bob's second report", report(stage.Bob), "year 2", "10 apple trees", "0 cider")

	p.Join("Quince", "cilli@demo.test", "de", game.UTF8) // is set up by the next turn
	p.Cron()
	p.Says("Cilli's welcome", p.One(stage.Cilli).Body, "nächsten Zug")
	p.Mail(stage.Anna, "press 1\n")
	p.Mail(stage.Bob, "press 2\ncrash\n")
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	p.Got(stage.MasterAddress)
	p.Now = p.Now.AddDate(0, 0, 7)
	for range 3 { // it is tried once, and told once
		p.Now = p.Now.Add(5 * time.Minute)
		if code, out, errs := p.Run("cron", p.Dir); code != 75 || out+errs != "" {
			t.Errorf("cron: exit %d\n%s%s", code, out, errs)
		}
	}
	if told := p.Got(stage.MasterAddress); len(told) != 1 {
		t.Errorf("the game master has %v", told)
	} else {
		p.Says("the game master's letter", told[0].Body, "no ladder for 2", "Reich 2 Pear End")
	}
	p.Says("status", p.Stands(), "no ladder for 2")
	p.Says("what Anna hears", p.One(stage.Anna).Body, "Zug 3")
	p.Says("what Bob hears", p.One(stage.Bob).Body, "Turn 3")
	p.Got("cilli@demo.test")
	p.Mail(stage.Bob, "press 2\n")
	p.Cron()
	p.Says("Anna's third report", report(stage.Anna), "year 3", "Done: press 1.")
	p.Got("bob@demo.test")
	p.Says("Cilli's first report", report(stage.Cilli), "Quince (3), year 3", "You get an orchard.")

	p.Mail(stage.Anna, "give 5 2\n"+p.Players[stage.Cilli-1].Identity+"\npress 20\n") // she plays Quince, too
	p.Cron()
	receipts := p.Got("anna@demo.test")
	if len(receipts) != 1 {
		t.Errorf("Anna has %v", receipts)
	}
	p.Got("cilli@demo.test")
	week()
	fourth := report(stage.Anna)
	p.Says("Anna's fourth report", fourth, "year 4", "Done: give 5 2.")
	p.Says("Bob's fourth report", report(stage.Bob), "Apfelhof (1) gives you 5 fruit.")
	p.Got("cilli@demo.test")
	p.Done("undo", p.Dir, "--turn", "4", "--yes", "--why", "by mistake")
	p.Cron()
	p.Done("redo", p.Dir)
	p.Cron()
	again := p.Got("anna@demo.test")
	p.Says("the report that is played again", reportIn(again[len(again)-1].Files), fourth)
	p.Got("bob@demo.test")
	p.Got("cilli@demo.test")

	p.Mail(stage.Bob, "press 9\n")
	p.Cron()
	p.One(stage.Bob)
	week()
	week()
	for _, who := range []int{stage.Anna, stage.Bob, stage.Cilli} {
		last := p.Fresh(who)
		p.Says("the last report", reportIn(last[len(last)-1].Files), "year 6")
	}
	p.Says("status", p.Stands(), "ended")
	verified := p.Done("verify", p.Dir)
	for turn := 1; turn <= 6; turn++ {
		p.Says("verify", verified, "Turn "+strconv.Itoa(turn)+": replayed")
	}
}
