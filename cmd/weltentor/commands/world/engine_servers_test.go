//go:build servers && linux

package world_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// An engine of a shell script: it counts rounds, and says what each realm has ordered and what the dice were.
const (
	rounds = `name = "rounds"
title = { en = "Rounds", de = "Runden" }
version = 1
state = ["round", "seats"]
rules = "rules.md"
[found]
run = ["sh", "/engine/rounds.sh", "found"]
[join]
file = "seats"
line = "{faction} {name}\n"
[turn]
run = ["sh", "/engine/rounds.sh", "turn"]
[orders]
file = "orders.{faction}"
[report]
text = "report.{faction}"
template = "template.{faction}"
summary = 4
[seed]
file = "dice"
most = 6
`
	roundsScript = `set -e
if [ $1 = found ]; then echo 0 > round; : > seats; exit; fi
r=$(($(cat round) + 1)); echo $r > round
while read n name; do
  echo work $r > template.$n
  { echo "Round $r of $name"; cat orders.$n 2> /dev/null || echo idle; echo "Dice: $(cat dice)"; } > report.$n
done < seats
`
)

// engine writes the engine, changed by pairs of old and new text in its files.
func engine(t *testing.T, change ...string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "rounds")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"engine.toml": rounds, "rounds.sh": roundsScript, "rules.md": "Rounds are counted.\n"} {
		put(t, filepath.Join(dir, name), strings.NewReplacer(change...).Replace(text))
	}
	return dir
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// resets writes another line into world.toml.
func resets(t *testing.T, dir, from, to string) {
	t.Helper()
	path := filepath.Join(dir, "world.toml")
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Count(raw, []byte("\n"+from+"\n")) != 1 {
		t.Fatalf("%v, or there is no line %s in\n%s", err, from, raw)
	}
	put(t, path, strings.Replace(string(raw), "\n"+from+"\n", "\n"+to+"\n", 1))
}

// exits runs a command, and checks its exit code and some words of what it says.
func exits(t *testing.T, want int, words string, args ...string) string {
	t.Helper()
	code, out, errs := clitest.Run(t, "", append(args, "--lang", "en")...)
	if code != want || !strings.Contains(out+errs, words) {
		t.Fatalf("%q: exit %d, want %d with %q\n%s%s", args, code, want, words, out, errs)
	}
	return out + errs
}

