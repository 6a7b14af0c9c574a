package resolve

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/wording"
)

// Some marks of machines are on people's mail, too (Letter.Marked): lists add X-Loop,
// web forms send with an empty sender, people write "Urlaub". What proves a letter's
// sender outranks them: with a right password or a proof its orders count, and with a
// right code of his own writing an absence note confirms. Anything else of it is put
// away like a machine's mail, without an answer to anybody.

// unmarked is a letter without such a mark, or one that outranks it. Any other ends here.
func (s sender) unmarked() (sender, *ending, error) {
	if s.letter.Marked == "" {
		return s, nil, nil
	}
	outranked, err := false, error(nil)
	switch {
	case s.letter.Absence && !wording.Section.MatchString(s.letter.Text):
		outranked, err = s.ownCode()
	case !s.letter.Absence && !s.letter.Others:
		outranked, err = s.provesItself()
	}
	switch {
	case err != nil:
		return s, nil, err
	case !outranked:
		s.letter.Machine = s.letter.Marked
		return s, s.ended(Acceptance{Fate: Machine}), nil
	case !s.letter.Absence:
		s.studied = s.remarked(phrase.P("note.marked", phrase.Str("word", wording.Cut(s.letter.Marked))))
	}
	return s, nil, nil
}

// provesItself tells whether a letter with orders is proven as the world asks.
// Passwords are tried within the limit of wrong ones, as everywhere.
func (s sender) provesItself() (bool, error) {
	file := s.file
	if form := s.letter.Studied.Form; file.Identity == nil && form != nil {
		file = form.File
	}
	id := file.Identity
	if id == nil || len(file.Lines) == 0 {
		return false, nil
	}
	rec, found, err := s.record(id.Realm)
	if err != nil || !found || rec.Vacant() {
		return false, err
	}
	registered := slices.Contains(s.own, id.Realm)
	proven, auth := registered && s.vouched(), s.world.settings.auth()
	if registered && auth != ByPassword && s.letter.Proof.Later {
		return false, errHeld
	}
	switch auth {
	case ByDKIM:
		return proven, nil
	case ByEither:
		return proven || s.knowsPassword(rec, id, registered), nil
	case ByBoth:
		return proven && s.knowsPassword(rec, id, registered), nil
	}
	return s.knowsPassword(rec, id, registered), nil
}

// knowsPassword tries the password of an `$I` line.
func (s sender) knowsPassword(rec roster.RealmRecord, id *orders.Identity, registered bool) bool {
	if letter.ExampleWord(id.Password) {
		return false
	}
	from := limits.OfRealm(id.Realm) + limits.OfMail(s.letter.From)
	if !registered && limits.Guesses.Counted(s.tx, s.at, from) >= limits.Guesses.Most() {
		return false
	}
	right := s.right(id.Realm, rec, id.Password)
	if !right && !registered {
		limits.Guesses.Count(s.tx, s.at, from)
	}
	return right
}

// ownCode tells whether the letter brings back an open code in its writer's own words:
// in his text, or in a subject that is not ours again. A program that answers while its
// owner is away repeats our subject and quotes our text.
func (s sender) ownCode() (bool, error) {
	key, t, found, err := s.presented(false)
	if err != nil || !found || !t.open(s.at) || s.letter.Others {
		return false, err
	}
	return s.said(key), nil
}
