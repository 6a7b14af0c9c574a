package play_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/commands/play"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// played runs `play` at a terminal where these questions come and are answered, with an editor of its own.
func played(t *testing.T, dir, editor string, args []string, dialog [][2]string) (code int, shown string) {
	t.Helper()
	return playedBy(t, &cli.Grammar{}, dir, editor, args, dialog)
}

// playedBy is played with a command of one's own.
func playedBy(t *testing.T, cmds *cli.Grammar, dir, editor string, args []string, dialog [][2]string) (code int,
	shown string) {
	t.Helper()
	return playedIn(t, cmds, worlds.Rulebooks(), dir, editor, args, dialog)
}

// playedIn is playedBy with games of one's own.
func playedIn(t *testing.T, cmds *cli.Grammar, books []game.Rulebook, dir, editor string, args []string,
	dialog [][2]string) (code int, shown string) {
	t.Helper()
	tty, seen := stage.Typing(t, dialog)
	env := func(name string) string {
		return map[string]string{"HOME": dir, "TERM": "dumb", "EDITOR": editor}[name]
	}
	p := cli.Outside{In: tty, Out: tty, Errs: tty, Env: env, Books: books, Clock: time.Now}
	code = p.Run(t.Context(), cmds, append([]string{"--lang", "en", "play"}, args...))
	return code, strings.ReplaceAll(seen(), "\r\n", "\n")
}

// practised is the i-th game that the machine can play.
func practised(i int) (name string) {
	for _, rb := range worlds.Rulebooks() {
		if rb.Bot() != nil {
			if name = rb.Name(); i == 0 {
				return name
			}
			i--
		}
	}
	return name
}

// script makes an editor that changes its file as a shell command does; the file is its last argument.
func script(t *testing.T, dir, command string) string {
	t.Helper()
	path := filepath.Join(dir, "editor")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nfor f; do :; done\n"+command+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// enters are the keys of a practice in which Enter is pressed for so many turns, and q then.
func enters(turns int) (dialog [][2]string) {
	for range turns {
		dialog = append(dialog, [2]string{"write orders", ""}, [2]string{"[Enter] resolve turn", ""})
	}
	return append(dialog, [2]string{"write orders", "q"})
}

// chance founds the same world at every run.
func chance() *cli.Grammar {
	return &cli.Grammar{Play: play.Cmd{Chance: rand.NewChaCha8([32]byte{1})}}
}

// The lessons of six turns are played with the orders that are ready. Then the realms are listed by their worth, though
// this game publishes no numbers while it runs. Leaving keeps the world, and a second call goes on with it. A lesson is done once, also if
// somebody left in between: each turn conquers land, which is the first lesson.
func TestPlayTheLesson(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "anew")
	code, first := playedBy(t, chance(), dir, "true", []string{practised(0), "--dir", dir}, enters(2))
	if code != complaint.ExitDone || !strings.Contains(first, "practice world") {
		t.Fatalf("exit %d\n%s", code, first)
	}
	code, rest := played(t, dir, "true", []string{filepath.Join(dir, practised(0)+"-1")}, enters(4))
	if code != complaint.ExitDone || strings.Contains(rest, "practice world") {
		t.Fatalf("exit %d\n%s", code, rest)
	}
	shown, from := first+rest, 0
	for _, want := range []string{"You are realm 1, Fenmark.", "Lesson 1 of 6: Move. Lead an army onto free land", "Under $A",
		"all good", "What happened in turn 1\n", "Lesson 1 is done: ", " has conquered ", "Lesson 2 of 6: Recruit.",
		"Lesson 6 of 6: Win.", "What happened in turn 6\n", "6 turns are over, and so are the lessons.",
		"worth (GS)", "\n  1.  ", "\n  2.  ", "\n  3.  ", "Enter goes on", "Turn 7"} {
		at := strings.Index(shown[from:], want)
		if at < 0 {
			t.Fatalf("no %q, or not in its place, in\n%s", want, shown)
		}
		from += at
	}
	if strings.Count(shown, "Lesson 1 is done") != 1 || !regexp.MustCompile(`(?m)^  \d\.  1  Fenmark \(you\) +\d+ +\d+$`).MatchString(shown) {
		t.Errorf("the first lesson is done more than once, or nobody says who is who, in\n%s", shown)
	}
	for line := range strings.Lines(shown) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 100 && !strings.Contains(line, " > ") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	code, shown = played(t, dir, "true", []string{filepath.Join(dir, practised(0)+"-1")},
		[][2]string{{"write orders", "r"}, {"write orders", "q"}})
	if code != complaint.ExitDone || !strings.Contains(shown, "Turn 7") {
		t.Errorf("exit %d\n%s", code, shown)
	}
}