// A world is played by an engine: turns, an other program, tools of the game master, a backup.
func TestWorldOnEngine(t *testing.T) {
	t.Parallel()
	dir, engine := filepath.Join(t.TempDir(), "w"), engine(t)
	exits(t, complaint.ExitDone, "founded; the rules are those of the program rounds", "new", dir, "--engine", engine)
	for _, name := range []string{"Anna", "Bob"} {
		clitest.Must(t, "realm", "add", dir, "--name", name, "--player", name)
	}
	turn := func() { t.Helper(); clitest.Must(t, "turn", dir, "--force", "--yes") }
	turn()
	orders := filepath.Join(t.TempDir(), "orders")
	put(t, orders, "$B\nsow 40\n$E\n")
	clitest.Must(t, "submit", dir, orders, "--realm", "1")
	turn()
	for realm, did := range map[string]string{"1": "sow 40", "2": "idle"} {
		if got := clitest.Must(t, "report", dir, realm); !regexp.MustCompile(`^Round 2 of (Anna|Bob)\n` + did + `\nDice: [0-5]\n`).MatchString(got) {
			t.Errorf("realm %s got %q", realm, got)
		}
	}
	exits(t, complaint.ExitDone, "Turn 2: replayed", "verify", dir)

	// Another program goes on only after its version was raised.
	put(t, filepath.Join(engine, "rounds.sh"), strings.Replace(roundsScript, "Round $r", "Lap $r", 1))
	exits(t, complaint.ExitUsage, "it is not the program that made this world any more. Raise `version`", "turn", dir, "--force", "--yes")
	if said := exits(t, complaint.ExitNo, "no turn can be replayed", "verify", dir); strings.Contains(said, "Turn 2") {
		t.Error(said)
	}
	exits(t, complaint.ExitNo, "the program is another one", "status", dir)
	backup := filepath.Join(t.TempDir(), "b.db")
	said := exits(t, complaint.ExitDone, engine+", is not in the copy, and it is another one by now", "backup", dir, backup)
	if !regexp.MustCompile(`the one with the sum [0-9a-f]{64}\.`).MatchString(said) {
		t.Error(said)
	}
	put(t, filepath.Join(engine, "engine.toml"), strings.Replace(rounds, "version = 1", "version = 2", 1))
	turn()
	if got := clitest.Must(t, "report", dir, "2"); !strings.HasPrefix(got, "Lap 3 of Bob\n") {
		t.Errorf("the report is %q", got)
	}
	clitest.Must(t, "verify", dir)
	exits(t, complaint.ExitDone, "the state is by the one with the sum", "backup", dir, backup+"2")

	// What the game master's tools change is logged, and repeated by undo and verify.
	shell := func(want int, words, script string, more ...string) {
		t.Helper()
		exits(t, want, words, append(append([]string{"engine", "shell", dir, "--why", "a round was lost"}, more...), "--", "sh", "-c", script)...)
	}
	exits(t, complaint.ExitUsage, "the reason is missing: --why \"…\"; only you read it, in the log", "engine", "shell", dir, "--", "true")
	shell(complaint.ExitDone, "No file was changed", "cat round")
	shell(complaint.ExitUsage, "With --yes the changes are taken", "echo 7 > round")
	shell(complaint.ExitNo, "nothing was changed", "echo 8 > round; exit 3", "--yes")
	shell(complaint.ExitUsage, "no pattern under state", "echo 9 > round; echo x > notes", "--yes")
	shell(complaint.ExitUsage, "there is no file seats", "rm seats", "--yes")
	turn()
	if got := clitest.Must(t, "report", dir, "1"); !strings.HasPrefix(got, "Lap 4 of") {
		t.Errorf("something was changed: %q", got)
	}
	shell(complaint.ExitDone, "#seats#: left out, an editor's copy", "echo x > '#seats#'")
	shell(complaint.ExitUsage, "no pattern under state", "echo x > '#seats'", "--yes")
	shell(complaint.ExitDone, "round: changed, 3 bytes", "cp seats seats~; cp round .round.swp; echo 40 > round; printf '1 Anna\\n2 Robert\\n' > seats", "--yes")
	turn()
	if got := clitest.Must(t, "report", dir, "2"); !strings.Contains(got, "Lap 41 of Robert\n") {
		t.Errorf("nothing was changed: %q", got)
	}
	exits(t, complaint.ExitDone, "changed by hand: file round (3 B)\n        a round was lost\n", "log", dir)
	clitest.Must(t, "verify", dir)
	undo := func(words ...string) {
		t.Helper()
		said := clitest.Must(t, "undo", dir, "--yes", "--turn", "5", "--edits", "before", "--why", "look", "--lang", "en")
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("no %q in\n%s", w, said)
			}
		}
	}
	undo()
	clitest.Must(t, "redo", dir)
	if got := clitest.Must(t, "report", dir, "2"); !strings.Contains(got, "Lap 41 of Robert\n") {
		t.Errorf("the change was not made again: %q", got)
	}
	shell(complaint.ExitDone, "2 files changed", "echo 50 > round; printf '1 Anna\\n2 Ronald\\n' > seats", "--yes")
	undo("This change by hand is gone: file round (3 B)\n", "comes before turn 5 now: file seats (16 B)\n")
	said = exits(t, complaint.ExitDone, "restored. Turn 3 awaits orders", "restore", dir, backup, "--yes")
	if !strings.Contains(said, "is not in the copy, and it is another one by now") {
		t.Error(said)
	}
	exits(t, complaint.ExitUsage, "the rules of this world are not a program", "engine", "shell", other(t), "--why", "x", "--", "true")
}

