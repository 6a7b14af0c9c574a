package mail_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// Anna sends orders for the turn after, has a template come with her reports, and calls her orders
// not final, by mails through cron. The commands of the game master show it.
func TestOrdersAheadByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"early": "true", "early_wait": "30"})
	anna, bob := d.Players[0].Identity, d.Players[1].Identity
	d.Writes("anna@demo.test", "Zug 2", anna+" 2\n$N\n#2\nIn Zug zwei bin ich fort.\n#E\n$E\n")
	kept := d.One(stage.Anna)
	d.Says("the answer", kept.Subject, "[Probe Z1] Für Zug 2 aufgehoben: 1 Zeile")
	d.Says("the answer", kept.Body, "Jetzt läuft Zug 1; für ihn ändert sich nichts.")
	d.Says("status", d.Stands(), "ahead: 1 turn")
	d.Says("orders", d.Done("orders", d.Dir, "1"), "turn 1: no orders.", "Kept ahead: orders for turn 2.")
	d.Says("orders", d.Done("orders", d.Dir, "1", "2"), "In Zug zwei bin ich fort.",
		"Kept for turn 2; it is checked only when")

	d.Writes("anna@demo.test", "Zug 1", anna+"\n$S\nEntwurf ja\nVorlage ja\n$N\n#2\nHallo.\n#E\n$E\n")
	d.Says("the receipt", d.One(stage.Anna).Body, "Nicht endgültig: Diese Befehle zählen zur Frist",
		"Mit jedem Bericht kommt ab jetzt eine Befehlsdatei")
	d.Writes("bob@demo.test", "orders", bob+clitest.Recruits+"\n$N\n#1\nHello.\n#E\n$E\n")
	d.One(stage.Bob)
	d.Says("status", d.Stands(), "not final; ahead: 1 turn")
	d.Now = d.Now.AddDate(0, 0, 1)
	d.Cron()
	d.None(stage.Anna, stage.Bob)
	d.Writes("anna@demo.test", "Zug 1", anna+clitest.Recruits+"\n$S\nVorlage ja\n$N\n#2\nHallo, endlich.\n#E\n$E\n")
	d.Says("the receipt", d.One(stage.Anna).Body, "Alle Befehle sind da: Der Zug wird am ")
	d.Now = d.Now.AddDate(0, 0, 1)
	d.Cron()

	letters := d.Fresh(stage.Anna)
	if len(letters) != 2 {
		t.Fatalf("after the turn Anna gets %v", letters)
	}
	d.Says("the receipt", letters[0].Body, "Für diesen Zug angenommen: 1 Nachricht.", "für diesen Zug aufgehoben.")
	if file := letters[1].Files["SPIELZUG.TXT"]; !strings.HasPrefix(file, "$I 1 Passwort 2") {
		t.Errorf("the report has the files %v", letters[1].Files)
	}
	if _, has := d.One(stage.Bob).Files["ORDERS.TXT"]; has {
		t.Error("Bob has not wished for a template")
	}
	d.Says("orders", d.Done("orders", d.Dir, "1"), "In Zug zwei bin ich fort.")
	d.Says("the log", d.Done("log", d.Dir), "a letter with orders for turn 2 is kept",
		"orders sent ahead are in force now: 1 good, 0 bad")
	d.Done("verify", d.Dir)
}
