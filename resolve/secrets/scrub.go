// Package secrets makes passwords, codes and the keys of links, and takes them out of texts that are stored or shown. A
// secret in a letter is stored as a salt (Sealed) and made anew from salt and seed whenever the letter is rendered.
// When the letter has left, the salt goes: then only the reader has the secret, and the store a hash. What a password
// looks like is in package mask, which needs no store. Keys also seal what the page sends and gets (page.go);
// testdata/page.json has known letters and answers, which the tests of the page read, too.
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

// Hidden replaces a password.
const Hidden = mask.Hidden

// The shapes of our secrets, and whether a text has what nearly all our passwords have.
var (
	Spelt, Token = mask.Spelt, mask.Token
	HasDigit     = mask.HasDigit
)

// Finder finds passwords in the stored parts of a letter.
type Finder struct {
	given *mask.Search // for the password of its `$I` line, in any spelling; nil if there is none to look for
}

// SecretsOf returns the finder for a letter with this `$I` line, or nil if it has none.
func SecretsOf(id *orders.Identity) Finder {
	if id == nil {
		return Finder{}
	}
	return Finder{mask.NewSearch(id.Password)}
}

// Clean masks passwords in a text that somebody reads: the given one, and what looks like one of ours in the form in
// which we make them. Something that is only spelled like one stays: it may be a name of thirteen letters in an order.
func (s Finder) Clean(text string) string { return mask.Clean(text, s.given) }

// Hide masks the given password alone.
func (s Finder) Hide(text string) string {
	if s.given == nil {
		return text
	}
	return s.given.Hide(text)
}

// Scrub is Clean for a text of orders. It also masks whatever is in the place of a password in an `$I` line. Lines
// keep their numbers.
func Scrub(text string, id *orders.Identity) string {
	return mask.Scrub(text, id)
}

// MaskLikely masks everything that may be a password. It is for texts whose orders do not count, and for names.
func MaskLikely(text string) string { return Spelt.Masked(Token.Masked(text)) }

// Unknown is a text of which nobody knows whose passwords are in it, as it may be stored and shown: what is encoded in it is
// readable, and what is likely to be a password is masked.
func Unknown(text string) string { return MaskLikely(Readable(text)) }

// Notes returns remarks about a letter without words that may be passwords, and without anything that would make lines
// of its own in an answer: senders choose the names of files.
func (s Finder) Notes(notes []phrase.Phrase) []phrase.Phrase {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Args = slices.Clone(out[i].Args)
		for j := range out[i].Args {
			out[i].Args[j].S = MaskLikely(s.Clean(wording.OneLine(out[i].Args[j].S)))
		}
	}
	return out
}

// Name is Clean for the name of a file.
func (s Finder) Name(name string) string { return MaskLikely(s.Clean(name)) }

// Files returns the letter's other files as they are stored: with their sums and without the password. If the password
// cannot be masked in a file, because that is packed, the file is stored empty, and named in emptied.
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

// entryCosts is how many bytes each file in a ZIP counts for besides its own: a ZIP may have tens of thousands of
// empty ones.
const entryCosts = 512

// unpack searches a ZIP, such as an office document, and reports whether it may be stored: it has no password in it,
// and could be searched whole. left is how much may still be searched in all files of a letter. Once it is used up, no
// other file is opened.
func (s Finder) unpack(data []byte, left *int64) (clean bool) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || s.in(z.Comment) {
		return false
	}
	room := uint64(len(data))
	for _, f := range z.File {
		if f.CompressedSize64 > room { // several share what is packed once
			return false
		}
		room -= f.CompressedSize64
		if *left -= entryCosts; *left <= 0 || s.in(f.Name) || s.in(f.Comment) {
			return false
		}
		r, err := f.Open()
		if err != nil {
			return false
		}
		raw, err := io.ReadAll(io.LimitReader(r, *left+1))
		r.Close()
		if *left -= int64(len(raw)); err != nil || *left < 0 || s.in(string(raw)) {
			return false
		}
	}
	return true
}

// in reports whether a text has the given password, or one of ours as we make them.
func (s Finder) in(text string) bool {
	return s.given != nil && s.given.In(text) || mask.AsMade.In(text)
}