// In every game each lesson is done after its turn, or stays open, with the reason; few do. The ready orders never speak of
// lessons, and whatever is named has a name, the armies that are listed below the map too.
func TestPlayFollowsTheLesson(t *testing.T) {
	t.Parallel()
	const turns = 5 // the sixth lesson is done by playing on
	all, done := 0, 0
	for _, rb := range worlds.Rulebooks() {
		if rb.Bot() == nil {
			continue
		}
		dir := t.TempDir()
		code, shown := playedBy(t, chance(), dir, "true", []string{rb.Name(), "--dir", dir}, enters(turns))
		if code != complaint.ExitDone || strings.Count(shown, "Your armies: ") < turns {
			t.Errorf("%s: exit %d\n%s", rb.Name(), code, shown)
		}
		for n := 1; n <= turns; n++ {
			is := strings.Count(shown, fmt.Sprintf("Lesson %d is done: ", n))
			opens := strings.Count(shown, fmt.Sprintf("Lesson %d stays open. "+rb.Words(phrase.En).T(fmt.Sprint("lesson.open.", n))[:20], n))
			_, turn, _ := strings.Cut(shown, fmt.Sprintf("Lesson %d of 6: ", n))
			turn, _, _ = strings.Cut(turn, fmt.Sprintf("Lesson %d of 6: ", n+1))
			now := strings.Contains(turn, fmt.Sprintf("Lesson %d is done: ", n))
			if is > 1 || opens > 1 || now == (opens == 1) {
				t.Errorf("%s: lesson %d is done %d times, and stays open %d times, in\n%s", rb.Name(), n, is, opens, shown)
			}
			all, done = all+1, done+is
		}
		files, _ := filepath.Glob(filepath.Join(dir, rb.Name()+"-1", "orders-*.txt"))
		for _, file := range files {
			if text, _ := os.ReadFile(file); strings.Contains(string(text), "lesson") {
				t.Errorf("%s: %s\n%s", rb.Name(), file, text)
			}
		}
		if nameless := regexp.MustCompile(`(?m)Your armies: (.*\n  )*.*[,:]\s+\(|^.*(\(\)|[“"]{2}|\(\(\d+\)).*$|^\(\d+\).*$`).FindString(shown); nameless != "" {
			t.Errorf("%s: %s", rb.Name(), nameless)
		}
		if len(files) != turns {
			t.Errorf("%s: %d files of orders", rb.Name(), len(files))
		}
	}
	if done*20 < all*17 {
		t.Errorf("%d of %d lessons were done", done, all)
	}
}

// recorded is a game that keeps the last world that was asked whether it suits the lessons, and those that were opened.
type recorded struct {
	game.Rulebook
	tried, opened []byte
	asked         int
}

func (r *recorded) Bot() game.Bot { return recordedBot{r.Rulebook.Bot(), r} }

type recordedBot struct {
	game.Bot
	of *recorded
}

func (b recordedBot) Trains(w game.World, realm int) bool {
	b.of.tried = w.State()
	b.of.asked++
	return b.Bot.Trains(w, realm)
}

func (r *recorded) Open(state, tables []byte) (game.World, error) {
	r.opened = state
	return r.Rulebook.Open(state, tables)
}

// The world that was tried for the lessons is the one that is then played, byte for byte: it is drawn and joined with the
// same numbers, names and chance. Some worlds are tried in vain before.
func TestPlayTheWorldThatSuits(t *testing.T) {
	t.Parallel()
	asked, games := 0, 0
	for _, rb := range worlds.Rulebooks() {
		if rb.Bot() == nil {
			continue
		}
		for n := range byte(2) {
			r, dir := &recorded{Rulebook: rb}, t.TempDir()
			cmds := &cli.Grammar{Play: play.Cmd{Chance: rand.NewChaCha8([32]byte{n})}}
			leave := [][2]string{{"write orders", "q"}}
			code, shown := playedIn(t, cmds, []game.Rulebook{r}, dir, "true", []string{rb.Name(), "--dir", dir}, leave)
			if code != complaint.ExitDone || r.asked < 1 {
				t.Fatalf("%s: exit %d\n%s", rb.Name(), code, shown)
			}
			asked, games = asked+r.asked, games+1
			code, shown = playedIn(t, &cli.Grammar{}, []game.Rulebook{r}, dir, "true", []string{filepath.Join(dir, rb.Name()+"-1")}, leave)
			if code != complaint.ExitDone || !bytes.Equal(r.opened, r.tried) {
				t.Errorf("%s: exit %d, and another world is played than was tried\n%s", rb.Name(), code, shown)
			}
		}
	}
	if asked == games {
		t.Error("each first world suits")
	}
}

