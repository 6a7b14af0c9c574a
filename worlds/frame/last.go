package frame

import "sync/atomic"

// last remembers what the last text was read as. Most worlds of one rulebook have the same numbers, and each asks for
// them when it is opened. The result is shared, so nobody may change it. Several goroutines may call it.
type last[T any] struct{ kept atomic.Pointer[known[T]] }

type known[T any] struct {
	text string
	is   T
}

// of reads the text, or remembers what it is. An error is returned each time.
func (l *last[T]) of(text []byte, read func([]byte) (T, error)) (T, error) {
	if k := l.kept.Load(); k != nil && k.text == string(text) {
		return k.is, nil
	}
	is, err := read(text)
	if err == nil {
		l.kept.Store(&known[T]{string(text), is})
	}
	return is, err
}