// other is a world of one of our games.
func other(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "other")
	clitest.Must(t, "new", dir)
	return dir
}

// A running game moves in with its numbers and names, also with those that ours would refuse; then its players get
// their realms with new passwords, two of them one player.
func TestRunningGameMovesIn(t *testing.T) {
	t.Parallel()
	const clients = "[[clients]]\nhead = '#rounds {faction} \"{password}\"'\nend = '#end'\n[seed]"
	dir, engine, state := filepath.Join(t.TempDir(), "w"), engine(t, "[seed]", clients), t.TempDir()
	put(t, filepath.Join(state, "round"), "1299\n")
	put(t, filepath.Join(state, "seats"), "7 Zürich: $I\n12 Bob\n203 bob\n")
	put(t, filepath.Join(state, "report.7"), "an old one\n")
	list := filepath.Join(t.TempDir(), "list.csv")
	const good = "number;name;player;address;language\n7;\"Zürich: $I\";Zoe;zoe@demo.test;de\n12;Bob;Bob;bob@demo.test;en\n203;bob;Zoe;zoe@demo.test;\n"
	founding := []string{"new", dir, "--engine", engine, "--state", state, "--players", list, "--turn", "1300"}
	put(t, list, strings.Replace(good, "12;", "7;", 1))
	exits(t, complaint.ExitUsage, "list.csv, line 3: realm 7 is in line 2 already", founding...)
	put(t, list, strings.Replace(good, "203;", ";", 1))
	exits(t, complaint.ExitUsage, "list.csv, line 4: number : it must be that of a realm, 1 to 9999", founding...)
	put(t, list, strings.Replace(good, "number", "count", 1))
	exits(t, complaint.ExitUsage, "list.csv, line 1: the column number is missing", founding...)
	put(t, list, good)
	exits(t, complaint.ExitUsage, "--state and --players together", slices.Clip(founding[:len(founding)-4])...)
	exits(t, complaint.ExitUsage, "--engine does not go together", append(founding, "--size", "4x4")...)
	exits(t, complaint.ExitDone, "the game has moved in", founding...)
	exits(t, complaint.ExitDone, "Nobody plays; the turn waits for its deadline, ", "status", dir)
	exits(t, complaint.ExitDone, "7    Zürich: $I    de    no player\n12   Bob           en    no player\n203  bob           en    no player\n", "realm", "list", dir)

	manifest, is := filepath.Join(engine, "engine.toml"), strings.Replace(rounds, "[seed]", clients, 1)
	for words, change := range map[string][2]string{
		"no file of " + state + " has the token":      {`[orders]`, "[orders]\nhead = \"by {token}\""},
		"could not be compared with the game's files": {`[seed]`, "[alive]\nfile = \"living\"\nfind = \"{faction}\"\n[seed]"},
	} {
		put(t, manifest, strings.Replace("token = \"secret\"\n"+is, change[0], change[1], 1))
		exits(t, complaint.ExitDone, words, append([]string{"new", filepath.Join(t.TempDir(), "w")}, founding[2:]...)...)
	}
	put(t, manifest, is)
	alone := filepath.Join(t.TempDir(), "alone") // some factions have no player, or none yet
	clitest.Must(t, "new", alone, "--engine", engine, "--state", state, "--players", list, "--turn", "1300")
	orders := filepath.Join(t.TempDir(), "orders") // without an address, all is done by hand
	put(t, orders, "sow 7\n")
	exits(t, complaint.ExitDone, "in force for realm 12 in turn 1300", "submit", alone, "12", orders)
	exits(t, complaint.ExitDone, "Round 1300 of Bob\nsow 7\n", "turn", alone, "--dry-run", "--report", "12")
	clitest.Must(t, "turn", alone, "--force", "--yes")
	exits(t, complaint.ExitDone, "Turn 1301", "status", alone)
	exits(t, complaint.ExitDone, "Round 1300 of Bob\nsow 7\n", "report", alone, "12")
	resets(t, dir, `address = ""`, `address = "game@demo.test"`)
	exits(t, complaint.ExitUsage, "--print is for new realms", "realm", "import", dir, list, "--print")
	put(t, list, strings.Replace(good, "203;", "204;", 1))
	exits(t, complaint.ExitUsage, "line 4: the realm cannot be added: there is no realm 204", "realm", "import", dir, list)
	put(t, list, good)
	exits(t, complaint.ExitDone, "3 realms added, 0 lines passed over", "realm", "import", dir, list)
	exits(t, complaint.ExitDone, "no realm was added, 3 lines passed over", "realm", "import", dir, list)
	put(t, list, strings.Replace(good, "bob@demo.test", "carl@demo.test", 1))
	exits(t, complaint.ExitUsage, "line 3: the realm cannot be added: realm 12 has a player already", "realm", "import", dir, list)
	letters := exits(t, complaint.ExitDone, "$I 7 ", "outbox", dir, "--text", "1", "2", "3")
	for _, want := range []string{"To: zoe@demo.test", "To: bob@demo.test", "$I 12 ", "$I 203 ", "#rounds 12 ",
		"  with #end at the end of the orders in place of $E\n", "The game has moved here. Your faction keeps its number, 12; its old password is no longer valid.",
		"a receipt says which lines go to the game's program.\n"} {
		if !strings.Contains(letters, want) {
			t.Errorf("no %q in\n%s", want, letters)
		}
	}
	if strings.Contains(letters, "may be published") { // there is no public file of its state
		t.Errorf("a promise that is not kept in\n%s", letters)
	}
	exits(t, complaint.ExitDone, "Turn 1300", "public", dir)
	clitest.Must(t, "turn", dir, "--force", "--yes")
	exits(t, complaint.ExitDone, "Turn 1301", "public", dir)
	if got := clitest.Must(t, "report", dir, "203"); !strings.HasPrefix(got, "Round 1300 of bob\n") {
		t.Errorf("the report is %q", got)
	}
	clitest.Must(t, "verify", dir)
	clitest.Must(t, "undo", dir, "--yes", "--turn", "1300", "--why", "a test")
	exits(t, complaint.ExitDone, "Turn 1300", "public", dir)
	clitest.Must(t, "closing", dir, "--now", "--yes", "--why", "a test")
	exits(t, complaint.ExitDone, "The game has ended", "status", dir)
	clitest.Must(t, "verify", dir)
	exits(t, complaint.ExitUsage, "its founding cannot be repeated from a seed", "publish", dir, "-o", filepath.Join(t.TempDir(), "game.gz"), "--guessable")
}

