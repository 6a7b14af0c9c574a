package intake

import (
	"strings"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
)

// ownCode tells whether the letter brings back an open code in its writer's own words:
// in his text, or in a subject that is not ours again. A program that answers while its
// owner is away repeats our subject and quotes our text.
func (s sender) ownCode() (bool, error) {
	key, t, found, err := s.presented(false)
	if err != nil || !found || !t.Open(s.At) || s.letter.Others {
		return false, err
	}
	return s.said(key), nil
}

// presented finds the token a letter brings back, of those for players or of the game
// master's: the first that is open, else the first that is known at all.
func (s sender) presented(masters bool) (key []byte, t correspondence.Token, found bool, err error) {
	b := s.Tx.Bucket(correspondence.TokensBucket)
	if b == nil {
		return nil, t, false, nil
	}
	for _, token := range s.letter.Studied.Tokens {
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

// reply is what the letter says to one of ours with a code, and its own words: without codes, and without
// what it repeats of ours.
func (s sender) reply(key []byte) (own string, r letter.Reply, err error) {
	own = s.text
	if s.letter.Others || s.letter.Part != "body" && s.letter.Part != "html" {
		own = s.letter.Studied.Beside
	}
	ours, subject := "", ""
	e, found, err := s.answered()
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
	// A code in the text is said only where it is not in what the text repeats; three stars are none.
	masked := secrets.Scrub(withoutHidden(s.letter.Text), nil)
	code := s.said(key) && (!strings.Contains(masked, secrets.Hidden) ||
		strings.Contains(letter.Without(masked, ours), secrets.Hidden))
	aside := letter.Without(secrets.Scrub(s.letter.Footer, nil), ours)
	for _, f := range s.letter.Files {
		if strings.HasPrefix(f.Type, "text/") {
			aside += "\n" + string(f.Data)
		}
	}
	local, _, _ := strings.Cut(s.letter.From, "@")
	return own, letter.Answer{Subject: s.letter.Subject, Ours: subject, Text: own, Aside: aside, Code: code,
		Names: []string{s.letter.FromName, local}}.Reply(), nil
}

// withoutHidden lets a text with a masked password stand beside the code, which is put
// in the place of that mask.
func withoutHidden(words string) string { return strings.ReplaceAll(words, secrets.Hidden, "* * *") }
