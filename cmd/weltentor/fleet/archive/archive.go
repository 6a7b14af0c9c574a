// Package archive keeps whole copies of a fleet's worlds apart from the engine: a store goes in, and the newest whole
// copy comes out. If the engine is lost, only what came after that copy is lost with it. A Place keeps the files: a
// folder, or an S3-compatible store. The hosts of a fleet call it.
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

// Place keeps files by names such as `bovistan/20261121T180000Z-17-SUM.db`.
type Place interface {
	// List returns the names that begin with a prefix, in order. Half-written files are not listed.
	List(ctx context.Context, prefix string) ([]string, error)
	// Put stores a file, whole or not at all. The sum is its SHA-256 in hex.
	Put(ctx context.Context, name, sum string, content io.ReadSeeker, size int64) error
	// Get opens a file, or returns ErrNone.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Remove removes a file, if it exists.
	Remove(ctx context.Context, name string) error
}

// ErrNone says that a file does not exist, and ErrDamaged that its content does not match its name.
var (
	ErrNone    = errors.New("the archive has no such file")
	ErrDamaged = errors.New("a file of the archive is damaged")
)

// Copy is the note that describes a copy, in a file of its own beside the store. It is written after the store;
// without the note there is no copy.
type Copy struct {
	World    string    `json:"world"`
	Since    time.Time `json:"since"`          // when the world joined the fleet: positions count from then
	At       uint64    `json:"at"`             // position in the journal that it goes up to
	Hash     string    `json:"hash,omitempty"` // of the entry there; "": of an older version
	Made     time.Time `json:"made"`           // by the engine's clock
	Turn     int       `json:"turn"`           // the turn that awaits orders
	TurnHash string    `json:"turn_hash,omitempty"`
	Settings string    `json:"settings"` // its world.toml
	Store    string    `json:"store"`    // name of the store's file
	Size     int64     `json:"size"`

	note string // name of the file with this note
}

// Archive keeps copies in a place.
type Archive struct{ Place }

// The endings of file names.
const (
	storeExt = ".db"
	noteExt  = ".json"
)

// maxNote is how large a note may be.
const maxNote = 1 << 20

// named makes the name of a file of a copy, with the sum of its content.
func (c Copy) named(sum, ext string) string {
	return fmt.Sprintf("%s/%s-%d-%s%s", c.World, c.Since.UTC().Format("20060102T150405Z"), c.At, sum, ext)
}

// sumOf reads content to its end and returns its SHA-256 in hex, and its size.
func sumOf(content io.Reader) (sum string, size int64, err error) {
	h := sha256.New()
	size, err = io.Copy(h, content)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// sumIn returns the sum that is part of a file's name.
func sumIn(name string) string {
	name = name[strings.LastIndexByte(name, '-')+1:]
	return name[:max(strings.IndexByte(name, '.'), 0)]
}

// Worlds returns the names of the worlds that have a copy.
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

// Copies returns the copies of a world, the oldest first: by when the world joined the fleet, and then by when they
// were made. Positions do not give the order, since a journal that lost entries and went on gives them again. Copies
// that are not whole, or whose note is damaged, are left out.
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

// read reads a note.
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

// Keep stores a copy whose store is in a file, and returns its note.
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

// put stores a file of a copy. Its name has the sum of its content.
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

// Fetch writes the store of a copy into a new file. It returns ErrDamaged if the sum is wrong.
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

// Prune removes all files of a world except these copies, including what a kill has left half done. It removes the
// notes first.
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

// Retire makes a world's copies disappear from the list: their stores stay, but the notes are removed.
func (a Archive) Retire(ctx context.Context, world string) error {
	names, err := a.List(ctx, world+"/")
	for _, name := range names {
		if strings.HasSuffix(name, noteExt) {
			err = errors.Join(err, a.Remove(ctx, name))
		}
	}
	return err
}