// The turn that sets players up takes no orders: nobody is told a deadline, waited for or reminded.
func TestTurnOfSettingUp(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "w")
	clitest.Must(t, "new", dir, "--engine", engine(t))
	resets(t, dir, `address = ""`, `address = "game@demo.test"`)
	for _, name := range []string{"Anna", "Bob"} {
		clitest.Must(t, "realm", "add", dir, "--name", name, "--player", name, "--mail", name+"@demo.test")
	}
	said := exits(t, complaint.ExitDone, "Nobody sends orders for this turn; the next `weltentor cron` resolves it", "status", dir)
	said += exits(t, complaint.ExitDone, "Next: Turn 1: the players are set up. Nobody sends orders for it", "outbox", dir, "--text", "1", "2")
	for _, wrong := range []string{"deadline", "Deadline", "Reminders", "Orders until", "no orders yet"} {
		if strings.Contains(said, wrong) {
			t.Errorf("%q in\n%s", wrong, said)
		}
	}
	clitest.Must(t, "turn", dir)
	exits(t, complaint.ExitDone, "no orders yet", "status", dir)
	exits(t, complaint.ExitDone, "+ deadline.ics", "outbox", dir, "--text", "3")
}

// A file without a head is that of the realm that was given. One with heads of several is taken apart as in a mail; if one
// of the realms cannot have orders, none of them has got any.
func TestOrdersByHand(t *testing.T) {
	t.Parallel()
	dir, file := filepath.Join(t.TempDir(), "w"), filepath.Join(t.TempDir(), "orders")
	clitest.Must(t, "new", dir, "--engine", engine(t, "[seed]", "[[clients]]\nhead = '#rounds {faction} \"{password}\"'\nend = '#end'\n[seed]",
		"file = \"orders.", "forbidden = [\"password\"]\nfile = \"orders."))
	for _, name := range []string{"Anna", "Bob"} {
		clitest.Must(t, "realm", "add", dir, "--name", name, "--player", name)
	}
	clitest.Must(t, "turn", dir, "--force", "--yes")
	put(t, file, "#rounds 1 \"x\"\nsow 1\n#end\n#rounds 9 \"y\"\nsow 9\n#end\n")
	exits(t, complaint.ExitUsage, "no realm 9", "submit", dir, file)
	exits(t, complaint.ExitDone, "turn 2: no orders", "orders", dir, "1")
	put(t, file, "#rounds 1 \"x\"\nsow 1\n#end\n#rounds 2 \"y\"\npassword z\nsow 2\n#end\n")
	for _, words := range []string{"Realm 1:\n" + file + ": 0 errors, 0 warnings, 1 order counts", "Realm 2:\n" + file + ":5:1: error: "} {
		exits(t, complaint.ExitNo, words, "check", dir, file)
	}
	for _, words := range []string{"in force for realm 1 in turn 2.\nRealm 2:\n", "in force for realm 2 in turn 2. 1 line is bad"} {
		exits(t, complaint.ExitDone, words, "submit", dir, file)
	}
	exits(t, complaint.ExitDone, "\n  \"realm\": 2,\n", "submit", dir, file, "--json")
	put(t, file, "\nsow 5\npassword z\n")
	exits(t, complaint.ExitUsage, "whose orders are these?", "submit", dir, file)
	exits(t, complaint.ExitNo, file+":3:1: error: ", "check", dir, "1", file)
	exits(t, complaint.ExitNo, "\n      \"line\": 3,\n", "check", dir, "1", file, "--json")
	exits(t, complaint.ExitDone, "in force for realm 1 in turn 2. 1 line is bad", "submit", dir, "1", file)
	clitest.Must(t, "turn", dir, "--force", "--yes")
	for realm, did := range map[string]string{"1": "Anna\nsow 5\nDice", "2": "Bob\nsow 2\nDice"} {
		if got := clitest.Must(t, "report", dir, realm); !strings.Contains(got, did) {
			t.Errorf("realm %s got %q", realm, got)
		}
	}
}

