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

// TellSignup queues a letter to somebody who has no realm, or has just got one.
func TellSignup(k *world.Setup, tx *store.Tx, row signup.Row, subject string, t *wording.Text, secret *secrets.Sealed,
	realm int, now time.Time) {
	outbox.In(tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: realm,
		Turn: store.Turn(tx), To: row.Mail,
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", k.Settings.Name),
			phrase.Str("token", secrets.Hidden)))}, ToName: row.Player, Secret: secret},
		outbox.Draft{Text: t.Body.String()}, now)
}
