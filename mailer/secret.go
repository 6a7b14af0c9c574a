package mailer

import (
	"encoding/base64"
	"strings"
)

// secrets are what must not be told of a login, in the forms in which a server may
// say it again.
type secrets []string

func secretsOf(user, password, token string) (s secrets) {
	for _, word := range []string{password, token} {
		if word == "" {
			continue
		}
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word)
		for _, form := range []string{"\x00" + user + "\x00" + word,
			"user=" + user + "\x01auth=Bearer " + word + "\x01\x01", quoted, word} {
			s = append(s, base64.StdEncoding.EncodeToString([]byte(form)))
		}
		s = append(s, quoted, word)
	}
	return s
}

// mask puts stars for them.
func (s secrets) mask(text string) string {
	for _, word := range s {
		text = strings.ReplaceAll(text, word, "***")
	}
	return text
}

// hide is an error without them.
func (s secrets) hide(err error) error {
	if err == nil {
		return nil
	}
	if text := s.mask(err.Error()); text != err.Error() {
		return &masked{err, text}
	}
	return err
}

// masked is an error that says something else than it is.
type masked struct {
	error
	text string
}

func (m *masked) Error() string { return m.text }

func (m *masked) Unwrap() error { return m.error }
