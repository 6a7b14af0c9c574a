package mailing

import (
	"context"
	"slices"
	"sync"
)

// Waker lets a round begin before its time, for a world that took a letter in another way than by mail.
type Waker struct {
	mu    sync.Mutex
	woken map[string]bool              // folders of worlds whose next rest is over before it begins
	rest  map[*stay]context.CancelFunc // of those that rest
}

// Wake begins the next round of a world, or one more after that at work.
func (k *Waker) Wake(dir string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for st, end := range k.rest {
		if slices.Contains(st.dirs, dir) {
			end()
			return
		}
	}
	if k.woken == nil {
		k.woken = map[string]bool{}
	}
	k.woken[dir] = true
}

// rests says that the worlds of a mailbox rest until end is called, or over, which the caller must call.
func (k *Waker) rests(st *stay, end context.CancelFunc) (over func()) {
	if k == nil {
		return func() {}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, dir := range st.dirs {
		if k.woken[dir] {
			end()
			delete(k.woken, dir)
		}
	}
	if k.rest == nil {
		k.rest = map[*stay]context.CancelFunc{}
	}
	k.rest[st] = end
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.rest, st)
	}
}
