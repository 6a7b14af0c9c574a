// Package secrets finds and makes what nobody else may read: a text goes in and comes out without passwords and codes,
// a seed and a salt go in and a secret comes out. Whatever stores, shows or mails a text calls it.
package secrets

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/mask"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Hidden stands in the place of a password.
const Hidden = mask.Hidden

// The shapes of our secrets, and what nearly all of our passwords have.
var (
	Spelt, Token = mask.Spelt, mask.Token
	Digit        = mask.Digit
)

// Finder finds passwords in what is stored of a letter.
type Finder struct {
	given *mask.Search // for the password of its `$I` line, however written; nil if there is none to look for
}

func SecretsOf(id *orders.Identity) Finder {
	if id == nil {
		return Finder{}
	}
	return Finder{mask.NewSearch(id.Password)}
}

// Clean takes passwords out of a text that somebody reads: the one given and
// what looks like one of ours as we make them. What is merely spelt like one
// stays: it may be a name of thirteen letters in an order.
func (s Finder) Clean(text string) string { return mask.Clean(text, s.given) }

// Scrub is clean for a text of orders: also whatever stands in an `$I` line.
// Lines stay where they are.
func Scrub(text string, id *orders.Identity) string {
	return mask.Scrub(text, id)
}

// Loosely takes out all that may be a password, for texts of which no order
// counts, and for names.
func Loosely(text string) string { return Spelt.Masked(Token.Masked(text)) }

// Notes are remarks about a letter without the words in them that may be one, nor what
// would make lines of its own in an answer: names of files are the sender's choice.
func (s Finder) Notes(notes []phrase.Phrase) []phrase.Phrase {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Args = slices.Clone(out[i].Args)
		for j := range out[i].Args {
			out[i].Args[j].S = Loosely(s.Clean(wording.OneLine(out[i].Args[j].S)))
		}
	}
	return out
}

// Name is clean for the name of a file.
func (s Finder) Name(name string) string { return Loosely(s.Clean(name)) }

// Files are the letter's other files as they are kept: with their sums, without
// the password. One in which it cannot be masked, because it is packed, is kept
// without what was in it, and named.
func (s Finder) Files(files []game.File) (out []game.File, emptied []string) {
	out = slices.Clone(files)
	left := int64(limits.Unpacked.Most())
	for i := range out {
		f := &out[i]
		f.Name = s.Name(f.Name)
		switch {
		case bytes.HasPrefix(f.Data, []byte("PK\x03\x04")):
			if !s.unpack(f.Data, &left) {
				f.Data, emptied = []byte{}, append(emptied, f.Name)
			}
		case s.given != nil && s.given.In(string(f.Data)):
			f.Data = []byte(s.given.Hide(string(f.Data)))
		}
		if text := string(f.Data); mask.AsMade.In(text) {
			f.Data = []byte(mask.AsMade.Masked(text))
		}
		f.Sum = store.SumOf(f.Data)
	}
	return out, emptied
}

// entryCosts is how many bytes each file in a packed one counts for besides its
// own: a ZIP may have tens of thousands of empty ones.
const entryCosts = 512

// unpack reads a ZIP, as office documents are, and tells whether it may be kept:
// there is no password in it, and no more than is searched. What is left to be
// searched is one measure for all files of a letter; when it is used up no other
// is opened.
func (s Finder) unpack(data []byte, left *int64) (clean bool) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	for _, f := range z.File {
		if *left -= entryCosts; *left <= 0 {
			return false
		}
		r, err := f.Open()
		if err != nil {
			return false
		}
		raw, err := io.ReadAll(io.LimitReader(r, *left+1))
		r.Close()
		if *left -= int64(len(raw)); err != nil || *left < 0 {
			return false
		}
		if text := string(raw); s.given != nil && s.given.In(text) || mask.AsMade.In(text) {
			return false
		}
	}
	return true
}