// A list of a game that moves in is compared with its files. A realm whose row has no player waits for one, and stops no
// turn; a longer list gives it one.
func TestListOfMovingGameIsCompared(t *testing.T) {
	t.Parallel()
	dir, state := filepath.Join(t.TempDir(), "w"), t.TempDir()
	at := engine(t, "[seed]", "[alive]\nfile = \"seats\"\nfind = \"\\n{faction} \"\n[seed]", "while read n name; do",
		"sed -n '2,$p' seats | while read n name; do")
	put(t, filepath.Join(state, "round"), "8\n")
	put(t, filepath.Join(state, "seats"), "seats\n7 Anna\n12 Bob\n13 Cleo\n203 Dora\n")
	list := filepath.Join(t.TempDir(), "list.csv")
	founding := []string{"new", dir, "--engine", at, "--state", state, "--players", list, "--turn", "9"}
	elsewhere := slices.Clone(founding)
	elsewhere[5] = filepath.Dir(list)
	put(t, list, "Number,Faction,Player,Address\n7,Anna,Ann,ann@demo.test\n")
	exits(t, complaint.ExitUsage, filepath.Dir(list)+" has no round: the folder must have", elsewhere...)
	elsewhere[5] = filepath.Join(state, "none")
	exits(t, complaint.ExitUsage, elsewhere[5]+" cannot be read: there is no such file", elsewhere...)
	put(t, list, "Number,Faction,Player,Address\n7,Anna,Ann,ann@demo.test\n3,Bob,Bob,bob@demo.test\n")
	exits(t, complaint.ExitUsage, "list.csv, line 3: by the game's files, faction 3 is not in the game", founding...)
	put(t, list, "Number,Faction,Player,Address\n7,Anna,Ann,ann@demo.test\n12,Bob,,\n")
	exits(t, complaint.ExitDone, "list.csv does not have factions 13, 203, which the game's files have", founding...)
	resets(t, dir, `address = ""`, `address = "game@demo.test"`)
	resets(t, dir, `early = false`, `early = true`)
	exits(t, complaint.ExitDone, "1 realm added, 0 lines passed over", "realm", "import", dir, list)
	exits(t, complaint.ExitDone, "12  Bob        en    no player\n", "realm", "list", dir)
	orders := filepath.Join(t.TempDir(), "orders")
	put(t, orders, "$B\nwork\n$E\n")
	clitest.Must(t, "submit", dir, "7", orders)
	clitest.Must(t, "turn", dir) // nobody waits for realm 12
	exits(t, complaint.ExitDone, "Turn 10", "status", dir)
	put(t, list, "Number,Faction,Player,Address\n7,Anna,Ann,ann@demo.test\n12,Bob,Bob,bob@demo.test\n")
	exits(t, complaint.ExitDone, "1 realm added, 1 line passed over", "realm", "import", dir, list)
	clitest.Must(t, "turn", dir, "--force", "--yes")
	if got := clitest.Must(t, "report", dir, "12"); !strings.HasPrefix(got, "Round 10 of Bob\n") {
		t.Errorf("the report is %q", got)
	}
	clitest.Must(t, "verify", dir)
}

