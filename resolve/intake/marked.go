package intake

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sent"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Some marks of automatic mail are on people's mail, too (Letter.Marked): lists add X-Loop, web forms send with an
// empty sender, people write "Urlaub". A proof of the sender outranks such marks. With a right password or a
// signature, the orders count. With a right code in the writer's own words, an absence note confirms. Anything else in
// such a letter is put away like automatic mail, without an answer to anybody.

// mark ends the way of a letter with a mark of automatic mail, unless a proof outranks it.
func (l *orderLetter) mark() (*world.Ending, error) {
	found := l.from.Letter
	if found.Marked == "" {
		return nil, nil
	}
	outranked, err := false, error(nil)
	switch {
	case found.Absence && !wording.HasSection(found.Text):
		outranked = l.from.OwnCode()
	case !found.Absence && !found.Others:
		outranked, err = provesItself(l.from)
	}
	switch {
	case err != nil:
		return nil, err
	case !outranked:
		l.from.Letter.Machine = found.Marked
		return l.from.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case !found.Absence:
		l.from.Content = l.from.Remarked(phrase.P("note.marked", phrase.Str("word", wording.Cut(found.Marked))))
	}
	return nil, nil
}

// provesItself reports whether a letter with orders shows what is demanded of any.
func provesItself(s sent.Sender) (bool, error) {
	if form := s.Letter.Studied.Form; s.File.Identity == nil && form != nil {
		s.File = form.File
	}
	if s.File.Identity == nil || len(s.File.Lines) == 0 {
		return false, nil
	}
	if p, err := s.Practising(); p.Named || err != nil {
		return p.Coded, err
	}
	c := letterOf(s)
	if !c.claims() {
		return false, nil
	}
	switch what, _ := c.demand(); what {
	case asksNothing:
		return true, nil
	case asksPassword:
		return c.try() == isRight, nil
	case asksPasswordOrTime, asksTime: // a mark makes it wait: the password alone does not outrank it
		return false, sent.ErrHeld
	}
	return false, nil
}
