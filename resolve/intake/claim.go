package intake

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/applicants"
	"weltentor/resolve/learners"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// practises ends the way of a letter with orders for a practice game, before anything can take them for the real one's.
func (l *orderLetter) practises() (*world.Ending, error) {
	end, why, err := learners.Hear(l.from)
	if why.Code != "" {
		return unidentified(l.from, l.from.Own, why)
	}
	return end, err
}

// claim finds the realm that the `$I` line names. Nobody learns whether a realm exists that is not theirs.
func (l *orderLetter) claim() (*world.Ending, error) {
	if !l.claims() {
		return notYours(l.from, l.from.File.Identity.Realm)
	}
	return nil, nil
}

// claims reads which realm the `$I` line names. found is false if nobody plays it, or it does not exist.
func (l *orderLetter) claims() (found bool) {
	realm := l.from.File.Identity.Realm
	rec, found := l.from.RecordOf(realm)
	if !found || rec.Vacant() {
		return false
	}
	l.realm, l.rec, l.registered = realm, rec, slices.Contains(l.from.Own, realm)
	return true
}

// notYours answers a player who writes for a realm that is not theirs. They do not learn whether there is such a
// realm. Strangers do not, either.
func notYours(s sent.Sender, number int) (*world.Ending, error) {
	return unidentified(s, s.Own, phrase.P("not-your-realm", phrase.Num("realm", number)))
}

// unidentified answers a player of these realms who did not say who they are. Strangers get an answer only if their
// domain proves itself.
func unidentified(s sent.Sender, own []int, reason phrase.Phrase) (*world.Ending, error) {
	if len(own) == 0 {
		return s.Ended(receipt.Acceptance{Fate: receipt.Stranger, Answered: applicants.Of(s).TurnAway()}), nil
	}
	s.Text = secrets.Loosely(secrets.Readable(s.Text)) // it does not count, so it need not be stored word for word
	reason.Args = append(reason.Args, phrase.Num("own", own[0]), s.Line())
	rec, _ := s.RecordOf(own[0])
	r := s.Answer(receipt.Acceptance{Fate: receipt.Unidentified, Realm: own[0], Reason: reason})
	if strings.Contains(s.Text, "$") {
		// from the scrubbed text, since problems quote it
		if err := store.Guarded(func() {
			file, _ := s.World.Rules.Language().NewMemory().Glance(s.Text, letter.Glanced)
			r.Checked.Problems = file.Problems
		}); err != nil {
			return nil, err
		}
	}
	return r.Send(s.Home(rec), "", limits.Replies)
}
