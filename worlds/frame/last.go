package frame

import "sync/atomic"

// last remembers what a text was read as last: worlds of one rulebook have the same
// numbers, most of them, and each asks for them whenever it is opened. What was read
// is shared, so nobody changes it. Several goroutines may ask.
type last[T any] struct{ kept atomic.Pointer[known[T]] }

type known[T any] struct {
	text string
	is   T
}

// of reads the text, or remembers what it is. What is wrong with it is told each time.
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
