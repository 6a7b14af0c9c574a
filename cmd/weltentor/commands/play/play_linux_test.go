package play_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/commands/play"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds"
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
	tty, seen := stage.Typing(t, dialog)
	env := func(name string) string {
		return map[string]string{"HOME": dir, "TERM": "dumb", "EDITOR": editor}[name]
	}
	p := cli.Outside{In: tty, Out: tty, Errs: tty, Env: env, Books: worlds.Rulebooks(), Clock: time.Now}
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

// The lesson of six turns is played with the orders that are ready, then the standings come; leaving keeps the world, and
// a second call goes on with it.
func TestPlayTheLesson(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var dialog [][2]string
	for range 6 {
		dialog = append(dialog, [2]string{"write orders", ""}, [2]string{"[Enter] resolve turn", ""})
	}
	dir = filepath.Join(dir, "made", "anew")
	code, shown := played(t, dir, "true", []string{practised(0), "--dir", dir}, append(dialog, [2]string{"write orders", "q"}))
	if code != fault.ExitDone {
		t.Fatalf("exit %d\n%s", code, shown)
	}
	for _, want := range []string{"You are realm 1, Fenmark.", "Lesson 1 of 6: Move. An army", "Under $A", "Lesson 6 of 6: Win.", "all good",
		"What happened in turn 6", "6 turns are over", "Graumark (the machine plays)", "Turn 7"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	for line := range strings.Lines(shown) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 100 && !strings.Contains(line, " > ") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	world := filepath.Join(dir, practised(0)+"-1")
	code, shown = played(t, dir, "true", []string{world}, [][2]string{{"write orders", "r"}, {"write orders", "q"}})
	if code != fault.ExitDone || !strings.Contains(shown, "Turn 7") || strings.Contains(shown, "practice world") {
		t.Errorf("exit %d\n%s", code, shown)
	}
}

// In every game the ready orders have a line of the section that the lesson is about, or a comment says that the machine
// would write none. The armies are listed below the map. The worlds are the same at every run.
func TestPlayFollowsTheLesson(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, rb := range worlds.Rulebooks() {
		if rb.Bot() == nil {
			continue
		}
		dir, dialog := t.TempDir(), [][2]string{}
		for range 5 {
			dialog = append(dialog, [2]string{"write orders", ""}, [2]string{"[Enter] resolve turn", ""})
		}
		cmds := &cli.Grammar{Play: play.Cmd{Chance: rand.NewChaCha8([32]byte{1})}}
		code, shown := playedBy(t, cmds, dir, "true", []string{rb.Name(), "--dir", dir}, append(dialog, [2]string{"write orders", "q"}))
		if code != fault.ExitDone || strings.Count(shown, "Your armies: ") < 5 {
			t.Errorf("%s: exit %d\n%s", rb.Name(), code, shown)
		}
		files, _ := filepath.Glob(filepath.Join(dir, rb.Name()+"-1", "orders-*.txt"))
		slices.SortStableFunc(files, func(a, b string) int { return len(a) - len(b) }) // 4 before 10
		for i, file := range files {
			text, _ := os.ReadFile(file)
			about := regexp.MustCompile(`\$[A-Z]`).FindString(wording.Lesson(rb.Words(phrase.En), i+1, wording.ByLine))
			none := strings.Contains(string(text), "the machine would write no line under "+about)
			has := regexp.MustCompile(`(?m)^\` + about + `\s*\n(;.*\n|\s*\n)*[^;$\s]`).Match(text)
			if about != "" && about != "$N" && !has && !none {
				t.Errorf("%s, lesson %d is about %s:\n%s", rb.Name(), i+1, about, text)
			}
			if strings.Contains(string(text), "(the lesson): the machine would write this") {
				lines++
			}
		}
		if len(files) != 5 {
			t.Errorf("%s: %d files of orders", rb.Name(), len(files))
		}
	}
	if lines < 2 {
		t.Errorf("only %d lines are for lessons", lines)
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
	if code != fault.ExitDone || !strings.Contains(shown, "K.M 1 7000000000000 E+") ||
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
		if code != fault.ExitDone || !strings.Contains(shown, want) || strings.Contains(shown, "What happened") {
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
	if code != fault.ExitDone || string(orders) != "$R\nK.M 1 2000 0 0\n" || !strings.Contains(shown, "exit status 3") {
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
		if !strings.Contains(shown, want) || code != fault.ExitDone {
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
		if code != fault.ExitUsage || !strings.Contains(shown, want) {
			t.Errorf("%s: exit %d\n%s", what, code, shown)
		}
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "*-1")); len(made) > 0 {
		t.Errorf("founded: %v", made)
	}
}
