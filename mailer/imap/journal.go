package imap

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Journal is how far the journal of a world that several hosts shared was, according to their mark. Earlier versions put
// such marks there. They are not the ones that the worlds themselves keep: they have no generation.
type Journal struct {
	Of     string    `json:"of"`     // the hosts' name for the world
	Branch time.Time `json:"branch"` // the time since when positions count
	Made   time.Time `json:"made"`
	Turn   int       `json:"turn"`
	At     uint64    `json:"at"`
	Hash   string    `json:"hash"`  // of the entry there
	Proof  string    `json:"proof"` // by which the hosts know that one of them has written all that
}

// field is its form in the header of a mark.
func (j Journal) field() string {
	stamp := func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
	return fmt.Sprintf("%s %s %s %d %d %s %s", j.Of, stamp(j.Branch), stamp(j.Made), j.Turn, j.At, j.Hash, j.Proof)
}

// mostOf and mostHex are how long a name and a hash in such a field may be.
const (
	mostOf  = 100
	mostHex = 128
)

// journalOf reads the field. A field that is not exactly as field writes it is ignored.
func journalOf(field string) (j Journal) {
	words := strings.Fields(field)
	if len(words) != 7 {
		return Journal{}
	}
	var errs [4]error
	j.Of, j.Hash, j.Proof = words[0], words[5], words[6]
	j.Branch, errs[0] = time.Parse(time.RFC3339Nano, words[1])
	j.Made, errs[1] = time.Parse(time.RFC3339Nano, words[2])
	j.Turn, errs[2] = strconv.Atoi(words[3])
	j.At, errs[3] = strconv.ParseUint(words[4], 10, 64)
	if cmp.Or(errs[:]...) != nil || len(j.Of) > mostOf || !isHex(j.Hash) || !isHex(j.Proof) ||
		j.field() != strings.Join(words, " ") {
		return Journal{}
	}
	return j
}

func isHex(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && s != "" && len(s) <= mostHex
}
