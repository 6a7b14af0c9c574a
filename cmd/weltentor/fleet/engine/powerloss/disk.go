//go:build fleet && linux

// Package powerloss is a disk for tests whose power fails: a folder goes in, and a file system in memory, mounted by
// FUSE, drops what was not synced. Only tests import it.
//
// It is stricter than most: a file's content is kept by syncing the file, and its name by
// syncing the folder, each alone.
package powerloss

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// pageSize is what a disk writes at once: of a longer write some pages may be kept and others
// not.
const pageSize = 4096

// Disk is a file system that remembers what it would be if the power failed now.
type Disk struct {
	mu      sync.Mutex
	root    *thing
	all     []*thing
	lies    bool
	syncs   int
	dropped int
}

// New is an empty disk.
func New() *Disk {
	d := &Disk{}
	d.root = d.make(syscall.S_IFDIR | 0o755)
	return d
}

// thing is a file, a folder or a link.
type thing struct {
	ino      uint64
	mode     uint32
	uid, gid uint32
	links    uint32
	mtime    time.Time

	data   []byte            // of a file; of a link its target
	size   int               // what is durable of it
	before map[int][]byte    // durable pages that were overwritten, by number
	names  map[string]uint64 // of a folder: numbers of things
	sure   map[string]uint64 // what is durable of them
}

func (d *Disk) make(mode uint32) *thing {
	t := &thing{ino: uint64(len(d.all) + 1), mode: mode, links: 1, mtime: time.Now(), before: map[int][]byte{}}
	if t.folder() {
		t.names, t.sure = map[string]uint64{}, map[string]uint64{}
	}
	d.all = append(d.all, t)
	return t
}

func (d *Disk) thing(ino uint64) *thing { return d.all[ino-1] }

func (t *thing) folder() bool { return t.mode&syscall.S_IFMT == syscall.S_IFDIR }

// Settle makes all durable that is on the disk, as when a system has run for long: so a test begins.
func (d *Disk) Settle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.all {
		t.settle()
	}
}

// Lie lets the disk say that it has synced, and keep nothing, from now on.
func (d *Disk) Lie() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lies = true
}

// Syncs tells how often something was synced, and Dropped how many pages and names the cuts
// have dropped: a test in which there were none says nothing.
func (d *Disk) Syncs() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.syncs
}

// Dropped see Syncs.
func (d *Disk) Dropped() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dropped
}

// keep is about to change the content from a byte on, up to another: what is durable of it is
// remembered.
func (t *thing) keep(from, to int) {
	for page := from / pageSize; page*pageSize < min(to, t.size); page++ {
		if _, known := t.before[page]; !known {
			was := make([]byte, pageSize)
			if at := page * pageSize; at < len(t.data) {
				copy(was, t.data[at:])
			}
			t.before[page] = was
		}
	}
}

// write puts bytes somewhere.
func (t *thing) write(data []byte, at int) {
	t.keep(min(at, len(t.data)), at+len(data))
	if end := at + len(data); end > len(t.data) {
		t.data = append(t.data, make([]byte, end-len(t.data))...)
	}
	copy(t.data[at:], data)
	t.mtime = time.Now()
}

// truncate makes a file that long.
func (t *thing) truncate(size int) {
	t.keep(min(size, len(t.data)), max(size, len(t.data)))
	if size > len(t.data) {
		t.data = append(t.data, make([]byte, size-len(t.data))...)
	}
	t.data = slices.Clip(t.data[:size])
	t.mtime = time.Now()
}

// sync makes durable what a thing is now.
func (d *Disk) sync(t *thing) {
	d.syncs++
	if d.lies {
		return
	}
	t.settle()
}

func (t *thing) settle() {
	t.size = len(t.data)
	clear(t.before)
	if t.folder() {
		t.sure = maps.Clone(t.names)
	}
}

// Cut is the moment at which the power fails: what was not synced is gone. With dice, some of
// it happens to be on the disk nevertheless, page by page and folder by folder. Nobody may be
// at work on the disk, which is mounted anew afterwards.
func (d *Disk) Cut(dice *rand.Rand) {
	d.mu.Lock()
	defer d.mu.Unlock()
	lucky := func() bool { return dice != nil && dice.IntN(2) == 0 }
	for _, t := range d.all {
		if t.folder() {
			luck := lucky()
			if !maps.Equal(t.names, t.sure) && !luck {
				d.dropped++
				t.names = maps.Clone(t.sure)
			}
		} else {
			d.dropped += t.cut(lucky)
		}
		t.settle()
	}
}

// cut leaves of a file what is durable, and the pages that were lucky.
func (t *thing) cut(lucky func() bool) (dropped int) {
	left := make([]byte, t.size)
	copy(left, t.data)
	for page, was := range t.before {
		copy(left[page*pageSize:], was)
	}
	for page := 0; page*pageSize < len(t.data); page++ {
		at, end := page*pageSize, min((page+1)*pageSize, len(t.data))
		if _, changed := t.before[page]; !changed && end <= t.size {
			continue
		}
		if !lucky() {
			dropped++
			continue
		}
		left = append(left, make([]byte, max(0, end-len(left)))...)
		copy(left[at:], t.data[at:end])
	}
	t.data = left
	return dropped
}
