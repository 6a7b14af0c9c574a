package worldtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/received"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Pages is a world with tables by link, and what its pages have sealed.
type Pages struct {
	*Game
	Sealed []byte // the last letter from a page
}

// OnPages founds such a world. Its first letters have left.
func OnPages(t testing.TB, realms int, change ...func(*world.Settings)) *Pages {
	t.Helper()
	b := &Pages{Game: Found(t, Tiny{Chart: true}, realms, append(change, func(s *world.Settings) {
		s.TableURL, s.Page = "https://example.org/bovistan/t", Paged("v1")
	})...)}
	b.Sent("", b.ClockAt)
	return b
}

// Key is the key of whoever plays a realm from an address; "": of its player.
func (b *Pages) Key(realm int, of letter.Door, mail string) (found notices.Key) {
	b.T.Helper()
	keys, err := notices.Keys(b.World)
	Must(b.T, err)
	if mail == "" {
		mail = fmt.Sprintf("r%d@example.org", realm)
	}
	for name, k := range keys {
		if name != k.Opens.File() {
			b.T.Fatalf("%s opens %s", k.Opens, name)
		}
		if k.Realm == realm && k.Door == of && k.Mail == mail && !k.Past {
			found = k
		}
	}
	if found.Realm == 0 {
		b.T.Fatalf("no %s to realm %d for %s", of, realm, mail)
	}
	return found
}

// Posts sends a letter by a key, as the page does. PASSWORD becomes the realm's.
func (b *Pages) Posts(k notices.Key, subject, text string, keep bool) intake.PageAnswer {
	b.T.Helper()
	b.Seals(k, subject, text, keep)
	return b.Again(k)
}

// Seals seals a letter, and does not send it.
func (b *Pages) Seals(k notices.Key, subject, text string, keep bool) {
	b.T.Helper()
	b.seals(k, map[string]any{"page": "0123456789abcdef", "subject": subject, "keep": keep,
		"text": strings.ReplaceAll(text, "PASSWORD", b.Passwords[k.Realm])})
}

func (b *Pages) seals(k notices.Key, fields map[string]any) {
	b.T.Helper()
	plain, err := json.Marshal(fields)
	Must(b.T, err)
	b.Sealed = k.Opens.SealLetter(plain)
}

// AsksCode asks for a code by a key, as the page does.
func (b *Pages) AsksCode(k notices.Key) intake.PageAnswer {
	b.T.Helper()
	b.seals(k, map[string]any{"ask": true})
	return b.Again(k)
}

// Types sends a code that was typed into the page.
func (b *Pages) Types(k notices.Key, code string) intake.PageAnswer {
	b.T.Helper()
	b.seals(k, map[string]any{"code": code})
	return b.Again(k)
}

// Again sends the last letter, once more.
func (b *Pages) Again(k notices.Key) intake.PageAnswer {
	b.T.Helper()
	a, err := b.Try(k)
	Must(b.T, err)
	return a
}

// Try is Again for a letter that may fail.
func (b *Pages) Try(k notices.Key) (intake.PageAnswer, error) {
	b.T.Helper()
	l, ok := intake.OpenPage(k, b.Sealed)
	if !ok {
		b.T.Fatal("the letter does not open")
	}
	return intake.AcceptPage(b.World, l, b.ClockAt, b.ClockAt)
}

// Kept is how many letters the store keeps that came.
func (b *Pages) Kept() (n int) {
	Must(b.T, b.View(func(tx *store.Tx) error {
		n = len(received.Hashes(tx))
		return nil
	}))
	return n
}
