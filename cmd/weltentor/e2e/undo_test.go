package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// season is a game by mail, played with the built program.
type season struct{ *stage.Play }

// founded makes a season of two players whose first reports have left.
func founded(t *testing.T, settings map[string]string) season {
	t.Helper()
	d := season{stage.NewPlay(t, stage.AsBuilt(t), "", settings, stage.EmbeddedFor(t), "--size", "40x30")}
	d.Join("Moorland", "anna@demo.test", "de", game.UTF8)
	d.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
	d.Cron()
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	return d
}

// fails runs a command that must be refused with exit code 2, and returns what it printed.
func (d season) fails(args ...string) string {
	d.T.Helper()
	code, out, errs := d.Run(args...)
	if code != exitUsage {
		d.T.Fatalf("%v: exit %d\n%s%s", args, code, out, errs)
	}
	return out + errs
}

// missed returns the player of a realm, and how many turns in a row were missed.
func (d season) missed(realm int) (player string, missed int) {
	d.T.Helper()
	var said struct {
		Realms []struct {
			Number, Missed int
			Player         string
		}
	}
	if err := json.Unmarshal([]byte(d.Done("realm", "list", d.Dir, "--json")), &said); err != nil {
		d.T.Fatal(err)
	}
	for _, r := range said.Realms {
		if r.Number == realm {
			return r.Player, r.Missed
		}
	}
	d.T.Fatalf("there is no realm %d", realm)
	return "", 0
}

// A player takes over a realm whose player missed turns, and begins anew. That stays so through undo, redo, a restored
// backup, and a turn that is held and discarded; later the realm stays hers.
func TestAStandingBelongsToThePlayer(t *testing.T) {
	t.Parallel()
	d := founded(t, map[string]string{"missed": `["2 warn", "3 offer"]`})
	force := []string{"turn", d.Dir, "--force", "--yes"}
	d.Done(force...)
	d.Done(force...)
	if _, n := d.missed(2); n != 2 {
		t.Fatalf("realm 2 has missed %d turns", n)
	}
	d.Done("realm", "free", d.Dir, "2", "--player", "Gina", "--mail", "cilli@demo.test", "--yes")
	gina := func(when string, want int) {
		t.Helper()
		if player, n := d.missed(2); player != "Gina" || n != want {
			t.Errorf("%s: %s has missed %d turns in a row, want %d", when, player, n, want)
		}
	}
	gina("taken over", 0)
	d.Says("undo", d.Done("undo", d.Dir, "--turn", "2", "--yes", "--why", "x"),
		"After the turn, realm 2 Fenmark got another player. It stays with Gina.")
	gina("after undo", 0)
	if _, n := d.missed(1); n != 1 {
		t.Errorf("realm 1 has missed %d turns after undo", n)
	}
	backup := d.Dir + ".db"
	d.Done("backup", d.Dir, backup)
	if out := d.Done("redo", d.Dir); strings.Contains(out, "Other orders") {
		t.Errorf("no orders are others:\n%s", out)
	}
	gina("after redo", 0)
	if report := d.Done("report", d.Dir, "2", "2"); strings.Contains(report, "no orders for") {
		t.Errorf("the report of a turn that began before her:\n%s", report)
	}
	if _, n := d.missed(1); n != 2 {
		t.Errorf("realm 1 has missed %d turns after redo", n)
	}
	d.Done("restore", d.Dir, backup, "--yes", "--why", "x")
	gina("restored", 0)
	d.Done("redo", d.Dir)
	gina("restored, and resolved again", 0)
	d.Done("turn", d.Dir, "--hold", "--force", "--yes")
	d.Done("turn", d.Dir, "--discard", "--why", "x")
	gina("after discard", 0)
	d.Done(force...)
	gina("after a turn of her own", 1)
	d.Says("the report of that turn", d.Done("report", d.Dir, "2", "3"), "You have sent no orders for 1 turn.")
	d.Done("verify", d.Dir)
}

