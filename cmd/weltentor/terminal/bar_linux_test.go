package terminal_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/terminal"
)

func xterm(name string) string { return map[string]string{"TERM": "xterm"}[name] }

// A bar shows progress and leaves nothing behind, whether the work was finished or not.
func TestBar(t *testing.T) {
	t.Parallel()
	for _, done := range []int{50, 100} {
		tty, shown := stage.Terminal(t)
		bar := terminal.On(tty, xterm).Bar("Work")
		bar.Show(0, 100)
		time.Sleep(200 * time.Millisecond) // a bar is drawn a few times a second
		bar.Show(50, 100)
		bar.Show(done, 100)
		bar.Clear()
		got := shown()
		if !strings.Contains(got, "Work  50% [===") {
			t.Errorf("no half of it in %q", got)
		}
		left := got[strings.LastIndex(strings.TrimRight(got, "\r"), "\r")+1:]
		if strings.TrimSpace(left) != "" || !strings.HasSuffix(got, "\r") {
			t.Errorf("%d of 100: left is %q of %q", done, left, got)
		}
	}
}

// Nobody sees a bar in a pipe, and asking for one there is no error.
func TestNoBarInAPipe(t *testing.T) {
	t.Parallel()
	bar := terminal.On(io.Discard, xterm).Bar("Work")
	if bar != nil {
		t.Error("a bar in a pipe")
	}
	bar.Show(1, 2)
	bar.Clear()
}

// A cell's text cannot break out of its cell, and its colour does not count as width.
func TestTable(t *testing.T) {
	t.Parallel()
	tty, shown := stage.Terminal(t)
	screen := terminal.On(tty, xterm)
	screen.Table([]string{"A", "B"}, [][]terminal.Cell{
		{{Text: "Grün", Paint: terminal.Green}, {Text: "x\x1b[2J"}}, {{Text: "y"}, {}}})
	want := "\x1b[1mA\x1b[0m     \x1b[1mB\x1b[0m\r\n\x1b[32mGrün\x1b[0m  x\uFFFD[2J\r\ny\r\n"
	if got := shown(); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}
