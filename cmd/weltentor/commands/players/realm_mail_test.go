package players_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// A realm's addresses are listed, added, removed and replaced; orders may come
// from each, the receipt goes where they came from, the report to the first.
func TestRealmMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	const office, home = "anna@office.example", "Anna@Home.example"
	list := func(want ...string) {
		t.Helper()
		if got := d.Done("realm", "mail", d.Dir, "1"); got != strings.Join(want, "\n")+"\n" {
			t.Errorf("listed %q, want %q", got, want)
		}
	}
	list(clitest.Player)
	d.Done("realm", "mail", d.Dir, "1", "--add", office, home, office, strings.ToUpper(clitest.Player))
	list(clitest.Player, office, home)
	d.Done("realm", "mail", d.Dir, "1", "--remove", strings.ToLower(home), "nobody@example.org")
	list(clitest.Player, office)
	for _, bad := range [][]string{{"--remove", office, clitest.Player}, {"--add"}, {"--remove"},
		{"--add", "--remove", office}, {"--add", "no address"}} {
		if code, _, errs := d.Run(append([]string{"realm", "mail", d.Dir, "1"}, bad...)...); code != complaint.ExitUsage ||
			errs == "" {
			t.Errorf("%v: exit %d, %q", bad, code, errs)
		}
	}
	for n := range 9 {
		code, _, errs := d.Run("realm", "mail", d.Dir, "1", "--add", fmt.Sprintf("a%d@example.org", n))
		if full := n == 8; full != (code == complaint.ExitUsage) || full && !strings.Contains(errs, "10 are allowed") {
			t.Errorf("address %d: exit %d, %q", n+3, code, errs)
		}
	}
	d.Done("realm", "mail", d.Dir, "1", clitest.Player, office)
	list(clitest.Player, office)
	if _, out, errs := d.Run("realm", "mail", d.Dir, "1", "--remove", "zz@p.test"); out != clitest.Player+"\n"+office+
		"\n" || !strings.Contains(errs, "zz@p.test was not an address of realm 1") {
		t.Errorf("removed what is not there: %q, %q", out, errs)
	}
	if code, _, errs := d.Run("realm", "mail", d.Dir, "9"); code != complaint.ExitUsage || !strings.Contains(errs, "no realm") {
		t.Errorf("of nobody: exit %d, %q", code, errs)
	}

	if err := d.Post.AddUser(office, stage.Password); err != nil {
		t.Fatal(err)
	}
	d.Deliver(strings.Replace(d.Written("one", identity+clitest.Recruits), clitest.Player, office, 1))
	d.CronSays(complaint.ExitDone, "")
	d.Done("turn", d.Dir, "--force")
	d.CronSays(complaint.ExitDone, "")
	if n := len(d.Letters(clitest.Player)); n != 2 { // report 0 and report 1
		t.Errorf("%d letters to the first address, want 2", n)
	}
	if got := d.Letters(office); len(got) != 1 || !strings.HasPrefix(got[0].Text, "Angenommen") ||
		got[0].InReplyTo != "<one@test.example>" {
		t.Errorf("the address that wrote got %+v", got)
	}
	if _, _, errs := d.Run("realm", "add", "--by-hand", d.Dir, "--name", "Zwei", "--player", "Z", "--mail",
		strings.ToUpper(office)); !strings.Contains(errs, "realm 1 uses "+strings.ToUpper(office)+", too") {
		t.Errorf("an address another realm has: %q", errs)
	}
}
