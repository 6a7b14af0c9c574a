package mail_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// A file that a mail would bring nothing with is not told to be clean.
func TestCheckMissesWhatAMailNeeds(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, text string
		codes      []string
		summary    string
	}{
		{"nothing", "", []string{"no-identity", "no-orders"}, "0 errors, 2 warnings, 0 orders count"},
		// the language, too, warns of a text without a section
		{"prose", "Dear all,\nhow are you?\n", []string{"no-identity", "no-orders", "before-sections"},
			"0 errors, 3 warnings, 0 orders count"},
		{"no password", "$I 4\n$N\n#A\nhello\n#E\n", []string{"no-password"}, "0 errors, 1 warning, 1 order counts"},
		{"no identity", "$N\n#A\nhello\n#E\n", []string{"no-identity"}, "0 errors, 1 warning, 1 order counts"},
		{"nothing asked for", "$I 4 word\n$A\n$E\n", []string{"no-orders"}, "0 errors, 1 warning, 0 orders count"},
		{"all there", "$I 4 word\n$N\n#A\nhello\n#E\n", nil, "0 errors, 0 warnings, 1 order counts"},
	}
	rules := " (rules: " + clitest.GameOf(0, phrase.En) + "; choose others with DIR or --rulebook)"
	for _, c := range cases {
		code, out, errs := clitest.Run(t, c.text, "check", "-", "--lang", "en")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if code != complaint.ExitDone || errs != "" || lines[len(lines)-1] != "-: "+c.summary+rules || len(lines) != len(c.codes)+1 {
			t.Errorf("%s: exit %d\n%s%s", c.name, code, out, errs)
			continue
		}
		for i, want := range c.codes {
			if !strings.HasPrefix(lines[i], "-:1:1: warning: ") || !strings.HasSuffix(lines[i], " ["+want+"]") {
				t.Errorf("%s: line %d is %q, want %s", c.name, i+1, lines[i], want)
			}
		}
	}
}

// With a world `check` says no where the receipt would: orders of another realm
// or of a turn gone by. `submit` refuses the same, in the same words.
func TestCheckRefusesWhatAReceiptWould(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("turn", d.Dir, "--force", "--yes") // turn 2 awaits orders
	file := filepath.Join(t.TempDir(), "orders.txt")
	for _, c := range []struct{ identity, de, en string }{
		{"$I 2 word", "die Zeile $I darin nennt Reich 2, nicht 1", "its $I line names realm 2, not 1"},
		{"$I 1 word 1", "sind für Zug 1; er ist vorbei", "are for turn 1"},
		{"$I 1 word 13", "sind für Zug 13; jetzt läuft Zug 2", "are for turn 13"},
		{"$I 1 word 2", "", ""},
		{"$I 1 word", "", ""},
	} {
		if err := os.WriteFile(file, []byte(c.identity+"\n$N\n#M\nhello\n#E\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for lang, says := range map[string]string{"de": c.de, "en": c.en} {
			d.Now = d.Now.Add(time.Second) // the same orders at the same time are known
			for _, args := range [][]string{{"check", file, "--world", d.Dir, "--realm", "1"},
				{"submit", d.Dir, file, "--realm", "1"}} {
				code, out, errs := d.Run(append(args, "--lang", lang)...)
				if says == "" {
					if code != complaint.ExitDone || !strings.Contains(out, "1 ") {
						t.Errorf("%s, %s: exit %d, %s%s", c.identity, args[0], code, out, errs)
					}
				} else if code != complaint.ExitNo || out != "" || !strings.Contains(errs, says) ||
					strings.Count(errs, "\n") != 1 {
					t.Errorf("%s, %s: exit %d, %q %q, want %q", c.identity, args[0], code, out, errs, says)
				}
			}
		}
	}
	if s := d.Status(); s.Turn != 2 || s.Realms[0].Spoke.IsZero() { // a message alone is no orders
		t.Errorf("%+v", s)
	}
}

// `read` counts orders as `check` does of the text it prints.
func TestReadCountsAsCheckDoes(t *testing.T) {
	t.Parallel()
	raw := "From: a@b.example\r\nSubject: x\r\n\r\n$I 4 word\r\n$N\r\n#A\r\nhello\r\n#E\r\n"
	_, text, errs := clitest.Run(t, raw, "read", "-", "--lang", "en")
	if !strings.Contains(errs, ": 1 order\n") { // one message
		t.Errorf("read said %q", errs)
	}
	if _, out, _ := clitest.Run(t, text, "check", "-", "--lang", "en"); !strings.Contains(out, "1 order counts") {
		t.Errorf("check said %q", out)
	}
}

// What others wrote does not command the terminal: no control character but
// line ends and tabs leaves `check`, nor what is told on the side.
func TestControlCharactersStayInside(t *testing.T) {
	t.Parallel()
	evil := "\x1b]0;title\x07\u009b31m\x08\x00\x7f"
	_, out, errs := clitest.Run(t, "$I 1 x\n$A\n"+evil+"K.M 1 0 V\n", "check", evil, "--lang", "en")
	_, out2, errs2 := clitest.Run(t, "$I 1 x\n$A\nK.M "+evil+" 0 V\n$"+evil+"\n", "check", "-", "--lang", "en")
	for _, text := range []string{out, errs, out2, errs2} {
		if i := strings.IndexFunc(text, func(r rune) bool {
			return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0
		}); i >= 0 {
			t.Errorf("a control character in %q", text)
		}
	}
	if !strings.Contains(errs, "\uFFFD]0;title\uFFFD\uFFFD31m") {
		t.Errorf("what stands for them: %q", errs)
	}
}

// A list of realms ends its lines where the text ends.
func TestNoTrailingBlanks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("realm", "add", "--by-hand", d.Dir, "--name", "A", "--player", "B", "--mail", "b@test.example")
	for _, args := range [][]string{{"realm", "list", d.Dir}, {"status", d.Dir}, {"verify", d.Dir}} {
		for _, line := range strings.Split(d.Done(args...), "\n") {
			if strings.TrimRight(line, " \t") != line {
				t.Errorf("%s: %q", args[0], line)
			}
		}
	}
}

