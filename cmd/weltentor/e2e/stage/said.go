package stage

import (
	"bytes"
	"sync"
)

// Said is what a program says while a test reads it.
type Said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *Said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *Said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
