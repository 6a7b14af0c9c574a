package rulebook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// What `tables` prints may be put into world.toml as it is and changes nothing;
// one number changed there is shown by `tables DIR`.
func TestTablesArePrintedAsTheyAreSet(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	for _, rb := range worlds.Rulebooks() {
		all := d.Done("tables", "--rulebook", rb.Name())
		s, err := settings.Parse([]byte(all))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := rb.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rb.Tables(s.Tables)
		if err != nil || string(again) != string(plain) {
			t.Errorf("%s: put into world.toml the tables change, %v", rb.Name(), err)
		}
	}
	all := d.Done("tables", d.Dir)
	at := strings.Index(all, " = 3000\n") // a number there is
	if at < 0 {
		t.Fatal("no such number")
	}
	changed := all[:at] + " = 3001\n" + all[at+len(" = 3000\n"):]
	i := strings.Index(changed, "[tables")
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	raw := string(settings.Fresh(texts.Book("en"), map[string]string{"address": settings.Quoted(clitest.Address)}))
	d.Write(settings.File, raw[:strings.Index(raw, "\n[tables]")]+"\n"+changed[i:])
	if got := d.Done("tables", d.Dir); got != changed {
		t.Errorf("the world's own number is not shown:\n%s", got)
	}
	// one row, one number: the others stay
	d.Write(settings.File, raw+"\n[[tables.unit]]\nunit = \"K.L\"\nmove = 7\n")
	if got := d.Done("tables", d.Dir); strings.Count(got, "\n") != strings.Count(all, "\n") ||
		strings.Count(got, "move = 7\n") != 1+strings.Count(all, "move = 7\n") {
		t.Errorf("one row of its own:\n%s", got)
	}
	if code, _, errs := d.Run("tables", d.Dir, "--rulebook", "x"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "do not go together") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// What is wrong with a world's own numbers is told by every command, in the language
// asked for.
func TestWrongTablesInBothLanguages(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	raw := string(settings.Fresh(texts.Book("en"), map[string]string{"address": settings.Quoted(clitest.Address)}))
	for _, c := range []struct{ own, de, en string }{
		{"[tables.rules]\nfees = 3\n", "unbekannte Schlüssel in den Tabellen: rules.fees",
			"unknown keys in the tables: rules.fees"},
		{"[tables.rules]\nfee = -1\n", "rules: fee = -1: erlaubt sind 0 bis", "rules: fee = -1: must be 0 to"},
		{"[tables.rules]\nfee = \"x\"\n", "rules.fee braucht eine ganze Zahl", "rules.fee needs a whole number"},
		{"[[tables.unit]]\nunit = \"K.Q\"\nmove = 3\n", "unit: \"K.Q\" gibt es nicht", "unit: there is no \"K.Q\""},
	} {
		d.Write(settings.File, raw+"\n"+c.own)
		for lang, want := range map[string]string{"de": c.de, "en": c.en} {
			for _, args := range [][]string{{"status", d.Dir}, {"tables", d.Dir}, {"cron", d.Dir}} {
				d.Now = d.Now.AddDate(0, 0, 2) // cron says it once a day
				code, _, errs := d.Run(append([]string{"--lang", lang}, args...)...)
				if code != complaint.ExitUsage || !strings.Contains(errs, "[tables]: "+want) || strings.Count(errs, "\n") != 1 {
					t.Errorf("%v in %s: exit %d, %q, want %q", args, lang, code, errs, want)
				}
			}
		}
	}
}

// offering returns a rulebook with sets of numbers, one of its sets, and a rulebook without sets.
func offering(t *testing.T) (with game.Rulebook, set string, without game.Rulebook) {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		if sets := rb.Sets(); len(sets) > 0 {
			with, set = rb, sets[0]
		} else {
			without = rb
		}
	}
	if with == nil || without == nil {
		t.Fatal("of the games one at least has sets of numbers, and one has none")
	}
	return with, set, without
}

// A world founded with a set plays by its numbers, shown by `tables DIR`, and world.toml
// names it; without --set the numbers stay the standard ones.
func TestNewTakesASet(t *testing.T) {
	t.Parallel()
	rb, set, _ := offering(t)
	world := filepath.Join(t.TempDir(), "world")
	want := clitest.Must(t, "tables", "--rulebook", rb.Name(), "--set", set)
	if standard := clitest.Must(t, "tables", "--rulebook", rb.Name()); want == standard {
		t.Fatal("the set has the standard numbers")
	}
	clitest.Must(t, "new", world, "--rulebook", rb.Name(), "--set", set)
	if got := clitest.Must(t, "tables", world); got != want {
		t.Errorf("the world has not the numbers of the set:\n%s", got)
	}
	raw, err := os.ReadFile(filepath.Join(world, settings.File))
	if err != nil || !strings.Contains(string(raw), "\n[tables]\n") ||
		!strings.Contains(string(raw), "\nset = \""+set+"\"\n") {
		t.Errorf("%v\n%s", err, raw)
	}
}

