package imap

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Journal is how far the journal of a world that several hosts share was, according to their mark. That mark is not
// the one that the world itself keeps: it has no generation.
type Journal struct {
	Of     string    `json:"of"`     // the hosts' name for the world
	Branch time.Time `json:"branch"` // the time since when positions count
	Made   time.Time `json:"made"`
	Turn   int       `json:"turn"`
	At     uint64    `json:"at"`
	Hash   string    `json:"hash"`  // of the entry there
	Proof  string    `json:"proof"` // by which the hosts know that one of them has written all that
}

// Says is all of it except the proof, as one line.
func (j Journal) Says() string {
	stamp := func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
	return fmt.Sprintf("%s %s %s %d %d %s", j.Of, stamp(j.Branch), stamp(j.Made), j.Turn, j.At, j.Hash)
}

// field is its form in the header of a mark, and "" if there is nothing to say.
func (j Journal) field() string {
	if j == (Journal{}) {
		return ""
	}
	return j.Says() + " " + j.Proof
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

// Remark puts marks into the folder that say how far journals were. It calls which with the present marks, and which
// returns the marks to put there and those to remove afterwards. If which is nil, it only looks. Nothing is removed
// before everything new is there, so a kill at any point leaves at most one mark too many.
func Remark(ctx context.Context, c Config, which func(beside []Neighbour) (put []Mark, drop []uint32)) (known MarkKnown,
	err error) {
	c.Mark.Beside = func(Neighbour) bool { return true }
	err = visit(ctx, c, func(p *Poll) error {
		err := p.remark(ctx, which)
		known = p.count.Mark
		return err
	})
	return known, err
}

func (p *Poll) remark(ctx context.Context, which func([]Neighbour) ([]Mark, []uint32)) error {
	if err := p.meet(ctx); err != nil || which == nil {
		return err
	}
	marks, drop := which(p.count.Mark.Neighbours())
	if len(marks) == 0 {
		return nil
	}
	look := p.c.Mark
	for _, m := range marks {
		p.c.Mark = m
		put, _, err := p.putMark(ctx)
		if err != nil || !put { // a full account accepts none: the old ones stay
			return err
		}
	}
	p.c.Mark, p.c.Mark.Known = look, p.count.Mark
	if err := p.withdraw(ctx, numbers[imap.UID](drop)); err != nil {
		return err
	}
	return p.meet(ctx)
}

// id distinguishes marks, like the id of a Stamp.
func (j Journal) id() string {
	if j == (Journal{}) {
		return ""
	}
	return fmt.Sprintf(".%s.%d", j.Of, j.At)
}
