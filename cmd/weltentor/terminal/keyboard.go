package terminal

import (
	"bufio"
	"context"
	"io"
	"os"

	"golang.org/x/term"
)

// Typing reports whether a person can type into a reader.
func Typing(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Keyboard reads answers that somebody types. When ctx ends (Ctrl-C), it stops waiting.
type Keyboard struct {
	ctx context.Context
	in  *os.File
	buf *bufio.Reader
}

// At makes a keyboard from a terminal, see Typing.
func At(ctx context.Context, in io.Reader) *Keyboard {
	f := in.(*os.File)
	return &Keyboard{ctx, f, bufio.NewReader(f)}
}

// typed is the result of a read.
type typed struct {
	line string
	err  error
}

// await waits for a line or for the end of ctx. A read that nobody waits for any more ends with the program.
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

// Line reads the next line, with its line end.
func (k *Keyboard) Line() (string, error) {
	return k.await(func() (string, error) { return k.buf.ReadString('\n') })
}

// Secret reads a line that the terminal does not show. Afterwards it shows what is typed again.
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
