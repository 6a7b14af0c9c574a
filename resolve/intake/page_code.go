package intake

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// A door can be opened without the password, which may be lost, or is not enough where only signed mail counts: the page
// asks, a code goes to the registered address, and whoever types it into that page has shown that this mail is theirs.
// It opens nothing but the page that asked, and is nothing in a mail.

// doorCodes are the last codes, by the files of the links whose pages asked.
var doorCodes = store.Records[doorCode]("door codes")

type doorCode struct {
	Key   []byte    `json:"key"` // see letter.TokenKey
	Asked time.Time `json:"asked"`
}

// asksCode sends a code for the page that asks by its link, to the registered address.
func (l *orderLetter) asksCode() (*world.Ending, error) {
	if err := l.byLink(); err != nil {
		return nil, err
	}
	end := l.from.Ended(receipt.Acceptance{Fate: receipt.Throttled, Realm: l.realm, Asked: true})
	if !limits.DoorCodes.Allow(l.Tx, l.At, limits.OfMail(l.key.Mail)) {
		return end, nil
	}
	for file, c := range doorCodes.Each(l.Tx, nil) {
		if l.At.Sub(c.Asked) >= letter.TokenLasts {
			doorCodes.Remove(l.Tx, file)
		}
	}
	secret, err := secrets.Seal(l.World.Random(), secrets.AsCode)
	if err != nil {
		return nil, err
	}
	code, err := secret.Open(l.Tx)
	if err != nil {
		return nil, err
	}
	doorCodes.Put(l.Tx, l.file(), doorCode{letter.TokenKey(typed(code)), l.At.UTC()})
	here, _ := l.Current.Realm(l.realm)
	t := &wording.Text{Book: wording.Words(here.Lang)}
	t.Say("door-code", phrase.Str("world", l.World.Settings.Name))
	notices.SayCode(t)
	t.Say("door-code-else", notices.TokenDays())
	l.from.Send(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: l.realm, To: l.key.Mail},
		Secret: &secret}, phrase.P("subject.door-code"), t, outbox.Draft{})
	end.Fate, end.Answered = receipt.Served, true
	return end, nil
}

// bringsCode opens the door to who types the code into the page that asked for it. Wrong ones count like passwords.
func (l *orderLetter) bringsCode() (*world.Ending, error) {
	if err := l.byLink(); err != nil {
		return nil, err
	}
	if l.guessed() {
		return l.alarm(receipt.Throttled, phrase.P("throttled-page"), l.key.Mail, limits.Throttles)
	}
	code, asked := doorCodes.Get(l.Tx, l.file())
	age := l.At.Sub(code.Asked)
	if !asked || !bytes.Equal(code.Key, letter.TokenKey(l.code)) || age < 0 || age >= letter.TokenLasts {
		limits.LinkGuesses.Count(l.Tx, l.At, limits.OfRealm(l.realm))
		return l.from.Ended(receipt.Acceptance{Fate: receipt.WrongWord, Realm: l.realm, Asked: true}), nil
	}
	doorCodes.Remove(l.Tx, l.file())
	var err error
	l.from.Shown = true
	l.door, _, err = secrets.DoorFor(l.Tx, l.realm, l.rec.Salt)
	return l.from.Ended(receipt.Acceptance{Fate: receipt.Served, Realm: l.realm, Asked: true}), err
}

// byLink finds fault with a letter whose key opens nothing any more, or that came by a door.
func (l *orderLetter) byLink() error {
	if err := l.stillOpens(); err != nil || l.key.Door == letter.ByLink {
		return err
	}
	return errNothing
}

// file is the key of a code: it opens nothing for another page.
func (l *orderLetter) file() []byte { return []byte(l.key.Opens.File()) }

// typed is what counts of a code: letters and digits, in whatever way somebody types them on a phone.
func typed(code string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, code)
}

// way is the steps of a letter from the page.
func (l PageLetter) way() []step {
	switch {
	case l.Ask:
		return []step{(*orderLetter).asksCode}
	case l.Code != "":
		return []step{(*orderLetter).bringsCode}
	}
	return pageWay
}
