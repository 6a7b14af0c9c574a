package resolve

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// orderFile is an order file for a realm to fill in, for the turn that a world awaits orders for.
// "": there is none, or no such turn.
func orderFile(k *clerk, world game.World, here game.Realm) (body string, err error) {
	asked := world.Asked()
	if err := store.Guarded(func() { body = world.Template(here.Number) }); err != nil || body == "" || asked.Over {
		return "", err
	}
	password := wording.Words(here.Lang).T("template-password")
	if k.settings.auth() == ByDKIM {
		password = "-"
	}
	return fmt.Sprintf("$I %d %s %d\n%s", here.Number, password, asked.Turn, body), nil
}

// attachedOrders is such a file in a letter; the store keeps its text once.
func attachedOrders(tx *store.Tx, here game.Realm, body string) outbox.Attachment {
	return outbox.Attachment{Name: wording.Words(here.Lang).T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(here.Computer), Sum: store.PutFile(tx, []byte(body))}
}

// template is an order file to fill in, in the letter and as a file.
func (r request) template() error {
	body, err := orderFile(r.world.clerk, r.current.World, r.here)
	if err != nil {
		return err
	}
	if body == "" {
		r.tell("template", phrase.P("template-none"))
		return nil
	}
	how := "template-how"
	if r.world.settings.auth() == ByDKIM {
		how = "template-how-bare"
	}
	t := r.page(phrase.P("template-first", phrase.Str("has", r.world.rulebook.Words(r.here.Lang).T("game-template"))))
	rec, found, err := chronicle.Sheet(r.tx, r.current.Turn, r.here.Number)
	if err != nil {
		return err
	}
	adds := false
	if err := store.Guarded(func() { adds = found && r.current.World.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	if found && !adds {
		t.Say("template-replaces")
	} else {
		t.Say("template-idle")
	}
	t.Say(how)
	t.Line("")
	r.world.markForm(t, body)
	t.Body.WriteString(body)
	r.send("subject.template", t, nil, outbox.Attachment{Name: r.book.T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(r.here.Computer), Data: []byte(body)})
	return nil
}

// wishTemplates remembers whose reports are to come with such a file from this turn on, as the
// sheets it is resolved with say.
func wishTemplates(tx *store.Tx, sheets []chronicle.SheetRecord) error {
	for _, s := range sheets {
		if s.Realm == 0 || s.Template == "" {
			continue
		}
		if _, err := roster.ChangeRealm(tx, s.Realm, func(rec *roster.RealmRecord) {
			rec.Template = s.Template == chronicle.WithTemplate
		}); err != nil {
			return err
		}
	}
	return nil
}

// withTemplate puts an order file to fill in into a report's letter, where its reader wishes one and
// has orders to give in the turn that comes.
func withTemplate(k *clerk, tx *store.Tx, e *outbox.Entry, r game.Realm, next game.World) error {
	if !slices.Contains(next.Asked().Realms, r.Number) {
		return nil
	}
	body, err := orderFile(k, next, r)
	if err != nil || body == "" {
		return err
	}
	file := attachedOrders(tx, r, body)
	book := wording.Words(r.Lang)
	e.Files = append(slices.Clip(e.Files), file)
	e.Closing += book.Say(phrase.P("report-template", phrase.Str("file", file.Name))) + "\n"
	return nil
}
