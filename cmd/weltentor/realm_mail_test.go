package main

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
)

// A realm's addresses are listed, added, removed and replaced; orders may come
// from each, the receipt goes where they came from, the report to the first.
func TestRealmMail(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	const office, home = "anna@office.example", "Anna@Home.example"
	list := func(want ...string) {
		t.Helper()
		if got := d.Done("realm", "mail", d.Dir, "1"); got != strings.Join(want, "\n")+"\n" {
			t.Errorf("listed %q, want %q", got, want)
		}
	}
	list(deskPlayer)
	d.Done("realm", "mail", d.Dir, "1", "--add", office, home, office, strings.ToUpper(deskPlayer))
	list(deskPlayer, office, home)
	d.Done("realm", "mail", d.Dir, "1", "--remove", strings.ToLower(home), "nobody@example.org")
	list(deskPlayer, office)
	for _, bad := range [][]string{{"--remove", office, deskPlayer}, {"--add"}, {"--remove"},
		{"--add", "--remove", office}, {"--add", "no address"}} {
		if code, _, errs := d.Run(append([]string{"realm", "mail", d.Dir, "1"}, bad...)...); code != fault.ExitUsage ||
			errs == "" {
			t.Errorf("%v: exit %d, %q", bad, code, errs)
		}
	}
	for n := range 9 {
		code, _, errs := d.Run("realm", "mail", d.Dir, "1", "--add", fmt.Sprintf("a%d@example.org", n))
		if full := n == 8; full != (code == fault.ExitUsage) || full && !strings.Contains(errs, "10 are allowed") {
			t.Errorf("address %d: exit %d, %q", n+3, code, errs)
		}
	}
	d.Done("realm", "mail", d.Dir, "1", deskPlayer, office)
	list(deskPlayer, office)
	if _, out, errs := d.Run("realm", "mail", d.Dir, "1", "--remove", "zz@p.test"); out != deskPlayer+"\n"+office+
		"\n" || !strings.Contains(errs, "zz@p.test was not an address of realm 1") {
		t.Errorf("removed what is not there: %q, %q", out, errs)
	}
	if code, _, errs := d.Run("realm", "mail", d.Dir, "9"); code != fault.ExitUsage || !strings.Contains(errs, "no realm") {
		t.Errorf("of nobody: exit %d, %q", code, errs)
	}

	if err := d.post.AddUser(office, stage.Password); err != nil {
		t.Fatal(err)
	}
	d.deliver(strings.Replace(d.written("one", identity+recruits), deskPlayer, office, 1))
	d.cronSays(fault.ExitDone, "")
	d.Done("turn", d.Dir, "--force")
	d.cronSays(fault.ExitDone, "")
	if n := len(d.letters(deskPlayer)); n != 2 { // report 0 and report 1
		t.Errorf("%d letters to the first address, want 2", n)
	}
	if got := d.letters(office); len(got) != 1 || !strings.HasPrefix(got[0].Text, "Angenommen") ||
		got[0].InReplyTo != "<one@test.example>" {
		t.Errorf("the address that wrote got %+v", got)
	}
	if _, _, errs := d.Run("realm", "add", "--by-hand", d.Dir, "--name", "Zwei", "--player", "Z", "--mail",
		strings.ToUpper(office)); !strings.Contains(errs, "realm 1 uses "+strings.ToUpper(office)+", too") {
		t.Errorf("an address another realm has: %q", errs)
	}
}