// With a world `check` counts lines, as the receipt does, and not sentences: for an army that splits, the receipt has
// one for the split and one for what the rest will do.
func TestCheckCountsLines(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	file := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(file, []byte("$I 1 word\n$R\nK.L 1 1500 0 0\n$A\nK.L 1 0 V+ K.L 2 200\n$E\n"), 0o600); err !=
		nil {
		t.Fatal(err)
	}
	_, out, errs := d.Run("check", file, "--world", d.Dir, "--realm", "1", "--lang", "en")
	if !strings.Contains(out, "2 orders count") {
		t.Errorf("%s%s", out, errs)
	}
}

// Orders for a turn to come are only read, by `check` as by `submit`: the same problems, none of the
// present state, and the same last line but for what was done.
func TestCheckAhead(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	file := filepath.Join(t.TempDir(), "orders.txt")
	for _, c := range []struct {
		turn, lang string
		said       []string
		code       int
	}{
		{"", "en", []string{"[no-orders]", "[no-such-army]", ": 1 error, 1 warning, 0 orders count"}, complaint.ExitNo},
		{" 3", "en", []string{": 0 errors, 0 warnings, 1 order is readable. It is for turn 3: the rest is " +
			"checked only when that turn begins."}, complaint.ExitDone},
		{" 3", "de", []string{": 0 Fehler, 0 Warnungen, 1 Befehl ist lesbar. Sie ist für Zug 3; mehr wird erst " +
			"geprüft, wenn er beginnt."}, complaint.ExitDone},
	} {
		text := "$I 1 word" + c.turn + "\n$A\nR.L 99 0 V+\n$E\n" // there is no army 99 now
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := d.Run("check", file, "--world", d.Dir, "--realm", "1", "--lang", c.lang)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != c.code || len(lines) != len(c.said) || errs != "" {
			t.Fatalf("%q: exit %d\n%s%s", text, code, out, errs)
		}
		for i, want := range c.said {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%q: %s\nwant %s", text, lines[i], want)
			}
		}
		d.Now = d.Now.Add(time.Second)
		if c.code == complaint.ExitDone {
			kept := map[string]string{"en": "Kept for turn 3.\n", // and then it is there
				"de": "Nichts Neues: Dieselben Befehle liegen schon vor.\n"}[c.lang]
			if code, again, _ := d.Run("submit", d.Dir, file, "--realm", "1", "--lang", c.lang); code != c.code ||
				again != out+kept {
				t.Errorf("submit says, with %d,\n%scheck said\n%s", code, again, out)
			}
		}
	}
	if got := d.Done("check", file, "--world", d.Dir, "--realm", "1", "--json"); !strings.Contains(got, `"for": 3`) {
		t.Errorf("for scripts: %s", got)
	}
}

