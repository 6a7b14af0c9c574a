package suite

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// Only tests an engine for one promise.
func Only(t testing.TB, promise string, at Place) {
	t.Helper()
	for _, p := range Promises() {
		if p.Name == promise {
			p.Hold(t, at)
			return
		}
	}
	t.Fatalf("there is no promise %s", promise)
}

// Broken returns what a promise finds wrong with an engine that breaks it, to show that the suite would notice. What
// it opens is closed with the test.
func Broken(t testing.TB, promise string, at Place) []string {
	w, done := &witness{TB: t}, make(chan struct{})
	go func() {
		defer close(done)
		Only(w, promise, at)
	}()
	<-done
	return w.said
}

// witness is a test whose failures are collected.
type witness struct {
	testing.TB
	mu   sync.Mutex
	said []string
}

func (w *witness) Errorf(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, fmt.Sprintf(format, args...))
}

func (w *witness) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	runtime.Goexit()
}

func (w *witness) Error(args ...any) { w.Errorf("%s", fmt.Sprintln(args...)) }

func (w *witness) Fatal(args ...any) { w.Fatalf("%s", fmt.Sprintln(args...)) }

func (w *witness) Failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.said) > 0
}
