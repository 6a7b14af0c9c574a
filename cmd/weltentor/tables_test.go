package main

import (
	"strings"
	"testing"

	"weltentor/worlds"
)

// What `tables` prints may be put into world.toml as it is and changes nothing;
// one number changed there is shown by `tables DIR`.
func TestTablesArePrintedAsTheyAreSet(t *testing.T) {
	d := newTable(t)
	for _, rb := range worlds.Rulebooks() {
		all := d.done("tables", "--rulebook", rb.Name())
		s, err := parseSettings([]byte(all))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := rb.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rb.Tables(s.tables)
		if err != nil || string(again) != string(plain) {
			t.Errorf("%s: put into world.toml the tables change, %v", rb.Name(), err)
		}
	}
	all := d.done("tables", d.dir)
	at := strings.Index(all, " = 3000\n") // a number there is
	if at < 0 {
		t.Fatal("no such number")
	}
	changed := all[:at] + " = 3001\n" + all[at+len(" = 3000\n"):]
	i := strings.Index(changed, "[tables")
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	raw := string(freshSettings(loadBook("en"), map[string]string{"address": tomlString(deskAddress)}))
	d.write(settingsFile, raw[:strings.Index(raw, "\n[tables]")]+"\n"+changed[i:])
	if got := d.done("tables", d.dir); got != changed {
		t.Errorf("the world's own number is not shown:\n%s", got)
	}
	// one row, one number: the others stay
	d.write(settingsFile, raw+"\n[[tables.unit]]\nunit = \"K.L\"\nmove = 7\n")
	if got := d.done("tables", d.dir); strings.Count(got, "\n") != strings.Count(all, "\n") || strings.Count(got, "move = 7\n") != 1+strings.Count(all, "move = 7\n") {
		t.Errorf("one row of its own:\n%s", got)
	}
	if code, _, errs := d.run("tables", d.dir, "--rulebook", "x"); code != exitUsage || !strings.Contains(errs, "do not go together") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// What is wrong with a world's own numbers is told by every command, in the language
// asked for.
func TestWrongTablesInBothLanguages(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	raw := string(freshSettings(loadBook("en"), map[string]string{"address": tomlString(deskAddress)}))
	for _, c := range []struct{ own, de, en string }{
		{"[tables.rules]\nfees = 3\n", "unbekannte Schlüssel in den Tabellen: rules.fees", "unknown keys in the tables: rules.fees"},
		{"[tables.rules]\nfee = -1\n", "rules: fee = -1: erlaubt sind 0 bis", "rules: fee = -1: must be 0 to"},
		{"[tables.rules]\nfee = \"x\"\n", "rules.fee braucht eine ganze Zahl", "rules.fee needs a whole number"},
		{"[[tables.unit]]\nunit = \"K.Q\"\nmove = 3\n", "unit: \"K.Q\" gibt es nicht", "unit: there is no \"K.Q\""},
	} {
		d.write(settingsFile, raw+"\n"+c.own)
		for lang, want := range map[string]string{"de": c.de, "en": c.en} {
			for _, args := range [][]string{{"status", d.dir}, {"tables", d.dir}, {"cron", d.dir}} {
				d.now = d.now.AddDate(0, 0, 2) // cron says it once a day
				code, _, errs := d.run(append([]string{"--lang", lang}, args...)...)
				if code != exitUsage || !strings.Contains(errs, "[tables]: "+want) || strings.Count(errs, "\n") != 1 {
					t.Errorf("%v in %s: exit %d, %q, want %q", args, lang, code, errs, want)
				}
			}
		}
	}
}