// A line that does not count is shown with its reason, the editor begins at it, and the turn is resolved without it if
// the player wants that.
func TestPlayABadLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	editor := script(t, dir, `echo "$@" >> `+dir+`/calls; printf '$A\nK.M 1 7000000000000 E+\n' > "$f"`)
	code, shown := played(t, dir, editor, []string{"--dir", dir}, [][2]string{{"write orders", ""},
		{"edit at line 2", ""}, {"edit at line 2", "x"}, {"edit at line 2", "!"}, {"write orders", "q"}})
	if code != complaint.ExitDone || !strings.Contains(shown, "K.M 1 7000000000000 E+") ||
		!strings.Contains(shown, "What happened in turn 1") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
	if n := strings.Count(string(calls), "orders-1.txt"); n != 2 {
		t.Errorf("the editor was called %d times:\n%s", n, calls)
	}
}

// Orders for another turn or realm change nothing: the reason is shown, and the turn can be written again.
func TestPlayOrdersOfAnotherTurn(t *testing.T) {
	t.Parallel()
	for identity, want := range map[string]string{"$I 1 x 3": "for turn 3", "$I 2 x": "realm 2"} {
		dir := t.TempDir()
		editor := script(t, dir, `printf '`+identity+`\n$R\nK.M 1 2000 0 0\n' > "$f"`)
		code, shown := played(t, dir, editor, []string{"--dir", dir}, [][2]string{{"write orders", ""}, {"[Enter]", ""},
			{"write orders", "q"}})
		if code != complaint.ExitDone || !strings.Contains(shown, want) || strings.Contains(shown, "What happened") {
			t.Errorf("%s: exit %d\n%s", identity, code, shown)
		}
	}
}

// An editor that fails changes nothing, and lines can be typed instead.
func TestPlayWithoutAnEditor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, shown := played(t, dir, script(t, dir, "exit 3"), []string{"--dir", dir}, [][2]string{{"write orders", ""},
		{"The orders are as they were", "t"}, {"an empty line ends them", "$R\nK.M 1 2000 0 0\n"},
		{"[Enter] resolve turn 1", "q"}})
	orders, _ := os.ReadFile(filepath.Join(dir, practised(0)+"-1", "orders-1.txt"))
	if code != complaint.ExitDone || string(orders) != "$R\nK.M 1 2000 0 0\n" || !strings.Contains(shown, "exit status 3") {
		t.Errorf("exit %d, orders %q\n%s", code, orders, shown)
	}
}

// In the siege the turns of others are played until it is one's own turn again.
func TestPlayTheSiege(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, shown := played(t, dir, "true", []string{practised(-1), "--dir", dir, "--strength", "weak"},
		[][2]string{{"write orders", ""}, {"resolve turn 1", ""}, {"write orders", "q"}})
	for _, want := range []string{"What happened in turn 1", "What happened in turn 3", "Lesson 2 of 6: Build."} {
		if !strings.Contains(shown, want) || code != complaint.ExitDone {
			t.Errorf("exit %d, no %q in\n%s", code, want, shown)
		}
	}
}

// What is no game, cannot be practised, or has players by mail is refused, and nothing is founded.
func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := clitest.NewTable(t)
	d.Join()
	mailed := d.Dir
	for what, want := range map[string]string{
		practised(0)[1:]: "did you mean " + practised(0) + "?", "chess": "there are ", mailed: "never resolves such a world",
	} {
		code, shown := played(t, dir, "true", []string{what, "--dir", dir}, nil)
		if code != complaint.ExitUsage || !strings.Contains(shown, want) {
			t.Errorf("%s: exit %d\n%s", what, code, shown)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "*-1")); len(made) > 0 {
		t.Errorf("founded: %v", made)
	}
}
