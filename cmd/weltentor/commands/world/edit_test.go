package world_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// A change by hand is made for a reason, and told in the next report to the realm it is
// about, in its language; `verify` makes it again.
func TestEdit(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for _, c := range []struct {
		args string
		why  []string
		want int
		says string
	}{
		{"set realm 1 treasury 1000", []string{"--why", "a fault in turn 7"}, complaint.ExitDone,
			"Realm 1 will read of it in the report of turn 1."},
		{"give new K.M 1000 to 1 at -1/0", []string{"--why", "for luck", "--tell-why"}, complaint.ExitDone, "Realm 1 will read"},
		{"set realm 1 treasury 5", nil, complaint.ExitUsage, "the reason is missing"},
		{"set realm 1 treasury 5", []string{"--why", " "}, complaint.ExitUsage, "the reason is missing"},
		{"set realm 9 treasury 5", []string{"--why", "x"}, complaint.ExitUsage,
			"REALM is 9; expected is the number of a realm in the game: 1"},
		{"set realm 1 treasury -5", []string{"--why", "x"}, complaint.ExitUsage, "GOLD is -5; expected is a number from 0"},
		{"set realm 1 gold 5", []string{"--why", "x"}, complaint.ExitUsage, "write it like this: set realm REALM treasury GOLD"},
		{"burn", []string{"--why", "x"}, complaint.ExitUsage, "no verb burn; it has set, move, give, remove"},
		{"", []string{"--why", "x"}, complaint.ExitUsage, "--verbs` lists"},
		{"set realm 1 treasury 5", []string{"--verbs"}, complaint.ExitUsage, "goes with none"},
		{"set realm 1 treasury 1000", []string{"--why", "again", "--lang", "de"}, complaint.ExitUsage, "Das ist schon so"},
	} {
		code, out, errs := d.Run(slices.Concat([]string{"edit", d.Dir}, strings.Fields(c.args), c.why)...)
		if code != c.want || !strings.Contains(out+errs, c.says) {
			t.Errorf("edit %s %q: %d, want %d and %q\n%s%s", c.args, c.why, code, c.want, c.says, out, errs)
		}
	}
	d.Done("verify", d.Dir)
	d.Done("turn", d.Dir, "--force", "--yes")
	report := d.Done("report", d.Dir, "1")
	d.Lists("the report", report, "Die Spielleitung hat Eure Kasse von", "auf 1000 GS gesetzt.",
		"Die Spielleitung hat Euch K.M 1 auf -1/0 gegeben: 1000 Mann.", "Der Grund der Spielleitung: for luck")
	if strings.Contains(report, "a fault in turn 7") {
		t.Errorf("the game master's reason is in the report:\n%s", report)
	}
	d.Done("verify", d.Dir)
}

// The verbs of a world are listed alone and below the help, in the language of the call.
func TestEditVerbs(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	for _, args := range [][]string{{"edit", d.Dir, "--verbs"}, {"edit", d.Dir, "--help"}} {
		d.Lists(strings.Join(args, " "), d.Done(args...), "set realm REALM treasury GOLD",
			"sets the treasury of a realm", "remove army REALM UNIT ID")
	}
	d.Lists("in German", d.Done("edit", d.Dir, "--verbs", "--lang", "de"), "Setzt die Kasse eines Reiches.")
	if out := d.Done("edit", "--help"); strings.Contains(out, "GOLD") {
		t.Errorf("without a world there are verbs:\n%s", out)
	}
}
