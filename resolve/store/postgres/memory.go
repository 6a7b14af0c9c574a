//go:build fleet

package postgres

import (
	"slices"
	"sync"
)

// memory is what a process knows of one world, by the paths of buckets. It is true of one version.
type memory struct {
	version int64
	buckets map[string]*known
}

func (m *memory) bucket(path string) *known {
	k := m.buckets[path]
	if k == nil {
		k = &known{}
		m.buckets[path] = k
	}
	return k
}

func (m *memory) size() (size int) {
	for _, k := range m.buckets {
		size += k.size
	}
	return size
}

// shed drops all but the changes of the transaction.
func (m *memory) shed() {
	for _, k := range m.buckets {
		k.shed()
	}
}

// memories are those of the worlds that were read last. A transaction has the memory of its world alone: another one at
// the same time begins without.
type memories struct {
	mu   sync.Mutex
	most int // bytes, together
	size int
	all  map[string]*memory
	used []string // the one that was kept last is the last one
}

// take takes a world's memory out, or makes one.
func (m *memories) take(name string) (mem *memory, empty bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if mem := m.drop(name); mem != nil {
		return mem, false
	}
	return &memory{buckets: map[string]*known{}}, true
}

// keep puts a world's memory back. The oldest ones make room for it.
func (m *memories) keep(name string, mem *memory) {
	m.mu.Lock()
	defer m.mu.Unlock()
	size := mem.size()
	if size > m.most {
		return
	}
	m.drop(name)
	for m.size+size > m.most {
		m.drop(m.used[0])
	}
	m.all[name], m.used, m.size = mem, append(m.used, name), m.size+size
}

// drop removes a memory. Nobody changes one that is kept, so its size is still the same.
func (m *memories) drop(name string) *memory {
	mem := m.all[name]
	if mem != nil {
		delete(m.all, name)
		m.used = slices.DeleteFunc(m.used, func(n string) bool { return n == name })
		m.size -= mem.size()
	}
	return mem
}