// The numbers of a file lie over those of the set, whatever sections the file has.
func TestOwnNumbersLieOverTheSet(t *testing.T) {
	t.Parallel()
	rb, set, _ := offering(t)
	of := clitest.Must(t, "tables", "--rulebook", rb.Name(), "--set", set)
	at := strings.Index(of, " = 3000\n")
	key := of[strings.LastIndex(of[:at], "\n")+1 : at]
	at = strings.Index(of, "\nmissed_notice = ") // a number of [tables.rules]
	if at < 0 || key == "" {
		t.Fatal("no such number")
	}
	end := at + 1 + strings.Index(of[at+1:], "\n")
	want := of[:at] + "\nmissed_notice = 9" + of[end:]
	for _, own := range []string{
		"[tables.rules]\nmissed_notice = 9\n",
		"[tables]\n[tables.rules]\nmissed_notice = 9\n",
		"# mine\n[tables] # all\nrules = { missed_notice = 9 }",
		"[tables]\nset = \"" + set + "\"\n[tables.rules]\nmissed_notice = 9\n",
	} {
		world := filepath.Join(t.TempDir(), "world")
		if code, _, errs := clitest.Run(t, own, "new", world, "--rulebook", rb.Name(), "--set", set, "--tables", "-",
			"--lang",
			"en"); code != complaint.ExitDone {
			t.Errorf("%q: exit %d, %s", own, code, errs)
			continue
		}
		if got := clitest.Must(t, "tables", world); got != want {
			t.Errorf("%q: not over the set:\n%s", own, got)
		}
	}
	code, _, errs := clitest.Run(t, "[tables]\nset = \"other\"\n", "new", filepath.Join(t.TempDir(), "w"), "--rulebook",
		rb.Name(), "--set", set, "--tables", "-", "--lang", "en")
	if code != complaint.ExitUsage || !strings.Contains(errs, "names the set other, --set names "+set) {
		t.Errorf("two sets: exit %d, %s", code, errs)
	}
}

// A set there is not is refused by its name, with the nearest and all there are, in both
// languages, and founds nothing; a game without sets says so.
func TestUnknownSetIsRefused(t *testing.T) {
	t.Parallel()
	rb, set, none := offering(t)
	world := filepath.Join(t.TempDir(), "world")
	for _, c := range []struct{ book, lang, name, says string }{
		{rb.Name(), "en", set + "x", "no set of numbers " + set + "x; perhaps " + set + "? It offers: " + set},
		{rb.Name(), "de", set + "x", "keinen Zahlensatz " + set + "x; vielleicht " + set + "? Zur Wahl steht: " + set},
		{rb.Name(), "en", "q", "no set of numbers q; it offers: " + set},
		{none.Name(), "en", set, none.Name() + " has no sets of numbers; leave out --set"},
		{none.Name(), "de", set, none.Name() + " hat keine Zahlensätze; lasst --set weg"},
	} {
		for _, args := range [][]string{{"new", world}, {"tables"}} {
			args = append(args, "--lang", c.lang, "--rulebook", c.book, "--set", c.name)
			if code, out, errs := clitest.Run(t, "", args...); code != complaint.ExitUsage || out != "" ||
				!strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
				t.Errorf("%v: exit %d, %q, %q", args, code, out, errs)
			}
		}
	}
	if _, err := os.Stat(world); !os.IsNotExist(err) {
		t.Errorf("a world was founded: %v", err)
	}
	if code, _, errs := clitest.Run(t, "", "tables", world, "--set", set, "--lang", "en"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "do not go together") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// The help of the commands that take a set names those there are.
func TestHelpNamesTheSets(t *testing.T) {
	t.Parallel()
	rb, set, _ := offering(t)
	for lang, head := range map[string]string{"de": "Zahlensätze je Regelwerk:",
		"en": "Sets of numbers, by rulebook:"} {
		for command, names := range map[string]bool{"new": true, "tables": true, "status": false} {
			_, out, _ := clitest.Run(t, "", command, "--help", "--lang", lang)
			if strings.Contains(out, head+"\n  "+rb.Name()+"  "+set+"\n") != names {
				t.Errorf("%s in %s:\n%s", command, lang, out)
			}
		}
	}
}

// A file that the decoder would break over is refused with its name and the limit,
// wherever it is given.
func TestTablesTooDeep(t *testing.T) {
	t.Parallel()
	deep := filepath.Join(t.TempDir(), "deep.toml")
	for text, says := range map[string]string{"x = " + strings.Repeat("[", 100_000): "deep.toml, line 1: ",
		"x = " + strings.Repeat("{a=", 100_000): "deeper than 32", strings.Repeat("# x\n",
			1<<19): "longer than 1024 KB"} {
		if err := os.WriteFile(deep, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d := clitest.NewTable(t)
		if code, _, errs := d.Run("new", filepath.Join(t.TempDir(), "w"), "--tables", deep); code != complaint.ExitUsage ||
			!strings.Contains(errs, says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%.10q: exit %d, %q", text, code, errs)
		}
		if _, err := settings.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), "than") {
			t.Errorf("%.10q: %v", text, err)
		}
	}
}
