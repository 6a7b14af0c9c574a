package intake

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Some marks of machines are on people's mail, too (Letter.Marked): lists add X-Loop,
// web forms send with an empty sender, people write "Urlaub". What proves a letter's
// sender outranks them: with a right password or a proof its orders count, and with a
// right code of his own writing an absence note confirms. Anything else of it is put
// away like a machine's mail, without an answer to anybody.

// mark ends the way of a letter with a machine's mark, unless that is outranked.
func (l *orderLetter) mark() (end *world.Ending, err error) {
	l.sender, end, err = l.unmarked()
	return end, err
}

// unmarked is a letter without such a mark, or one that outranks it. Any other ends here.
func (s sender) unmarked() (sender, *world.Ending, error) {
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
		return s, s.ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case !s.letter.Absence:
		s.studied = s.remarked(phrase.P("note.marked", phrase.Str("word", wording.Cut(s.letter.Marked))))
	}
	return s, nil, nil
}

// provesItself tells whether a letter with orders shows what is demanded of any.
func (s sender) provesItself() (bool, error) {
	if form := s.letter.Studied.Form; s.file.Identity == nil && form != nil {
		s.file = form.File
	}
	if s.file.Identity == nil || len(s.file.Lines) == 0 {
		return false, nil
	}
	c := &orderLetter{sender: s}
	if found, err := c.claims(); err != nil || !found {
		return false, err
	}
	switch what, _ := c.demand(); what {
	case asksNothing:
		return true, nil
	case asksPassword:
		return c.try() == isRight, nil
	case asksPasswordOrTime, asksTime: // a mark costs time: the password alone does not outrank it
		return false, errHeld
	}
	return false, nil
}
