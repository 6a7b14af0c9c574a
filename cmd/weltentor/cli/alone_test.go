package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
)

// Of a line that begins with a command only that command is read, and what is said of the line is the same as if all
// commands were.
func TestOneCommandIsReadAlone(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	h := &helper{ctx: t.Context(), voice: call.NewVoice(phrase.En, &out, &out)}
	said := func(k *kong.Kong, line []string) string {
		out.Reset()
		if _, err := k.Parse(line); err != nil && !errors.Is(err, errHelped) {
			misused(h.voice, err)
		}
		return out.String()
	}
	whole := newParser(&Grammar{}, h)
	lines := []string{"--lang de", "--why turn --help", "--nonsense turn", "--help turn", "-h", "stauts --help", "- turn"}
	for _, n := range whole.Model.Leaves(false) {
		for _, typed := range []string{"COMMAND", "COMMAND --help", "--lang de --at=2027-03-01T12:00:00Z COMMAND --help",
			"COMMAND --nonsense", "COMMAND a b", "COMMAND a b c d e f g", "--at soon COMMAND a b c"} {
			lines = append(lines, strings.ReplaceAll(typed, "COMMAND", n.Path()))
		}
	}
	alone := 0
	for _, typed := range lines {
		line := strings.Fields(typed)
		k := newParser(&Grammar{}, h, line...)
		if got, want := said(k, line), said(whole, line); got != want {
			t.Errorf("%q says\n%s\nwant\n%s", line, got, want)
		}
		if len(k.Model.Children) == 1 {
			alone++
		}
	}
	if alone < len(lines)*3/4 {
		t.Errorf("only %d of %d lines were read alone", alone, len(lines))
	}
}
