package tables

import "sync/atomic"

// Last remembers what a text was read as last: worlds of one rulebook have the same
// numbers, most of them, and each asks for them whenever it is opened. What was read
// is shared, so nobody changes it. Several goroutines may ask.
type Last[T any] struct{ kept atomic.Pointer[reading[T]] }

type reading[T any] struct {
	text string
	is   T
}

// Of reads the text, or remembers what it is. What is wrong with it is told each time.
func (l *Last[T]) Of(text []byte, read func([]byte) (T, error)) (T, error) {
	if k := l.kept.Load(); k != nil && k.text == string(text) {
		return k.is, nil
	}
	is, err := read(text)
	if err == nil {
		l.kept.Store(&reading[T]{string(text), is})
	}
	return is, err
}
