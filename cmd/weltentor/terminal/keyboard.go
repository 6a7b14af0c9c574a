package terminal

import (
	"bufio"
	"context"
	"io"
	"os"

	"golang.org/x/term"
)

// Typing tells whether somebody sits before what is read.
func Typing(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Keyboard is where somebody types answers. When ctx ends (Ctrl-C), so does the waiting for one.
type Keyboard struct {
	ctx context.Context
	in  *os.File
	buf *bufio.Reader
}

// At is the keyboard of a terminal, see Typing.
func At(ctx context.Context, in io.Reader) *Keyboard {
	f := in.(*os.File)
	return &Keyboard{ctx, f, bufio.NewReader(f)}
}

// typed is what a read gave.
type typed struct {
	line string
	err  error
}

// await waits for a line or for the end of ctx. A read that nobody waits for any more ends with
// the program.
func (k *Keyboard) await(read func() (string, error)) (string, error) {
	done := make(chan typed, 1)
	go func() {
		line, err := read()
		done <- typed{line, err}
	}()
	select {
	case t := <-done:
		return t.line, t.err
	case <-k.ctx.Done():
		return "", k.ctx.Err()
	}
}

// Line is the next line, with its end.
func (k *Keyboard) Line() (string, error) {
	return k.await(func() (string, error) { return k.buf.ReadString('\n') })
}

// Secret is a line that the terminal does not show; it shows lines again afterwards.
func (k *Keyboard) Secret() (string, error) {
	fd := int(k.in.Fd())
	state, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	line, err := k.await(func() (string, error) {
		raw, err := term.ReadPassword(fd)
		return string(raw), err
	})
	if err != nil {
		term.Restore(fd, state)
	}
	return line, err
}
