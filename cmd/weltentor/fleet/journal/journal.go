// Package journal keeps the entries of worlds in an engine: an entry of a store goes in and comes out as it was
// appended. Each world has a log, and parts for what is too large for an entry of it. The hosts of a fleet link their
// stores to it.
package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// Engine is the part of an engine that a journal needs.
type Engine interface {
	engine.Log
	engine.Parts
	engine.Trimmer
}

// Journal is the entry.Journal of all worlds of a fleet.
type Journal struct{ Engine Engine }

var _ entry.Journal = Journal{}

// Prefix begins the names of worlds' logs.
const Prefix = "world/"

func logOf(world string) string { return Prefix + world }

// head is the content of an entry's head. If there are parts, the entry's data is the list of them, otherwise the
// pages.
type head struct {
	entry.Entry
	Parts int `json:"parts,omitempty"`
}

// errForeign says that no journal has written an entry, or a later version of it has.
var errForeign = errors.New("this is no entry of a world")

// EntryOf reads the head of an entry, as Log and Heads of an engine return it: what a world says about itself.
func EntryOf(e engine.Entry) (entry.Entry, error) {
	h, err := headOf(e)
	return h.Entry, err
}

func headOf(e engine.Entry) (h head, err error) {
	if err := json.Unmarshal(e.Head, &h); err != nil {
		return h, fmt.Errorf("%w: %s, entry %d: %v", errForeign, e.Log, e.Number, err)
	}
	whole := h.Base
	if h.Whole {
		whole = entry.Position(e.Number)
	}
	if h.Drop > whole || h.Base >= entry.Position(max(e.Number, 1)) {
		return h, fmt.Errorf("%w: %s, entry %d: it lets a whole one go", errForeign, e.Log, e.Number)
	}
	return h, nil
}

// Head implements entry.Journal.
func (j Journal) Head(ctx context.Context, world string) (entry.Position, entry.Entry, error) {
	e, err := j.Engine.Head(ctx, logOf(world))
	if err != nil || e.Number == 0 {
		return 0, entry.Entry{}, err
	}
	said, err := EntryOf(e)
	return entry.Position(e.Number), said, err
}

// Append implements entry.Journal. Parts are there before the entry that names them. If the entry is fenced, its parts
// are dropped when the log is trimmed.
func (j Journal) Append(ctx context.Context, world string, prev entry.Position, e entry.Entry) (entry.Position,
	error) {
	h, data := head{Entry: e}, e.Pages
	if len(data) > engine.MaxData {
		var sums []string
		for part := range slices.Chunk(e.Pages, engine.MaxPart) {
			sum := sumOf(part)
			if err := j.Engine.PutPart(ctx, logOf(world), sum, part); err != nil {
				return 0, fmt.Errorf("a part of an entry of %s: %w", world, err)
			}
			sums = append(sums, sum)
		}
		h.Parts = len(sums)
		data = store.MustJSON(sums)
	}
	n, err := j.Engine.Append(ctx, logOf(world), uint64(prev), store.MustJSON(h), data)
	if errors.Is(err, engine.ErrFenced) {
		err = fmt.Errorf("%w: %s: %w", faults.ErrFenced, world, err)
	}
	return entry.Position(n), err
}

func sumOf(part []byte) string {
	sum := sha256.Sum256(part)
	return hex.EncodeToString(sum[:])
}

