package world_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// Whoever has reports as data checks them without the world: each is under its turn's seal, and seals follow each other,
// until something in a file is changed, or a turn was taken back between two reports. The world has the same chain.
func TestReportsAreVerified(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	d.Done("new", d.Dir, "--size", "40x30", "--seed", "7")
	for _, name := range []string{"Moorland", "Graumark"} {
		d.Done("realm", "add", d.Dir, "--name", name, "--player", "P"+name)
	}
	var files []string
	played := func(turn int) {
		d.Write("orders", fmt.Sprintf("$R\nK.M %d 2000 0 0\n$E\n", turn))
		d.Run("submit", d.Dir, "1", d.Dir+"/orders")
		d.Done("turn", d.Dir, "--force")
		name := fmt.Sprintf("report-%d.json", turn)
		d.Write(name, d.Done("report", d.Dir, "1", "--json"))
		files = append(files, d.Dir+"/"+name)
	}
	played(1)
	played(2)
	verify := func(files ...string) (int, string) {
		args := []string{"verify"}
		for _, f := range files {
			args = append(args, "--report", f)
		}
		code, out, errs := d.Run(args...)
		return code, out + errs
	}
	code, out := verify(files[1], files[0])
	seals := regexp.MustCompile(`([A-Z2-7]{4} ){7}[A-Z2-7]{4}`).FindAllString(out, -1)
	if code != complaint.ExitDone || len(seals) != 4 || seals[3] != seals[0] || strings.Count(out, "realm 1") != 2 {
		t.Fatalf("two reports: exit %d\n%s", code, out)
	}
	d.Done("verify", d.Dir)

	whole := d.Done("report", d.Dir, "1", "--json")
	for what, forge := range map[string]func(string) string{
		"sheet": func(s string) string {
			return regexp.MustCompile(`("sheet": ?")[A-Z2-7]{4}`).ReplaceAllString(s, "${1}AAAA")
		},
		"turn": func(s string) string { return regexp.MustCompile(`"turn": ?2`).ReplaceAllString(s, `"turn": 3`) },
	} {
		d.Write("forged.json", forge(whole))
		if code, out := verify(d.Dir + "/forged.json"); code != complaint.ExitNo || !strings.Contains(out, "NOT what the seal") {
			t.Errorf("another %s: exit %d\n%s", what, code, out)
		}
	}
	d.Write("none.json", `{"turn": 2}`)
	if code, out := verify(d.Dir + "/none.json"); code != complaint.ExitUsage || !strings.Contains(out, "no report with a seal") {
		t.Errorf("no seal: exit %d\n%s", code, out)
	}

	d.Done("undo", d.Dir, "--turn", "2", "--yes", "--why", "the orders were wrong")
	files = files[:1]
	played(2)
	if code, out := verify(files...); code != complaint.ExitNo || !strings.Contains(out, "does NOT follow") {
		t.Errorf("after undo: exit %d\n%s", code, out)
	}
	d.Done("verify", d.Dir) // the turn that was taken back is in its chain
}