// `submit` ends with what became of the orders.
func TestSubmitSaysWhetherItTook(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for _, c := range []struct {
		realm, text string
		code        int
		en, de      string
	}{
		{"1", "", complaint.ExitDone, "Taken, but nothing in it counts. Realm 1 has now sent orders for turn 1, and the turn " +
			"does not wait for it. `submit DIR 1 --back` takes that back.",
			"Angenommen, aber nichts darin gilt. Reich 1 hat damit Befehle für Zug 1 geschickt, und der Zug wartet nicht auf " +
				"seine. `submit DIR 1 --back` nimmt das zurück."},
		{"1", "$N\n#M\nHallo.\n#E\n", complaint.ExitDone, "Taken: in force for realm 1 in turn 1.",
			"Angenommen: in Kraft für Reich 1 in Zug 1."},
		{"1", "$A\nR.L 99 0 V+\n$N\n#M\nHallo.\n#E\n", complaint.ExitDone,
			"Taken: in force for realm 1 in turn 1. 1 line is bad and does not count.",
			"Angenommen: in Kraft für Reich 1 in Zug 1. 1 Zeile ist falsch und zählt nicht."},
		{"1", "$A\nR.L 99 0 V+\n", complaint.ExitNo, "no line in it is good: the earlier orders stay in force",
			"keine gute Zeile darin: die früheren Befehle gelten weiter"},
		{"0", "$G\n1 500\n", complaint.ExitDone, "Taken: the game master's sheet for turn 1 is in force.",
			"Angenommen: Das Blatt der Spielleitung für Zug 1 ist in Kraft."},
	} {
		for lang, want := range map[string]string{"en": c.en, "de": c.de} {
			d.Now = d.Now.Add(time.Second)
			file := filepath.Join(t.TempDir(), "orders.txt")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, errs := d.Run("submit", d.Dir, file, "--realm", c.realm, "--lang", lang)
			if code != c.code || !strings.HasSuffix(out+errs, want+"\n") {
				t.Errorf("%q: exit %d\n%s%s", c.text, code, out, errs)
			}
		}
	}
}

