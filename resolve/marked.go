package resolve

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Some marks of machines are on people's mail, too (Letter.Marked): lists add X-Loop,
// web forms send with an empty sender, people write "Urlaub". What proves a letter's
// sender outranks them: with a right password or a proof its orders count, and with a
// right code of his own writing an absence note confirms. Anything else of it is put
// away like a machine's mail, without an answer to anybody.

// marked judges a letter with such a mark: done tells that its fate is decided,
// otherwise it is to be judged like any other.
func (in *intake) marked(own []int) (done bool, err error) {
	outranked := false
	switch {
	case in.l.Absence && !wording.Section.MatchString(in.l.Text):
		outranked, err = in.ownCode()
	case !in.l.Absence && !in.l.Others:
		outranked, err = in.provesItself(own)
	}
	if err != nil || outranked {
		if outranked && !in.l.Absence {
			in.l.Notes = append(in.l.Notes, phrase.P("note.marked", phrase.Str("word", wording.Cut(in.l.Marked))))
		}
		return false, err
	}
	in.a.Fate, in.l.Machine = Machine, in.l.Marked
	return true, nil
}

// provesItself tells whether a letter with orders is proven as the world asks.
// Passwords are tried within the limit of wrong ones, as everywhere.
func (in *intake) provesItself(own []int) (bool, error) {
	file := in.file
	if file.Identity == nil && in.form != nil {
		file = in.form.File
	}
	id := file.Identity
	if id == nil || len(file.Lines) == 0 {
		return false, nil
	}
	rec, found, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(id.Realm))
	if err != nil || !found || rec.Vacant() {
		return false, err
	}
	registered := slices.Contains(own, id.Realm)
	proven, auth := registered && in.vouched(), in.w.s.auth()
	if registered && auth != ByPassword && in.l.Proof.Later {
		return false, errHeld
	}
	switch auth {
	case ByDKIM:
		return proven, nil
	case ByEither:
		return proven || in.knowsPassword(rec, id, registered), nil
	case ByBoth:
		return proven && in.knowsPassword(rec, id, registered), nil
	}
	return in.knowsPassword(rec, id, registered), nil
}

// knowsPassword tries the password of an `$I` line.
func (in *intake) knowsPassword(rec roster.RealmRecord, id *orders.Identity, registered bool) bool {
	if letter.ExampleWord(id.Password) {
		return false
	}
	from := limits.OfRealm(id.Realm) + limits.OfMail(in.l.From)
	if !registered && limits.Guesses.Counted(in.tx, in.at, from) >= limits.Guesses.Most() {
		return false
	}
	right := in.right(id.Realm, rec, id.Password)
	if !right && !registered {
		limits.Guesses.Count(in.tx, in.at, from)
	}
	return right
}

// ownCode tells whether the letter brings back an open code in its writer's own words:
// in his text, or in a subject that is not ours again. A program that answers while its
// owner is away repeats our subject and quotes our text.
func (in *intake) ownCode() (bool, error) {
	key, t, found, err := in.presented(false)
	if err != nil || !found || !t.open(in.at) || in.l.Others {
		return false, err
	}
	return in.said(key), nil
}

// said tells whether a code is in the writer's own words.
func (in *intake) said(key []byte) bool {
	return slices.ContainsFunc(in.l.Studied.Said,
		func(code string) bool { return slices.Equal(letter.TokenKey(code), key) })
}
