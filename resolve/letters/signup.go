package letters

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// ToNewcomer is a letter to somebody who has no realm, or has just got one.
type ToNewcomer struct {
	To      signup.Row
	Subject string // the code of its sentence
	Text    *wording.Text
	Secret  *secrets.Sealed // that the text shows; nil: none
	Realm   int             // 0: the reader has none
}

// Queue puts it into the outbox.
func (l ToNewcomer) Queue(k *world.Setup, tx *store.Tx, now time.Time) {
	outbox.In(tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: l.Realm,
		Turn: store.Turn(tx), To: l.To.Mail,
		Subject: l.Text.Book.Say(phrase.P(l.Subject, phrase.Str("world", k.Settings.Name),
			phrase.Str("token", secrets.Hidden)))}, ToName: l.To.Player, Secret: l.Secret},
		outbox.Draft{Text: l.Text.Body.String()}, now)
}