// Orders sent ahead depend on a lost letter, so none of their lines is good when their turn begins. When the turn is
// taken back they are ahead again, and they count when it is resolved with the letter.
func TestUndoKeepsOrdersAhead(t *testing.T) {
	t.Parallel()
	d := founded(t, nil)
	identity := d.Players[0].Identity
	d.Players[0].Identity += " 2"
	d.Mail(stage.Anna, "$A\nK.M 5 1110000000000 A+\n$E\n")
	d.Players[0].Identity = identity
	d.Cron()
	d.Says("receipt", d.One(stage.Anna).Body, "Aufgehoben für Zug 2")
	d.Done("turn", d.Dir, "--force", "--yes")
	if out := d.Done("orders", d.Dir, "1"); strings.Contains(out, "K.M 5 1110000000000") {
		t.Fatalf("they are in force, and this test shows nothing:\n%s", out)
	}
	out := d.Done("undo", d.Dir, "--turn", "1", "--yes", "--why", "a letter was lost")
	d.Says("undo", out, "Orders for turn 2 are kept for that turn, from realm 1.", "that have not left will not be sent:",
		"[Probe Z2] Befehle NICHT angenommen: keine gute Zeile")
	d.Says("kept", d.Done("orders", d.Dir, "1", "2"), "K.M 5 1110000000000")
	d.Cron()
	d.None(stage.Anna) // neither report nor receipt, and nothing about a turn of which she had not heard
	d.Mail(stage.Anna, "$R\nK.M 5 1000 0 0\n$E\n")
	d.Cron()
	d.One(stage.Anna)
	d.Says("redo", d.Done("redo", d.Dir), "It ends otherwise than the one that was taken back.\n"+
		"Other orders are in force than then.\n")
	d.Says("in force", d.Done("orders", d.Dir, "1"), "K.M 5 1110000000000")
	d.Cron()
	if all := d.Fresh(stage.Anna); len(all) != 2 || !strings.Contains(all[0].Subject, "[Probe Z2] Befehle angekommen") {
		t.Errorf("%+v", all)
	}
	d.Done("verify", d.Dir)
}

// A change by hand made after the turn is named. Nothing is done until somebody says what to do with it.
func TestUndoAsksWhatBecomesOfEdits(t *testing.T) {
	t.Parallel()
	d := founded(t, nil)
	d.Done("turn", d.Dir, "--force", "--yes")
	first := d.Done("report", d.Dir, "1")
	change := []string{"edit", d.Dir, "set", "realm", "1", "treasury", "123456", "--why", "a fault"}
	d.Done(change...)
	before, undo := d.state(), []string{"undo", d.Dir, "--turn", "1", "--yes", "--why", "x"}
	d.Says("undo", d.fails(undo...), "After the turn, on 2026-03-02 13:01 CET, changed by hand: set realm 1 treasury 123456\n",
		"nothing is taken back. Changes were made by hand after turn 1: 1.", "--edits before", "--edits drop")
	d.Says("undo", d.fails(append(undo, "--edits", "keep")...), `"keep" is neither before nor drop`)
	if d.state() != before {
		t.Error("something was done")
	}
	d.Says("dropped", d.Done(append(undo, "--edits", "drop")...),
		"This change by hand is gone: set realm 1 treasury 123456\n")
	d.Says("redo", d.Done("redo", d.Dir), "It ends as the one that was taken back.\n")
	// The same happened. What was shown is told again, as nobody reads a report that was taken back.
	told, rest, _ := strings.Cut(first, "Erträge:")
	if again := d.Done("report", d.Dir, "1"); rest == "" || !strings.HasPrefix(again, told) || len(again) <= len(first) {
		t.Errorf("the report is\n%s\nand was\n%s", again, first)
	}
	d.Done(change...)
	d.Says("moved", d.Done(append(undo, "--edits", "before")...),
		"This change by hand comes before turn 1 now: set realm 1 treasury 123456\n")
	d.Says("redo", d.Done("redo", d.Dir), "It ends otherwise than the one that was taken back.\n"+
		"It begins in another world: changed by hand, or a realm joined or changed hands.\n")
	d.Done("verify", d.Dir)
}

