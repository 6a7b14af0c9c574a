package entry

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// ConfirmedName is the file beside a store that is linked to a journal. It names the journal's entry that the store
// has reached.
const ConfirmedName = "confirmed"

// Confirmed is the last entry that the journal has confirmed and this copy of the world has. Position 0 means none. It
// is never taken back: if the journal has lost that entry, the world must stop.
type Confirmed struct {
	Position    Position `json:"position"`
	Hash        Hash     `json:"hash"`        // of the entry
	Transaction int      `json:"transaction"` // bbolt's number; 0: the store is about to be replaced
	Base        Position `json:"base"`        // the last whole entry
	Entries     int      `json:"entries"`     // since then
	Bytes       int      `json:"bytes"`       // of their packed pages
	Whole       int      `json:"whole"`       // bytes of the whole entry
	Drop        Position `json:"drop,omitempty"`

	Want bool `json:"-"` // the next entry must be whole
}

// The next entry is whole when the entries since the last whole one have more bytes than that one, but not before
// there are leastEntries. So a new host reads at most twice what there is. It is also whole after mostEntries.
const (
	leastEntries = 32
	mostEntries  = 2000
)

// WantsWhole reports whether the next entry must be whole.
func (c Confirmed) WantsWhole() bool {
	return c.Want || c.Base == 0 || c.Entries >= mostEntries || c.Entries >= leastEntries && c.Bytes > c.Whole
}

// After is what is confirmed after one more entry.
func (c Confirmed) After(at Position, e Entry) Confirmed {
	n := Confirmed{Position: at, Hash: e.Hash(), Transaction: e.Transaction, Base: c.Base, Entries: c.Entries + 1,
		Bytes: c.Bytes + len(e.Pages), Whole: c.Whole, Drop: e.Drop}
	if e.Whole {
		n.Base, n.Entries, n.Bytes, n.Whole = at, 0, 0, len(e.Pages)
	}
	return n
}

// errConfirmed says that the file is not as it was written.
var errConfirmed = errors.New("what was confirmed is damaged, and this copy is made anew from the journal")

// ReadConfirmed reads the file. If it is missing or damaged, nothing is confirmed: a damaged file proves nothing
// against the journal, and the copy beside it is made anew.
func ReadConfirmed(dir string) (Confirmed, error) {
	c, err := parseConfirmed(dir)
	if errors.Is(err, errConfirmed) {
		return Confirmed{}, nil
	}
	return c, err
}

// DamagedIn says why a host's copy of a world is going to be made anew. It is nil if what was confirmed can be read.
func DamagedIn(dir string) error {
	if _, err := parseConfirmed(dir); errors.Is(err, errConfirmed) {
		return fmt.Errorf("%s: %w", filepath.Join(dir, ConfirmedName), err)
	}
	return nil
}

// parseConfirmed reads the file: a line of JSON, and the SHA-256 of that line.
func parseConfirmed(dir string) (c Confirmed, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, ConfirmedName))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	line, sum, _ := bytes.Cut(raw, []byte("\n"))
	if string(sum) != sumOfLine(line) || json.Unmarshal(line, &c) != nil {
		return Confirmed{}, errConfirmed
	}
	return c, nil
}

func sumOfLine(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:]) + "\n"
}

// Reached is the last entry of the journal that a host's copy of a world has; 0 means none.
func Reached(dir string) (Position, error) {
	c, err := ReadConfirmed(dir)
	return c.Position, err
}

// Lacks reports whether a journal that ends with this entry lacks what it had confirmed to a host's copy of a world.
// Only a caller that has the world in hand can be sure, since otherwise the copy may have gone on meanwhile.
func Lacks(dir string, end Position, head Entry) (bool, error) {
	c, err := ReadConfirmed(dir)
	return err == nil && c.Beyond(end, head), err
}

// Beyond reports whether c goes further than a journal that ends with this entry.
func (c Confirmed) Beyond(end Position, head Entry) bool {
	return end < c.Position || end > 0 && end == c.Position && head.Hash() != c.Hash
}

// WriteConfirmed writes the file and syncs it.
func WriteConfirmed(d disk.Disk, dir string, c Confirmed) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return disk.WriteSynced(d, dir, ConfirmedName, append(append(line, '\n'), sumOfLine(line)...))
}

// Unsettle is called before another store takes the place of a confirmed one. It records that the store there is
// confirmed no more.
func Unsettle(dir string) error {
	c, err := ReadConfirmed(dir)
	if err != nil || c.Position == 0 {
		return err
	}
	c.Transaction = 0
	return WriteConfirmed(disk.OS{}, dir, c)
}

// BehindAt is the ErrLogBehind for a journal that ends at a position.
func BehindAt(world string, at Position, last Confirmed) error {
	code := "log-behind"
	if at >= last.Position {
		code = "log-other"
	}
	return wording.Fault(faults.ErrLogBehind, code, phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(last.Position)))
}

// Behind is the ErrLogBehind for a journal that ends at a position and lacks what a copy outside it has.
func Behind(world string, at, copied Position) error {
	return wording.Fault(faults.ErrLogBehind, "log-beside", phrase.Str("world", world), phrase.Num("n", int(at)),
		phrase.Num("was", int(copied)))
}
