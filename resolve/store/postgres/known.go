//go:build fleet

package postgres

import (
	"slices"
	"strings"
)

// kind is what a key has.
type kind byte

const (
	unknown kind = iota
	nothing
	value
	bucket
)

// entry is a key and what it has.
type entry struct {
	key   string
	value []byte
	is    kind
}

// span is a part of a bucket of which nothing is unknown: the keys from one on, up to another one or to the end.
type span struct {
	from, to string // to itself does not belong to it
	end      bool   // it goes to the end, and to is ""
}

// known is what is known of one bucket. A key without an entry has nothing if it is in a span, and otherwise nobody
// knows.
type known struct {
	entries []entry // sorted
	spans   []span  // sorted, with gaps between them
	size    int     // bytes that the entries take
	// was has the keys that the transaction has changed, with what they had before; that may be unknown.
	was map[string]entry
}

// entrySize is about what an entry takes beside its key and its value.
const entrySize = 64

func (e entry) size() int { return len(e.key) + len(e.value) + entrySize }

// find is the position of a key among the entries, or where it would be.
func (k *known) find(key string) (int, bool) {
	return slices.BinarySearchFunc(k.entries, key, func(e entry, key string) int { return strings.Compare(e.key, key) })
}

// at is what is known of a key.
func (k *known) at(key string) entry {
	if i, is := k.find(key); is {
		return k.entries[i]
	}
	if s := k.around(key); s != nil {
		return entry{key: key, is: nothing}
	}
	return entry{key: key}
}

// around is the span that a key is in, or nil.
func (k *known) around(key string) *span {
	i, _ := slices.BinarySearchFunc(k.spans, key, func(s span, key string) int {
		if s.end || key < s.to {
			return 1 // it may be in this one, or in one before
		}
		return -1
	})
	if i == len(k.spans) || key < k.spans[i].from {
		return nil
	}
	return &k.spans[i]
}

// set sets what a key has.
func (k *known) set(e entry) {
	i, is := k.find(e.key)
	if is {
		k.size -= k.entries[i].size()
		k.entries[i] = e
	} else {
		k.entries = slices.Insert(k.entries, i, e)
	}
	k.size += e.size()
}

// change is set for a change of the transaction.
func (k *known) change(e entry) {
	if _, before := k.was[e.key]; !before {
		if k.was == nil {
			k.was = map[string]entry{}
		}
		k.was[e.key] = k.at(e.key)
	}
	k.set(e)
}

// learn adds what was read of a span, sorted. What is known already stays, since the transaction may have changed it.
func (k *known) learn(s span, read []entry) {
	lo, _ := k.find(s.from)
	hi := len(k.entries)
	if !s.end {
		hi, _ = k.find(s.to)
	}
	old, merged := k.entries[lo:hi], make([]entry, 0, hi-lo+len(read))
	for _, e := range read {
		for len(old) > 0 && old[0].key < e.key {
			merged, old = append(merged, old[0]), old[1:]
		}
		if len(old) > 0 && old[0].key == e.key {
			continue
		}
		merged, k.size = append(merged, e), k.size+e.size()
	}
	k.entries = slices.Replace(k.entries, lo, hi, append(merged, old...)...)
	i := slices.IndexFunc(k.spans, func(o span) bool { return o.end || o.to >= s.from })
	if i < 0 {
		i = len(k.spans)
	}
	j := i
	for ; j < len(k.spans) && (s.end || k.spans[j].from <= s.to); j++ {
		s.from = min(s.from, k.spans[j].from)
		if s.end = s.end || k.spans[j].end; s.end {
			s.to = ""
		} else {
			s.to = max(s.to, k.spans[j].to)
		}
	}
	k.spans = slices.Replace(k.spans, i, j, s)
}

// shed drops all but the changes of the transaction.
func (k *known) shed() {
	k.entries = slices.Clone(slices.DeleteFunc(k.entries, func(e entry) bool {
		_, changed := k.was[e.key]
		return !changed
	}))
	k.spans, k.size = nil, 0
	for _, e := range k.entries {
		k.size += e.size()
	}
}

// next is the first key from one on that has something. If that is not known, it is unknown, and its key is the first
// one to be asked for. Behind the last key it is nothing.
func (k *known) next(key string) entry {
	s := k.around(key)
	if s == nil {
		return entry{key: key}
	}
	for i, _ := k.find(key); i < len(k.entries) && (s.end || k.entries[i].key < s.to); i++ {
		if k.entries[i].is != nothing {
			return k.entries[i]
		}
	}
	if s.end {
		return entry{is: nothing}
	}
	return entry{key: s.to}
}

// last is the last key before one, or of all, that has something. If that is not known, it is unknown, and its key is
// the one before which must be asked for, "" for the end. Before the first key it is nothing.
func (k *known) last(before string, end bool) entry {
	i, s := len(k.entries), (*span)(nil)
	if n := len(k.spans); end {
		if n > 0 && k.spans[n-1].end {
			s = &k.spans[n-1]
		}
	} else {
		i, _ = k.find(before)
		at := slices.IndexFunc(k.spans, func(s span) bool { return s.end || s.to >= before })
		if at >= 0 && k.spans[at].from < before {
			s = &k.spans[at]
		}
	}
	if s == nil {
		return entry{key: before}
	}
	for i--; i >= 0 && k.entries[i].key >= s.from; i-- {
		if k.entries[i].is != nothing {
			return k.entries[i]
		}
	}
	if s.from == "" {
		return entry{is: nothing}
	}
	return entry{key: s.from}
}
