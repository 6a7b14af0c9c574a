package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// What is wrong with a command line is said in our words, in both languages,
// in one line that names the word meant and the help to ask for.
func TestMisreadCommandLines(t *testing.T) {
	t.Parallel()
	cases := []struct{ args, de, en string }{
		{"realm", "es fehlt der Befehl, einer von: add, import, ", "a command is missing; one of: add, import, "},
		{"realm", "export, forget (", "export, forget ("}, // to the last
		{"frob", "einen Befehl frob gibt es nicht (", "unknown command frob ("},
		{"chek", "vielleicht check?", "did you mean check?"},
		{"mute d 1", "vielleicht realm mute?", "did you mean realm mute?"},
		{"help mute", "vielleicht realm mute?", "did you mean realm mute?"},
		{"realm remove d 1", "ein Reich bleibt", "a realm stays as long as the game"},
		{"realm rename d 1", "der Name eines Reichs bleibt", "a realm keeps the name"},
		{"realm lsit d", "vielleicht list?", "did you mean list?"},
		{"report", "es fehlt: DIR REALM (`weltentor report --help`", "missing: DIR REALM (`weltentor report --help`"},
		{"cron", "es fehlt: DIRS (", "missing: DIRS ("},
		{"realm add d --name=x", "es fehlt: --player=NAME", "missing: --player=NAME"},
		{"report d bov", "REALM: bov ist keine Zahl", "REALM: bov is not a whole number"},
		{"report d 1 -1", "-1 ist keine Zahl von 0 an", "-1 is not a whole number from 0 up"},
		{"report d 1 99999999999999999999", "TURN: 99999999999999999999 ist keine Zahl",
			"TURN: 99999999999999999999 is not a whole number"},
		{"submit d f --realm x", "--realm: x ist keine Zahl", "--realm: x is not a whole number"},
		{"submit d f --realm", "hinter --realm fehlt der Wert", "--realm needs a value"},
		{"check f --realm --json", "hinter --realm fehlt der Wert", "--realm needs a value"},
		{"turn d --force=maybe", "--force hat keinen Wert", "--force takes no value"},
		{"new a b", "b ist hier zu viel", "unexpected argument b"},
		{"new d --seed=", "leerer Keim", "an empty seed"},
		{"new d --size 200x0", "von 1 bis 10000", "from 1 to 10000"},
		{"status d --jsno", "vielleicht --json?", "did you mean --json?"},
		{"--at yesterday status d", "--at: yesterday ist keine Zeit", "--at: yesterday is not a time"},
		{"--lang fr status d", "fr ist keine Sprache dieses Programms", "fr is not a language of this program"},
	}
	for _, c := range cases {
		for lang, says := range map[string]string{"de": c.de, "en": c.en} {
			var out, errs strings.Builder
			env := func(name string) string { return map[string]string{"LANG": lang}[name] }
			code := cli.Run(t.Context(), strings.Fields(c.args), strings.NewReader(""), &out, &errs, env,
				worlds.Rulebooks())
			got := errs.String()
			if code != complaint.ExitUsage || out.Len() > 0 || strings.Count(got, "\n") != 1 || !strings.Contains(got, says) {
				t.Errorf("%q in %s: exit %d, %q, want %q", c.args, lang, code, out.String()+got, says)
			}
			others := strings.Replace(got, says, "", 1) // our own words may be like the parser's
			for _, word := range []string{"64 bit", "EOL", "parsing", "unexpected", "did you mean", "expect", "..."} {
				if strings.Contains(others, word) {
					t.Errorf("%q in %s speaks of the parser: %q", c.args, lang, got)
				}
			}
		}
	}
}

// The help of a command shows the flags that mean something to it: a reason only where something changes, a fleet only
// for worlds and in a program that has fleets.
func TestFlagsAreShownByTheirUsers(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{"status": "fleet", "edit": "why fleet again", "realm drop": "why fleet again",
		"realm list": "fleet", "man": "", "cron": "why", "check": "fleet", "": "why fleet again"} {
		_, out, _ := clitest.Run(t, "", append(strings.Fields(command), "--help", "--lang", "en")...)
		for _, flag := range []string{"why", "fleet", "again"} {
			shown := strings.Contains(want, flag) && (flag == "why" || commands.Built)
			if strings.Contains(out, "--"+flag+"=") != shown {
				t.Errorf("%q shows --%s: %v, want %v", command, flag, !shown, shown)
			}
		}
	}
	for _, command := range []string{"--help", "man", "completion bash"} {
		if _, out, _ := clitest.Run(t, "", strings.Fields(command)...); strings.Contains(out,
			"fleet run") != (commands.Built) {
			t.Errorf("%q shows the commands of a fleet: %v", command, !commands.Built)
		}
	}
}

// Whoever works on a world does so on one of a fleet too, and its help shows that, unless a fleet refuses it.
func TestWorldlyCommandsShowTheFleet(t *testing.T) {
	t.Parallel()
	worldly := clitest.Worldly()
	for _, leaf := range cli.Commands(call.NewVoice(phrase.En, nil, nil)).Leaves(false) {
		path := leaf.Path()
		if !slices.Contains(worldly, path) || strings.HasPrefix(path, "fleet ") {
			continue
		}
		shows := slices.Contains(strings.Fields(leaf.Tag.Get("uses")), "fleet")
		if refused := slices.Contains(cli.ByHosts, path); shows == refused {
			t.Errorf("%q: a fleet refuses it: %v, its help shows --fleet: %v; see uses in Grammar, and ByHosts", path, refused, shows)
		}
	}
}

// A misspelt page of the manual is guessed as a misspelt command is, with or without `help` before it.
func TestAMisspeltPage(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"help player":            "unknown command player; did you mean help players?",
		"player":                 "unknown command player; did you mean help players?",
		"help troubl":            "unknown command troubl; did you mean help trouble?",
		"help stats":             "unknown command stats; did you mean status?",
		"turn bovistan --dryrun": "unknown option --dryrun; did you mean --dry-run?",
		"help nonsense":          "unknown command nonsense (",
	} {
		code, out, errs := clitest.Run(t, "", append(strings.Fields(args), "--lang", "en")...)
		if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s%s", args, code, out, errs)
		}
	}
}

// `hilfe` shows the help, and a folder of `weltentor demo` is not a world but has one.
func TestNearMisses(t *testing.T) {
	t.Parallel()
	if code, out, errs := clitest.Run(t, "", "hilfe", "realm", "mute", "--lang", "de"); code != complaint.ExitDone ||
		!strings.Contains(out, "weltentor realm mute") {
		t.Errorf("hilfe: exit %d, %s%s", code, out, errs)
	}
	d := clitest.NewTable(t)
	demo := filepath.Join(t.TempDir(), "demo")
	if err := os.MkdirAll(demo, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(d.Dir, filepath.Join(demo, "world")); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := d.Run("status", demo); code != complaint.ExitUsage ||
		!strings.Contains(errs, "there is no world here, but in "+filepath.Join(demo, "world")) {
		t.Errorf("demo: exit %d, %s", code, errs)
	}
}

// Why a file cannot be read is said in the reader's language, where it is known.
func TestAFileThatIsNotThere(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"de": " ist nicht lesbar: die Datei gibt es nicht\n",
		"en": " cannot be read: there is no such file\n"} {
		code, out, errs := clitest.Run(t, "", "check", "nowhere.txt", "--lang", lang)
		if code != complaint.ExitUsage || !strings.HasSuffix(out+errs, want) {
			t.Errorf("exit %d, %q", code, out+errs)
		}
	}
}