// Whether an engine repeats itself is found out before anybody is invited.
func TestEngineCheck(t *testing.T) {
	t.Parallel()
	said := exits(t, complaint.ExitDone, "Founded, and 4 turns played, twice: the same files both times.", "engine", "check", engine(t))
	list := regexp.MustCompile(`engine.toml: (usr = \["bin", "lib/[a-z0-9_-]+"(, "lib64")?\])\n`).FindStringSubmatch(said)
	if list == nil {
		t.Fatalf("what a shell needs is not told:\n%s", said)
	}
	if said := exits(t, complaint.ExitDone, "twice", "engine", "check", engine(t, "version = 1", "version = 1\n"+list[1])); strings.Contains(said, "usr") {
		t.Error(said)
	}
	exits(t, complaint.ExitNo, "player 1 has left the game in the turn that sets them up", "engine", "check", engine(t, "[seed]",
		"[alive]\nfile = \"seats\"\nfind = \"{faction}: {name}\"\n[seed]"))
	exits(t, complaint.ExitNo, "cannot be played: the checker: it left no file checked", "engine", "check", engine(t, "[join]",
		"[check]\nrun = [\"true\"]\norders = \"in\"\nout = \"checked\"\nmark = \"!\"\n[join]", "echo work $r", ":"))
	exits(t, complaint.ExitNo, "cannot be played: the checker: it left no file checked", "engine", "check", engine(t, "[join]",
		"[check]\nrun = [\"true\"]\norders = \"in\"\nout = \"checked\"\nmark = \"!\"\n[join]"))
	if strings.Contains(said, "nothing in engine.toml names") {
		t.Error(said)
	}
	exits(t, complaint.ExitDone, "gone after the run: deeds.1, deeds.2, deeds.3, map. What", "engine", "check",
		engine(t, "echo 0 > round", "echo 0 > round; echo x > map", "echo work $r", "echo x > deeds.$n; echo work $r"))
	exits(t, complaint.ExitNo, "gone after the run: map00, map01, map02, map03, map04, map05, map06, map07, map08, map09, and 2 more. What",
		"engine", "check", engine(t, "echo 0 > round", "echo 0 > round; for n in 0 1; do for i in 0 1 2 3 4 5 6 7 8 9; do "+
			"[ $n$i -gt 11 ] || echo x > map$n$i; done; done", "echo $r > round", "cat map01 map11"))
	said = exits(t, complaint.ExitNo, "does not repeat its turns", "engine", "check", engine(t, "Dice: $(cat dice)", "Dice: $(od -An -N4 /dev/urandom)"))
	if !strings.Contains(said, ": 3/REPORT.TXT") || strings.Contains(said, "template") {
		t.Error(said)
	}
	exits(t, complaint.ExitNo, "it ended with exit status 139 and said nothing: it crashed or was stopped, perhaps since `megabytes`", "engine",
		"check", engine(t, "echo 0 > round", "kill -SEGV $$"))
	exits(t, complaint.ExitNo, "cannot be played: engine rounds: it ended with exit status 3 and said:\n> no paper", "engine", "check",
		engine(t, "echo 0 > round", "echo no paper; exit 3"))
	exits(t, complaint.ExitNo, "does not repeat its turns", "engine", "check", engine(t, "echo 0 > round", "od -An -N2 -tu2 /dev/urandom > round"))
	exits(t, complaint.ExitDone, "the same files both times", "engine", "check",
		engine(t, "echo 0 > round", "od -An -N2 -tu2 /dev/urandom > round", "version = 1", "version = 1\nonce = true"))
}

