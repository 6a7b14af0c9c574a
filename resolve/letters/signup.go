package letters

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// ToNewcomer is a letter to an address that is no realm's, or has just become one's.
type ToNewcomer struct {
	To       signup.Row
	Subject  string // the code of its sentence
	Text     *wording.Text
	Secret   *secrets.Sealed // that the text shows; nil: none
	Realm    int             // 0: the reader has none
	Stranger bool            // see outbox.Entry
	About    string          // as there
}

// Queue puts it into the outbox.
func (l ToNewcomer) Queue(d world.Session) {
	outbox.In(d.Tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: l.Realm,
		Turn: store.Turn(d.Tx), To: l.To.Mail,
		Subject: l.Text.Book.Say(phrase.P(l.Subject, phrase.Str("world", d.World.Settings.Name),
			phrase.Str("token", secrets.Hidden)))},
		ToName: l.To.Player, Secret: l.Secret, Stranger: l.Stranger,
		About: l.About},
		outbox.Draft{Text: l.Text.Body.String()}, d.At)
}

// SayCode shows the code that comes with a letter, in a paragraph of its own.
func SayCode(t *wording.Text) {
	t.Line("")
	t.Line("  " + secrets.Hidden)
	t.Line("")
}

// SayDays says how long the code counts.
func SayDays(t *wording.Text) {
	t.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
}
