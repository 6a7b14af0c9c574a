package terminal_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/terminal"
)

// A line comes as it was typed, and so does a secret. After leaving in the middle of a secret, the terminal shows
// again what is typed.
func TestKeyboard(t *testing.T) {
	tty, _ := stage.Typing(t, [][2]string{{"name? ", "Ann"}, {"word? ", "quiet"}, {"bye? ", ""}})
	if !terminal.Typing(tty) || terminal.Typing(strings.NewReader("")) {
		t.Error("a terminal is not known, or something else is one")
	}
	keys := terminal.At(t.Context(), tty)
	io.WriteString(tty, "name? ")
	if line, err := keys.Line(); line != "Ann\n" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	io.WriteString(tty, "word? ")
	if line, err := keys.Secret(); line != "quiet" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond) // nothing more is typed
	defer cancel()
	if line, err := terminal.At(ctx, tty).Secret(); line != "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%q, %v", line, err)
	}
	defer io.WriteString(tty, "bye? ") // lets the pending read end
	state, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil || state.Lflag&unix.ECHO == 0 {
		t.Errorf("the terminal shows nothing any more: %+v, %v", state, err)
	}
}
