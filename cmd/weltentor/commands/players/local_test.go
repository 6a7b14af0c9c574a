package players_test

import (
	"strconv"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// In a game without an address, players sit at this machine: realms are added without addresses, take orders and get
// reports, and no letter waits for anybody.
func TestRealmsAtThisMachine(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	d.Done("new", d.Dir, "--size", "40x30", "--seed", "7")
	for _, name := range []string{"Moorland", "Graumark"} {
		if out := d.Done("realm", "add", d.Dir, "--name", name, "--player", "P"+name); !strings.Contains(out, "submit") {
			t.Errorf("realm add: %s", out)
		}
	}
	if out := d.Stands(); strings.Count(out, "; at this machine") != 2 {
		t.Errorf("status: %s", out)
	}
	if out := d.Stands(); !strings.Contains(out, "2 realms at this machine have no orders yet") ||
		strings.Contains(out, "Reminders") {
		t.Errorf("status: %s", out)
	}
	d.Write("orders", "$R\nK.M 1 2000 0 0\n$E\n")
	if code, _, errs := d.Run("submit", d.Dir, "1", d.Dir+"/orders"); code != complaint.ExitDone || errs != "" {
		t.Errorf("submit: exit %d, %s", code, errs)
	}
	if out := d.Stands(); !strings.Contains(out, "1 realm at this machine has no orders yet") {
		t.Errorf("status: %s", out)
	}
	for _, args := range [][]string{{"mute", d.Dir, "1"}, {"pause", d.Dir, "1", "1"}} {
		if code, _, errs := d.Run(append([]string{"realm"}, args...)...); code != complaint.ExitUsage ||
			!strings.Contains(errs, "nobody plays realm 1 by mail, so there is nothing to change") {
			t.Errorf("realm %s: exit %d, %s", args[0], code, errs)
		}
	}
	for _, args := range [][]string{{"pause", d.Dir}, {"pause", d.Dir, "--off"}, {"turn", d.Dir, "--force"}} {
		if out := d.Done(args...); strings.Contains(out, "tells") || strings.Contains(out, "to be sent") {
			t.Errorf("%s: %s", args[0], out)
		}
	}
	if out := d.Done("report", d.Dir, "2"); !strings.Contains(out, "Graumark") {
		t.Errorf("report: %s", out)
	}
	if out := d.Done("outbox", d.Dir); strings.Contains(out, "report") {
		t.Errorf("outbox: %s", out)
	}
	if code, _, errs := d.Run("realm", "add", d.Dir, "--name", "Arrak", "--player", "C", "--mail",
		"c@test.example"); code != complaint.ExitUsage || !strings.Contains(errs, "address") {
		t.Errorf("an address without a game's: exit %d, %s", code, errs)
	}
	with := clitest.NewTable(t)
	if code, _, errs := with.Run("realm", "add", with.Dir, "--name", "Arrak", "--player", "C"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "--mail") {
		t.Errorf("no address beside a game's: exit %d, %s", code, errs)
	}
}

// With `early`, a turn at this machine comes as soon as all who play there have sent orders, as by mail. A realm that the
// machine played meanwhile is at this machine again.
func TestTurnsAtThisMachineComeEarly(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	d.Done("new", d.Dir, "--size", "40x30", "--seed", "7")
	for _, name := range []string{"Moorland", "Graumark"} {
		d.Done("realm", "add", d.Dir, "--name", name, "--player", "P"+name)
	}
	d.Settle("", "", map[string]string{"early": "true", "early_wait": "0", "zone": `"UTC"`})
	d.Done("realm", "bot", d.Dir, "2")
	if out := d.Stands(); strings.Count(out, "; at this machine") != 1 ||
		!strings.Contains(out, "the machine plays") || strings.Contains(out, "no player") {
		t.Errorf("status: %s", out)
	}
	d.Done("realm", "bot", d.Dir, "2", "--off")
	if out := d.Stands(); strings.Count(out, "; at this machine") != 2 || strings.Contains(out, "no player") {
		t.Errorf("status: %s", out)
	}
	d.Write("orders", "$R\nK.M 1 2000 0 0\n$E\n")
	for realm, resolved := range []bool{false, true} {
		d.Done("submit", d.Dir, strconv.Itoa(realm+1), d.Dir+"/orders")
		_, out, errs := d.Run("turn", d.Dir)
		if got := strings.Contains(out, "Turn 1 is resolved"); got != resolved {
			t.Errorf("with the orders of %d: resolved %t: %s%s", realm+1, got, out, errs)
		}
	}
}

// New worlds can have realms that the machine plays from the beginning. No turn is resolved before somebody plays, and who
// is let in takes the next of them over.
func TestNewWithTheMachine(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	d.Done("new", d.Dir, "--size", "40x30", "--seed", "7", "--bots", "3")
	out := d.Done("realm", "list", d.Dir)
	if strings.Count(out, "the machine plays") != 3 {
		t.Errorf("realm list: %s", out)
	}
	name := strings.Fields(out)[1]
	if code, _, errs := d.Run("realm", "add", d.Dir, "--name", name, "--player", "C"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "the machine plays realm 1 "+name) || !strings.Contains(errs, "realm bot") {
		t.Errorf("realm add %s: exit %d, %s", name, code, errs)
	}
	d.Settle(clitest.Address, "", nil, map[string]string{"zone": `"UTC"`})
	if code, _, errs := d.Run("realm", "add", d.Dir, "--name", name, "--player", "C", "--mail",
		"c@test.example"); code != complaint.ExitUsage || !strings.Contains(errs, "realm free") {
		t.Errorf("realm add %s: exit %d, %s", name, code, errs)
	}
	d.Now = d.Now.AddDate(0, 0, 30)
	if out := d.Done("turn", d.Dir); strings.Contains(out, "resolved") {
		t.Errorf("with nobody there: %s", out)
	}
	if code, _, errs := d.Run("new", d.Dir+"-2", "--bots", "40"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "at most 16") {
		t.Errorf("exit %d, %s", code, errs)
	}
}