// Read implements entry.Journal. Parts are fetched when their entry is reached.
func (j Journal) Read(ctx context.Context, world string, from entry.Position) iter.Seq2[entry.Placed, error] {
	return func(yield func(entry.Placed, error) bool) {
		for e, err := range j.Engine.Read(ctx, logOf(world), uint64(from)) {
			var p entry.Placed
			if err == nil {
				p, err = j.placed(ctx, e)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// placed is an entry of the log with its pages.
func (j Journal) placed(ctx context.Context, e engine.Entry) (p entry.Placed, err error) {
	h, err := headOf(e)
	if err != nil {
		return p, err
	}
	p = entry.Placed{At: entry.Position(e.Number), Entry: h.Entry}
	if h.Parts == 0 {
		p.Pages = e.Data
		return p, nil
	}
	sums, err := partsOf(e)
	if err != nil {
		return p, err
	}
	if most := mostParts(h.Size); len(sums) > most {
		return p, fmt.Errorf("%w: %s, entry %d: %d parts for a store of %d bytes, at most %d", errForeign, e.Log,
			e.Number, len(sums), h.Size, most)
	}
	for _, sum := range sums {
		part, err := j.Engine.Part(ctx, e.Log, sum)
		if err == nil && sumOf(part) != sum {
			err = fmt.Errorf("%w: the part %s has another content", faults.ErrDamaged, sum)
		}
		if err != nil {
			return p, fmt.Errorf("%s, entry %d: %w", e.Log, e.Number, err)
		}
		p.Pages = append(p.Pages, part...)
	}
	return p, nil
}

// mostParts is how many parts the packed pages of a store can have: what cannot be packed becomes a little larger.
func mostParts(size int64) int { return int((size+size/8)/engine.MaxPart) + 1 }

// partsOf returns the sums of the parts that an entry names.
func partsOf(e engine.Entry) (sums []string, err error) {
	h, err := headOf(e)
	if err != nil || h.Parts == 0 {
		return nil, err
	}
	if err := json.Unmarshal(e.Data, &sums); err != nil || len(sums) != h.Parts {
		return nil, fmt.Errorf("%w: %s, entry %d: the list of its parts", errForeign, e.Log, e.Number)
	}
	return sums, nil
}

// Trim drops what a world's journal need not keep: all entries before the last whole one that was stored before a
// time, and, after something was forgotten, all entries that have it. Parts that no entry names any more go as well,
// except those of the last hour. The last whole entry always stays, and everything after it.
func (j Journal) Trim(ctx context.Context, world string, stored time.Time) error {
	at, last, err := j.Head(ctx, world)
	if err != nil || at == 0 {
		return err
	}
	before, err := j.wholeBefore(ctx, world, at, last, stored)
	if err != nil {
		return err
	}
	if before = max(before, last.Drop); before > 1 {
		if err := j.Engine.Trim(ctx, logOf(world), uint64(before)); err != nil {
			return err
		}
	}
	keep := map[string]bool{}
	for e, err := range j.Engine.Read(ctx, logOf(world), 0) {
		if err != nil {
			return err
		}
		sums, err := partsOf(e)
		if err != nil {
			return err
		}
		for _, sum := range sums {
			keep[sum] = true
		}
	}
	return j.Engine.KeepParts(ctx, logOf(world), keep)
}

// wholeBefore is the last whole entry that was stored before a time, and 0 if there is none. From the last entry on,
// each names the whole one before it.
func (j Journal) wholeBefore(ctx context.Context, world string, at entry.Position, e entry.Entry,
	stored time.Time) (entry.Position, error) {
	next := e.Base
	if e.Whole {
		next = at
	}
	for next > 0 {
		found, err := first(j.Engine.Read(ctx, logOf(world), uint64(next)))
		if err != nil {
			return 0, err
		}
		if found.Number != uint64(next) {
			return 0, nil // it is dropped already
		}
		if found.At.Before(stored) {
			return next, nil
		}
		if e, err = EntryOf(found); err != nil {
			return 0, err
		}
		if e.Base >= next {
			return 0, fmt.Errorf("%w: %s, entry %d: its whole one is %d", errForeign, found.Log, next, e.Base)
		}
		next = e.Base
	}
	return 0, nil
}

func first(entries iter.Seq2[engine.Entry, error]) (engine.Entry, error) {
	for e, err := range entries {
		return e, err
	}
	return engine.Entry{}, nil
}
