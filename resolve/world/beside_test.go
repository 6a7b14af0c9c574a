//go:build unix

package world

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A generation that another process counts while somebody looks makes no older state of the store. The file beside it is
// a pipe here: it is opened when the look has come there.
func TestAGenerationCountedMeanwhile(t *testing.T) {
	k := keeperOf(t, "a")
	k.wants(t, "first", nil)
	path := filepath.Join(k.Dir, besideName)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	counted := make(chan error, 1)
	go func() {
		pipe, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			rec, next := k.Next(0)
			_, said := fmt.Fprintln(pipe, rec.Generation)
			err = errors.Join(next, said, pipe.Close())
		}
		counted <- err
	}()
	k.wants(t, "meanwhile", nil)
	if err := <-counted; err != nil {
		t.Error(err)
	}
	k.wants(t, "afterwards", nil)
}
