package sent

import (
	"strings"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
)

// OwnCode reports whether the letter has an open code in its writer's own words: in the text, or in a subject that
// does not repeat ours. A program that answers while its owner is away repeats our subject and quotes our text.
func (s Sender) OwnCode() (bool, error) {
	key, t, found, err := s.Presented(false)
	if err != nil || !found || !t.Open(s.At) || s.Letter.Others {
		return false, err
	}
	return s.Said(key), nil
}

// Presented finds the token that a letter brings back, either among those for players or among those for the game
// master. It is the first one that is open, or, if none is, the first one that is known.
func (s Sender) Presented(masters bool) (key []byte, t correspondence.Token, found bool, err error) {
	b := s.Tx.Bucket(correspondence.TokensBucket)
	if b == nil {
		return nil, t, false, nil
	}
	for _, token := range s.Letter.Studied.Tokens {
		k := letter.TokenKey(token)
		r, has, err := store.GetJSON[correspondence.Token](b, k)
		if err != nil {
			return nil, t, false, err
		}
		has = has && (r.For == letter.AnswersPlayer) == masters
		if has && (!found || r.Open(s.At)) {
			key, t, found = k, r, true
		}
		if found && t.Open(s.At) {
			break
		}
	}
	return key, t, found, nil
}

// Reply returns what the letter answers to our letter with a code, and the writer's own words, without codes and
// quotes of our letter.
func (s Sender) Reply(key []byte) (own string, r letter.Reply, err error) {
	own = s.Text
	if s.Letter.Others || s.Letter.Part != "body" && s.Letter.Part != "html" {
		own = s.Letter.Studied.Beside
	}
	ours, subject := "", ""
	e, found, err := s.Ours()
	if err != nil {
		return "", letter.Refuses, err
	}
	if found {
		subject = e.Subject
		if d, _, err := outbox.In(s.Tx).Text(e.ID); err == nil {
			ours = d.Text
		}
	}
	own = strings.ReplaceAll(letter.Without(own, ours), secrets.Hidden, "")
	// A code in the text counts only if it is not in what the text repeats. Three stars are not a code.
	masked := secrets.Scrub(WithoutHidden(s.Letter.Text), nil)
	code := s.Said(key) && (!strings.Contains(masked, secrets.Hidden) ||
		strings.Contains(letter.Without(masked, ours), secrets.Hidden))
	aside := letter.Without(secrets.Scrub(s.Letter.Footer, nil), ours)
	for _, f := range s.Letter.Files {
		if strings.HasPrefix(f.Type, "text/") {
			aside += "\n" + string(f.Data)
		}
	}
	local, _, _ := strings.Cut(s.Letter.From, "@")
	a := letter.Answer{Subject: s.Letter.Subject, Ours: subject, Text: own, Aside: aside, Code: code,
		Names: []string{s.Letter.FromName, local}}
	t, _, err := store.GetJSON[correspondence.Token](s.Tx.Bucket(correspondence.TokensBucket), key)
	if a.Joins = t.For == letter.SignsUp; a.Joins {
		a.Text, _ = signup.Besides(own)
		a.Filled = a.Text != own
	}
	return own, a.Reply(), err
}

// WithoutHidden replaces masks in a text that is shown together with a code. The code is later put in place of the
// mask, and a masked password must not be taken for it.
func WithoutHidden(words string) string { return strings.ReplaceAll(words, secrets.Hidden, "* * *") }