// A turn may not take longer than what counts as stuck. A new world has room for it.
func TestEngineLongTurns(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "w")
	clitest.Must(t, "new", dir, "--engine", engine(t, "[orders]", "seconds = 400\n[orders]"))
	clitest.Must(t, "status", dir)
	resets(t, dir, `time_limit = "14m"`, `time_limit = "5m"`)
	exits(t, complaint.ExitUsage, "turn.seconds = 400 is more than time_limit = 5m in world.toml", "status", dir)
}

// Only where a game has moved in, a column of numbers is that of realms. Elsewhere it numbers the lines.
func TestEngineImport(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "w")
	clitest.Must(t, "new", dir, "--engine", engine(t))
	resets(t, dir, `address = ""`, `address = "game@demo.test"`)
	list := filepath.Join(t.TempDir(), "list.csv")
	put(t, list, "Nr,name,player,mail\n7,Amsel,Ann,ann@demo.test\n8,Bussard,Bob,bob@demo.test\n")
	exits(t, complaint.ExitDone, "realm 2", "realm", "import", dir, list)
}

// doctor tries a run: the system may forbid what the wall needs.
func TestDoctorTriesTheWall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	at := engine(t)
	clitest.Must(t, "new", dir, "--engine", at)
	exits(t, complaint.ExitNo, "ok        the program of the game\n", "doctor", dir)
	put(t, filepath.Join(at, "rules.md"), "Rounds are told.\n")
	exits(t, complaint.ExitNo, "is not the one that made this world, and version was not raised", "doctor", dir)
	put(t, filepath.Join(at, "engine.toml"), strings.Replace(rounds, "version = 1", "version = 2", 1))
	exits(t, complaint.ExitNo, "ok        the program of the game\n", "doctor", dir)
	path := t.TempDir()
	if err := os.WriteFile(filepath.Join(path, "bwrap"), []byte("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", path+":"+os.Getenv("PATH"))
	said := exits(t, complaint.ExitNo, "WRONG     the program of the game: no wall can be made around the program", "doctor", dir)
	for _, want := range []string{"No permissions to create new namespace", "user namespaces for everybody"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	t.Setenv("PATH", "")
	said = exits(t, complaint.ExitNo, "WRONG     the program of the game: the program bwrap is missing", "doctor", dir)
	if !strings.Contains(said, "install the package bubblewrap") {
		t.Error(said)
	}
	exits(t, complaint.ExitUsage, "install the package bubblewrap", "cron", dir)
}
