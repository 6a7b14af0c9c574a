//go:build servers

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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

// year is the report among the files of a letter.
func year(files map[string]string) string {
	for name, text := range files {
		if strings.HasPrefix(name, "report-") {
			return text
		}
	}
	return ""
}

// TestRealServersEngine: three players and a late one play a game whose rules are a program of its own, behind its wall,
// over five years by real mail. There are a missed turn, a wrong password, a program that fails in the second year,
// a turn taken back and played again. In the end each turn can be repeated.
//
//	apt-get install bubblewrap dovecot-imapd dovecot-lmtpd exim4-daemon-light
func TestRealServersEngine(t *testing.T) {
	p := stage.NewPlay(t, stage.AsBuilt(t), "", map[string]string{"engine": `"` + orchard(t) + `"`}, stage.RealServers(t))
	p.Join("Apfelhof", "anna@demo.test", "de", game.UTF8)
	p.Join("Pear End", "bob@demo.test", "en", game.UTF8)
	p.Cron()
	for _, who := range []int{stage.Anna, stage.Bob} {
		first := p.One(who)
		p.Says("the first report", year(first.Files), "You get an orchard.", "20 fruit")
	}

	p.Mail(stage.Anna, "plant 3\npress 20\npluck 7\n")
	p.Send("bob@demo.test", "orders", regexp.MustCompile(`\S+$`).ReplaceAllString(p.Players[stage.Bob-1].Identity, "wrong-pass-word1")+"\npress 20\n")
	p.Cron()
	p.Says("Anna's receipt", p.One(stage.Anna).Body, "this takes 20 fruit, and 14 will be left",
		"plant NUMBER, press NUMBER and give NUMBER GROWER are the orders")
	p.Says("Bob's refusal", p.One(stage.Bob).Body, "password")
	p.Now = p.Now.AddDate(0, 0, 7) // Bob has missed this turn
	p.Cron()
	p.Says("Anna's second report", year(p.One(stage.Anna).Files), "Done: plant 3.", "Done: press 14.", "Not done: pluck 7", "13 apple trees")
	p.Says("Bob's second report", year(p.One(stage.Bob).Files), "You pick", "10 apple trees")

	p.Join("Quince", "cilli@demo.test", "de", game.UTF8) // is set up by the next turn
	p.Cron()
	p.Got("cilli@demo.test")
	p.Mail(stage.Anna, "press 1\n")
	p.Mail(stage.Bob, "crash\n")
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	p.Now = p.Now.AddDate(0, 0, 7)
	for range 3 { // it is tried once, and said once
		p.Now = p.Now.Add(5 * 60e9)
		_, out, errs := p.Run("cron", p.Dir)
		t.Log(out, errs)
	}
	t.Log(p.Got("anna@demo.test"), p.Got("bob@demo.test"), p.Got("master@demo.test"))
	p.Mail(stage.Bob, "press 2\n")
	p.Cron()
	t.Log(p.Got("anna@demo.test"), p.Got("bob@demo.test"), p.Got("cilli@demo.test"))
	p.Done("verify", p.Dir)
}