// `COMMAND DIR [REALM] [FILE]` is the form of all commands. Of a file with an $I line the realm is known, and a number
// that is given twice must be the same. The older forms go on.
func TestOneGrammar(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	home := t.TempDir()
	for name, text := range map[string]string{"named": "$I 1 word\n$N\n#M\nhello\n#E\n", "bare": "$N\n#M\nhello\n#E\n"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"check DIR HOME/named", 0, "1 order counts (rules: "},
		{"check DIR 1 HOME/bare", 0, "1 order counts (rules: "},
		{"check DIR HOME/bare --realm 1", 0, "1 order counts (rules: "},
		{"check HOME/named --world DIR --realm 1", 0, "1 order counts (rules: "},
		{"check HOME/named --world DIR", 0, "1 order counts (rules: "},
		{"check HOME/named", 0, "; choose others with DIR"},
		{"check DIR 2 HOME/named", complaint.ExitUsage, "there is no realm 2"},
		{"check DIR 2 HOME/named --realm 1", complaint.ExitUsage, "realm 2 or 1?"},
		{"check DIR x HOME/named", complaint.ExitUsage, "x is not a whole number"},
		{"check DIR HOME/bare", complaint.ExitUsage, "Give the realm: `weltentor check DIR REALM HOME/bare`"},
		{"check DIR HOME/named --rulebook=RULES", complaint.ExitUsage, "do not go together"},
		{"submit DIR HOME/named", 0, "in force for realm 1"},
		{"submit DIR 1 HOME/bare", 0, "in force for realm 1"},
		{"submit DIR HOME/bare --realm 1", 0, "in force for realm 1"},
		{"submit DIR 2 HOME/named", complaint.ExitUsage, "there is no realm 2"},
		{"submit DIR", complaint.ExitUsage, "the file is missing: `weltentor submit DIR [REALM] FILE`"},
		{"submit DIR HOME/bare", complaint.ExitUsage, "Give the realm: `weltentor submit DIR REALM HOME/bare`"},
		{"submit DIR 1 --back", 0, "Realm 1 has its former orders for turn 1 again; 1 line counts."},
		{"submit DIR --back --realm 1", 0, "Realm 1 has its former orders for turn 1 again; 1 line counts."},
		{"submit DIR --back", complaint.ExitUsage, "Give the realm: `weltentor submit DIR REALM --back`"},
		{"submit DIR 1 HOME/bare --back", complaint.ExitUsage, "give no file"},
		{"submit DIR 2 --back", complaint.ExitUsage, "there is no realm 2"},
		{"log DIR", 0, "game master: orders for realm 1 are entered by hand"},
		{"log DIR", 0, "game master: the last orders of realm 1 are taken back; the former ones are in force again"},
		{"map DIR --realm 1 -o HOME/one.svg", 0, ""},
		{"map DIR 1 --realm 2 -o HOME/two.svg", complaint.ExitUsage, "realm 1 or 2?"},
		{"page DIR --realm 1 -o HOME/one.json", 0, ""},
		{"page DIR 1 --realm 2 -o HOME/two.json", complaint.ExitUsage, "realm 1 or 2?"},
	} {
		real := strings.NewReplacer("HOME", home, "RULES", worlds.Rulebooks()[0].Name())
		says := strings.ReplaceAll(real.Replace(c.says), "check DIR REALM", "check "+d.Dir+" REALM")
		says = strings.ReplaceAll(says, "submit DIR REALM", "submit "+d.Dir+" REALM")
		args := strings.Fields(real.Replace(c.args))
		args[1] = strings.Replace(args[1], "DIR", d.Dir, 1)
		if n := slices.Index(args, "DIR"); n > 0 {
			args[n] = d.Dir
		}
		d.Now = d.Now.Add(time.Second)
		if code, out, errs := d.Run(append(args, "--lang=en")...); code != c.code || !strings.Contains(out+errs, says) {
			t.Errorf("%s: exit %d, want %d and %q:\n%s%s", c.args, code, c.code, says, out, errs)
		}
	}
}

// The last line says by which rules the file was read, and whether they were chosen: an order of one game is a mistake
// in another.
func TestCheckNamesTheRules(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	file := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(file, []byte("$I 1 word\n$N\n#A\nhello\n#E\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := worlds.Rulebooks()[1].Name()
	for _, c := range []struct {
		args   string
		game   int
		en, de string // after the game's name
	}{
		{"check " + file, 0, "; choose others with DIR or --rulebook", "; andere mit DIR oder --rulebook"},
		{"check --rulebook=" + other + " " + file, 1, "", ""},
		{"check " + d.Dir + " 1 " + file, 0, "", ""},
		{"check --world " + d.Dir + " --realm 1 " + file, 0, "", ""},
	} {
		for how, want := range map[string]string{"--lang=en": "(rules: " + clitest.GameOf(c.game, phrase.En) + c.en + ")\n",
			"--lang=de": "(Regeln: " + clitest.GameOf(c.game, phrase.De) + c.de + ")\n",
			"--json":    `"rulebook": "` + worlds.Rulebooks()[c.game].Name() + `"`} {
			if out := d.Done(append(strings.Fields(c.args), how)...); !strings.Contains(out, want) {
				t.Errorf("%s %s: %s", c.args, how, out)
			}
		}
	}
}

// What only asks something of the machine is a line that counts, as in the receipt.
func TestCheckCountsSettings(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	const text = "$I 1 word\n$S\nVorlage ja\n"
	file := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"check " + file, "check --world " + d.Dir + " --realm 1 " + file} {
		if out := d.Done(append(strings.Fields(args), "--lang=en")...); !strings.Contains(out, ": 0 errors, 0 warnings, 1 order ") {
			t.Errorf("%s: %s", args, out)
		}
	}
}
