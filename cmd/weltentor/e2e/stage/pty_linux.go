package stage

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// Terminal opens a terminal for commands to print on. shown returns what was printed since the last call, and closes
// the terminal.
func Terminal(t testing.TB) (tty *os.File, shown func() string) {
	t.Helper()
	return Typing(t, nil)
}

// Typing opens a terminal at which somebody types: each answer, with Enter, once the words that it answers are shown.
func Typing(t testing.TB, dialog [][2]string) (tty *os.File, shown func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	Must(t, err)
	Must(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	Must(t, err)
	tty, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	Must(t, err)
	var read []byte
	done := make(chan struct{})
	go func() {
		defer close(done)
		at, block := 0, make([]byte, 4096)
		for {
			n, err := master.Read(block)
			read = append(read, block[:n]...)
			for len(dialog) > 0 {
				i := bytes.Index(read[at:], []byte(dialog[0][0]))
				if i < 0 {
					break
				}
				at += i + len(dialog[0][0])
				io.WriteString(master, dialog[0][1]+"\n")
				dialog = dialog[1:]
			}
			if err != nil {
				return // nobody has the terminal open any more
			}
		}
	}()
	shown = sync.OnceValue(func() string {
		tty.Close()
		<-done
		master.Close()
		return string(read)
	})
	t.Cleanup(func() { shown() })
	return tty, shown
}