// state is the world's state as `status` and `outbox` show it.
func (d season) state() string {
	d.T.Helper()
	return d.Stands("--json") + d.Done("outbox", d.Dir, "--json") + d.Done("log", d.Dir)
}

// undo shows what it means, and does nothing without a yes and the turn's number. A second undo does nothing.
func TestUndoShowsBeforeItDoes(t *testing.T) {
	t.Parallel()
	d := founded(t, map[string]string{"gm.mail": `"cilli@demo.test"`, "missed": `["1 warn"]`})
	d.Done("turn", d.Dir, "--force", "--yes")
	before := d.state()
	for _, args := range [][]string{{}, {"--turn", "1"}, {"--json"}} {
		out := d.fails(append([]string{"undo", d.Dir, "--why", "x"}, args...)...)
		d.Says("undo", out, "nothing is taken back. To do it: `weltentor undo "+d.Dir+" --turn 1 --yes --why")
		if len(args) == 1 {
			continue
		}
		// two reports, two warnings, and the game master's letter about these
		d.Says("undo", out, "To be taken back: turn 1, resolved on 2026-03-02 13:01 CET.\n",
			"5 letters that have not left will not be sent:\n", ", to anna@demo.test: [Probe Z1] Bericht für Moorland\n",
			", to cilli@demo.test: ")
	}
	d.Says("undo", d.fails("undo", d.Dir, "--yes", "--why", "x"), "--yes needs the turn: add --turn 1")
	d.Says("undo", d.fails("undo", d.Dir, "--turn", "2", "--yes", "--why", "x"), "turn 2 is not resolved")
	if d.state() != before {
		t.Error("something was done")
	}
	undo := []string{"undo", d.Dir, "--turn", "1", "--yes", "--why", "x"}
	d.Done(undo...)
	before = d.state()
	if out, want := d.Done(undo...), "Turn 1 is taken back already and awaits orders.\nNothing was done.\n"; out != want {
		t.Errorf("a second time: %s", out)
	}
	if d.state() != before {
		t.Error("something was done")
	}
	d.Cron()
	d.None(stage.Anna) // no report had left
	if sent := d.Office.Inbox(t, "cilli@demo.test"); len(sent) != 0 {
		t.Errorf("the game master reads %d letters of what is not true", len(sent))
	}
	d.Done("redo", d.Dir)
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Says("not the last", d.fails(undo...), "the last turn is 2")
	d.Done("verify", d.Dir)
}

// While a turn is held, undo names --discard, and turn --force says that it is held, not that orders are missing. When
// it is discarded, nobody gets a letter about it.
func TestAHeldTurnSaysSo(t *testing.T) {
	t.Parallel()
	d := founded(t, nil)
	d.Done("turn", d.Dir, "--hold", "--force", "--yes")
	code, out, errs := d.Run("turn", d.Dir, "--force")
	d.Says("turn --force", errs, "a turn is held; `weltentor turn "+d.Dir+" --release` sends its letters", "--discard")
	if code != exitLater || strings.Contains(out+errs, "no orders") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
	d.Says("undo", d.fails("undo", d.Dir, "--turn", "1", "--yes", "--why", "x"),
		"turn 1 is held, and nobody has its reports: `turn --discard` takes it back")
	d.Done("turn", d.Dir, "--discard", "--why", "x")
	d.Cron()
	d.None(stage.Anna, stage.Bob)
	d.Says("log", d.Done("log", d.Dir), "turn 1 is taken back")
	d.Done("verify", d.Dir)
}
