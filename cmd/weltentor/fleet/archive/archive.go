// Package archive keeps whole copies of a fleet's worlds beside the engine: a store goes in, and the newest copy that
// is whole comes out. So losing the engine loses at most what came after the last of them. Where the copies lie is a
// Place: a folder, or an S3-compatible store. The hosts of a fleet call it.
package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// Place is where files lie, by names such as `bovistan/20261121T180000Z-17-SUM.db`.
type Place interface {
	// List gives the names that begin so, in order. A file that is half written is none.
	List(ctx context.Context, prefix string) ([]string, error)
	// Put stores a file, whole or not at all. Its SHA-256 is told in hex.
	Put(ctx context.Context, name, sum string, content io.ReadSeeker, size int64) error
	// Get gives a file; ErrNone.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Remove removes a file, if it is there.
	Remove(ctx context.Context, name string) error
}

// ErrNone is of a file that is not there; ErrDamaged of one whose content is not what its name says.
var (
	ErrNone    = errors.New("the archive has no such file")
	ErrDamaged = errors.New("a file of the archive is damaged")
)

// Copy is what the archive tells of a copy beside its store. It is written after the store: without it there is
// no copy.
type Copy struct {
	World    string    `json:"world"`
	Since    time.Time `json:"since"`          // when the world came to the fleet: positions count from there
	At       uint64    `json:"at"`             // position in the journal that it is as of
	Hash     string    `json:"hash,omitempty"` // of the entry there; "": of an older version
	Made     time.Time `json:"made"`           // by the engine's clock
	Turn     int       `json:"turn"`           // that awaits orders
	TurnHash string    `json:"turn_hash,omitempty"`
	Settings string    `json:"settings"` // its world.toml
	Store    string    `json:"store"`    // name of the file with the store
	Size     int64     `json:"size"`

	note string // name of the file that tells this
}

// Archive keeps copies in a place.
type Archive struct{ Place }

// The names of files end so.
const (
	storeExt = ".db"
	noteExt  = ".json"
)

// maxNote is how large a note may be.
const maxNote = 1 << 20

// named is the name of a file of a copy, with the sum of its content.
func (c Copy) named(sum, ext string) string {
	return fmt.Sprintf("%s/%s-%d-%s%s", c.World, c.Since.UTC().Format("20060102T150405Z"), c.At, sum, ext)
}

// sumOf reads content to its end: its SHA-256 in hex, and its size.
func sumOf(content io.Reader) (sum string, size int64, err error) {
	h := sha256.New()
	size, err = io.Copy(h, content)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// sumIn is the sum that a name tells.
func sumIn(name string) string {
	name = name[strings.LastIndexByte(name, '-')+1:]
	return name[:max(strings.IndexByte(name, '.'), 0)]
}

// Worlds are the names of the worlds that have a copy.
func (a Archive) Worlds(ctx context.Context) (worlds []string, err error) {
	names, err := a.List(ctx, "")
	for _, name := range names {
		if world, file, in := strings.Cut(name, "/"); in && strings.HasSuffix(file, noteExt) {
			worlds = append(worlds, world)
		}
	}
	slices.Sort(worlds)
	return slices.Compact(worlds), err
}

// Copies are those of a world, the oldest first: by when the world came to the fleet, and then by when they were made. A
// journal that lost entries and went on gives their positions again. What is not whole, or damaged in what tells of it, is none.
func (a Archive) Copies(ctx context.Context, world string) (copies []Copy, err error) {
	names, err := a.List(ctx, world+"/")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !strings.HasSuffix(name, noteExt) {
			continue
		}
		c, err := a.read(ctx, name)
		switch {
		case errors.Is(err, ErrNone), errors.Is(err, ErrDamaged):
			continue
		case err != nil:
			return nil, err
		}
		if c.World == world && slices.Contains(names, c.Store) {
			copies = append(copies, c)
		}
	}
	slices.SortFunc(copies, func(a, b Copy) int {
		return cmp.Or(a.Since.Compare(b.Since), a.Made.Compare(b.Made), cmp.Compare(a.At, b.At))
	})
	return copies, nil
}

// read reads what tells of a copy.
func (a Archive) read(ctx context.Context, name string) (c Copy, err error) {
	r, err := a.Get(ctx, name)
	if err != nil {
		return c, err
	}
	defer r.Close()
	raw := &bytes.Buffer{}
	sum, _, err := sumOf(io.TeeReader(io.LimitReader(r, maxNote), raw))
	if err != nil {
		return c, fmt.Errorf("read %s: %w", name, err)
	}
	if sum != sumIn(name) || json.Unmarshal(raw.Bytes(), &c) != nil {
		return c, fmt.Errorf("%w: %s", ErrDamaged, name)
	}
	c.note = name
	return c, nil
}

// Keep stores a copy whose store is in a file, and gives it as the archive tells it.
func (a Archive) Keep(ctx context.Context, c Copy, file string) (Copy, error) {
	f, err := os.Open(file)
	if err != nil {
		return c, err
	}
	defer f.Close()
	if c.Store, c.Size, err = a.put(ctx, c, storeExt, f); err != nil {
		return c, err
	}
	raw := &bytes.Buffer{}
	e := json.NewEncoder(raw)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return c, err
	}
	if raw.Len() > maxNote {
		return c, fmt.Errorf("the settings of %s are too long for a copy: %d bytes", c.World, len(c.Settings))
	}
	c.note, _, err = a.put(ctx, c, noteExt, bytes.NewReader(raw.Bytes()))
	return c, err
}

// put stores a file of a copy, whose name has the sum of its content.
func (a Archive) put(ctx context.Context, c Copy, ext string, content io.ReadSeeker) (name string, size int64,
	err error) {
	sum, size, err := sumOf(content)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		return "", 0, err
	}
	name = c.named(sum, ext)
	return name, size, a.Put(ctx, name, sum, content, size)
}

// Fetch writes the store of a copy into a new file, and proves it by its sum: ErrDamaged.
func (a Archive) Fetch(ctx context.Context, c Copy, file string) (err error) {
	r, err := a.Get(ctx, c.Store)
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(file)
		}
	}()
	sum, _, err := sumOf(io.TeeReader(r, f))
	if err != nil {
		return fmt.Errorf("read %s: %w", c.Store, err)
	}
	if sum != sumIn(c.Store) {
		return fmt.Errorf("%w: %s", ErrDamaged, c.Store)
	}
	return nil
}

// Prune removes all of a world but these copies, also what a kill has left half done. What tells of a copy goes
// before its store.
func (a Archive) Prune(ctx context.Context, world string, keep []Copy) error {
	names, err := a.List(ctx, world+"/")
	if err != nil {
		return err
	}
	kept := map[string]bool{}
	for _, c := range keep {
		kept[c.note], kept[c.Store] = true, true
	}
	for _, ext := range []string{noteExt, ""} {
		for _, name := range names {
			if !kept[name] && strings.HasSuffix(name, ext) {
				if err := a.Remove(ctx, name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Retire has a world's copies not come back: their stores stay, and nothing tells of them any more.
func (a Archive) Retire(ctx context.Context, world string) error {
	names, err := a.List(ctx, world+"/")
	for _, name := range names {
		if strings.HasSuffix(name, noteExt) {
			err = errors.Join(err, a.Remove(ctx, name))
		}
	}
	return err
}
