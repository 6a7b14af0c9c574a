//go:build fleet && linux

// Package powerloss is a disk for tests whose power fails: a folder goes in, and a file system in memory, mounted
// there by FUSE, drops what was not synced. Only tests import it.
//
// It is stricter than most: syncing a file keeps its content but not its name, and syncing the folder keeps the name
// but not the content.
package powerloss

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"
)

// pageSize is what a disk writes at once. Of a longer write, some pages may be kept and others lost.
const pageSize = 4096

// Disk is a file system that knows what would be left if the power failed now.
type Disk struct {
	mu      sync.Mutex
	root    *thing
	all     []*thing
	lies    bool
	syncs   int
	dropped int
}

// New returns an empty disk.
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

	data   []byte            // content of a file, or target of a link
	size   int               // of the durable content
	before map[int][]byte    // durable pages that were overwritten, by number
	names  map[string]uint64 // of a folder: the numbers of the things in it
	sure   map[string]uint64 // the durable ones of these
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

// Settle makes everything on the disk durable, as if the system had run for long. A test begins with it.
func (d *Disk) Settle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.all {
		t.settle()
	}
}

// Lie makes the disk claim from now on that it has synced, while it keeps nothing.
func (d *Disk) Lie() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lies = true
}

// Syncs is how often something was synced, and Dropped how many pages and names were lost in the cuts. A test in which
// either is 0 proves nothing.
func (d *Disk) Syncs() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.syncs
}

// Dropped is explained at Syncs.
func (d *Disk) Dropped() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dropped
}

// keep remembers the durable content of a range of bytes that is about to change.
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

// write writes bytes at a position.
func (t *thing) write(data []byte, at int) {
	t.keep(min(at, len(t.data)), at+len(data))
	if end := at + len(data); end > len(t.data) {
		t.data = append(t.data, make([]byte, end-len(t.data))...)
	}
	copy(t.data[at:], data)
	t.mtime = time.Now()
}

// truncate changes the size of a file.
func (t *thing) truncate(size int) {
	t.keep(min(size, len(t.data)), max(size, len(t.data)))
	if size > len(t.data) {
		t.data = append(t.data, make([]byte, size-len(t.data))...)
	}
	t.data = slices.Clip(t.data[:size])
	t.mtime = time.Now()
}

// sync makes the present state of a thing durable.
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

// Cut is the moment at which the power fails: what was not synced is gone. With dice, some of it is on the disk
// nevertheless, page by page and folder by folder. Nobody may use the disk until it is mounted anew.
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

// cut leaves the durable content of a file, and the pages that were lucky.
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
