package notices

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// first is what a newcomer is shown of a game: its aims, and a first letter of orders in the realm's own numbers.
type first struct {
	aims   []string
	orders string   // without the `$I` line; "": there is nothing to send
	turn   int      // that awaits them; 0: the realm is not asked
	asked  bool     // the realm may send it now
	done   []string // what the receipt of the letter would say now; empty if that cannot be known
}

// firstOf returns what a realm is shown, and false if that is nothing.
func firstOf(k *world.Setup, state game.World, r game.Realm) (f first, shows bool, err error) {
	asked := state.Asked()
	if f.asked = slices.Contains(asked.Realms, r.Number); f.asked {
		f.turn = asked.Turn
	}
	err = store.Guarded(func() {
		f.aims, f.orders = state.Guide(r.Number, r.Lang).Paragraphs(), state.FirstLetter(r.Number)
		if f.orders == "" {
			return
		}
		words, theirs := k.Rules.Words(r.Lang), state
		if s, is := chronicle.As[game.Successive](state); is {
			theirs = s.AsTurnOf(r.Number)
		}
		for _, o := range theirs.Check(game.Sheet{Realm: r.Number, Turn: asked.Turn, Text: f.orders}).InForce {
			f.done = append(f.done, words.Say(o.What))
		}
	})
	return f, f.orders != "" || len(f.aims) > 0, err
}

// HasGuide reports whether a world has a page for beginners.
func HasGuide(k *world.Setup, state game.World, r game.Realm) (bool, error) {
	_, shows, err := firstOf(k, state, r)
	return shows, err
}

// form is an order file with the first orders, and with the place of the password or the word for it.
func (f first) form(k *world.Setup, r game.Realm, password bool) string {
	return identity(k, r, password, f.turn) + "\n\n" + f.orders
}

// identity is the `$I` line of orders, with a turn if it is not 0.
func identity(k *world.Setup, r game.Realm, password bool, turn int) string {
	line := fmt.Sprintf("$I %d %s", r.Number, passwordOf(k, r, password))
	if turn > 0 {
		line += fmt.Sprint(" ", turn)
	}
	return line
}

// passwordOf is what an `$I` line of ours has in the place of the password: the place in which the password comes when the
// letter leaves, the word for it, or a dash if none is needed.
func passwordOf(k *world.Setup, r game.Realm, password bool) string {
	switch {
	case k.Settings.AuthInForce() == world.ByDKIM:
		return "-"
	case password:
		return secrets.Hidden
	}
	return wording.Words(r.Lang).T("template-password")
}

// SayPassword writes the line that a realm's orders begin with, and how programs for its game write it. The password comes
// in when the letter leaves.
func SayPassword(k *world.Setup, t *wording.Text, realm int) {
	t.Say("password-line", phrase.Num("realm", realm), phrase.Str("password", secrets.Hidden))
	head, end := k.Rules.Language().ClientHead(realm, secrets.Hidden)
	if head != "" {
		t.Say("password-head", phrase.Str("line", head))
	}
	if end != "" {
		t.Say("password-end", phrase.Str("line", end))
	}
}

// MarkForm adds the line that marks the orders below it as a form of ours. It is signed if nothing of its `$I` line has to
// be filled in.
func MarkForm(k *world.Setup, t *wording.Text, body string) {
	f := k.Rules.Language().Parse(body)
	signed := f.Identity != nil && (f.Identity.Password == secrets.Hidden || !letter.ExampleWord(f.Identity.Password))
	t.Say("form-mark", phrase.Str("sum", letter.FormSum(k.Rules.Language(), f.Lines, signed)))
}

// how says how a first letter is sent, where its password is, and what its lines are. A reply can quote it, unless it
// is in a file or passwords are not asked for.
func how(k *world.Setup, b *phrase.Book, f first, r game.Realm, file bool) (says []string) {
	say := func(code string, args ...phrase.Arg) { says = append(says, b.Say(phrase.P(code, args...))) }
	say(map[bool]string{true: "first-letter", false: "first-letter-later"}[f.asked])
	address := phrase.Str("address", k.Settings.Address)
	switch {
	case k.Settings.AuthInForce() == world.ByDKIM:
		say("first-bare", address)
	case file:
		say("first-mail", address)
	default:
		say("first-reply", address)
	}
	if k.Settings.AuthInForce() != world.ByDKIM {
		welcome := b.Say(phrase.P("subject.welcome", phrase.Str("world", k.Settings.Name)))
		say("first-password", phrase.Num("realm", r.Number), phrase.Str("subject", welcome))
	}
	say("first-form")
	return says
}

// GuidePage is a page for beginners, about one realm: what it plays for, a first letter in its own numbers, what the
// receipt says about it, and what comes then. It is "" in a game that shows newcomers nothing. No line has more than 78
// characters if it is to be a file.
func GuidePage(k *world.Setup, state game.World, r game.Realm, file bool) (string, error) {
	f, shows, err := firstOf(k, state, r)
	if !shows || err != nil {
		return "", err
	}
	g := guide{Text: wording.Text{Book: wording.Words(r.Lang)}, k: k, file: file}
	title := g.Book.Say(phrase.P("guide-title", phrase.Str("world", wording.OneLine(k.Settings.Name)),
		Called(k, r)))
	g.Line(title)
	g.Line(strings.Repeat("=", len([]rune(title))))
	words := k.Rules.Words(r.Lang)
	g.part("", g.Book.Say(phrase.P("about-game", phrase.Str("game", words.T("game")),
		phrase.Str("turns", words.T("game-turns")))))
	g.part("", f.aims...)
	if f.orders != "" {
		g.part("guide-first", how(k, g.Book, f, r, file)...)
		g.Line("")
		form := f.form(k, r, false)
		if !file {
			MarkForm(k, &g.Text, form)
		}
		g.Body.WriteString(form)
	}
	says := "guide-receipt-says"
	if len(f.done) == 0 {
		says = "guide-receipt-is"
	}
	g.part("guide-receipt", g.Book.T(says))
	for _, line := range f.done[:min(len(f.done), guideDone)] {
		g.wrap("  ", line)
	}
	g.part("", g.Book.T("guide-receipt-wrong"))
	g.part("guide-then", g.Book.T("guide-then-says"))
	first := letter.Templates // reports name it, too, and the page has room for four words
	if k.Practises() {
		first = letter.Practices
	}
	for _, s := range []letter.Service{first, letter.Rulebooks, letter.Letters, letter.Manuals} {
		if s == letter.Manuals && !HasManual(k, r.Lang) || s == letter.Rulebooks && !HasRules(k, r.Lang) ||
			s == letter.Letters && k.Settings.Press == world.PressOff {
			continue
		}
		g.Line(HelpRow(k, g.Book, s, Another(r)))
	}
	return g.Body.String(), nil
}

// guide is that page while it is written.
type guide struct {
	wording.Text
	k    *world.Setup
	file bool
}

// guideDone is how many sentences of a receipt the guide shows. Later ones may name what other realms change before, as
// the number of a unit that is recruited.
const guideDone = 2

// part writes paragraphs below a heading, or only below an empty line if the code is "".
func (g *guide) part(code string, paragraphs ...string) {
	if g.Line(""); code != "" {
		g.Say(code)
	}
	for _, p := range paragraphs {
		g.wrap("", p)
	}
}

// wrap writes a paragraph, broken into lines if the page is a file.
func (g *guide) wrap(indent, text string) {
	if !g.file {
		g.Line(indent + text)
		return
	}
	g.Body.Write(game.AppendWrapped(nil, indent, text, guideColumns))
}

// guideColumns is how wide the guide is as a file.
const guideColumns = 78

// Guide is that page as a file in a player's language and charset. A sentence about it is added to the letter.
func Guide(k *world.Setup, tx *store.Tx, t *wording.Text, state game.World, r game.Realm) ([]outbox.Attachment, error) {
	text, err := GuidePage(k, state, r, true)
	if text == "" || err != nil {
		return nil, err
	}
	file := t.Book.T("guide-file")
	t.Say("guide", phrase.Str("file", file))
	return []outbox.Attachment{textFile(tx, file, r, text)}, nil
}

// textFile is a text as a file. The store keeps each text once.
func textFile(tx *store.Tx, name string, r game.Realm, text string) outbox.Attachment {
	return outbox.Attachment{Name: name, Type: "text/plain", Charset: outbox.Charset(r.Computer),
		Sum: store.PutFile(tx, []byte(text))}
}

// HasManual reports whether there is a manual for players of the world's game.
func HasManual(k *world.Setup, lang phrase.Lang) bool { return manual(k, lang) != nil }

// Manual is the manual for players as a file, and false if there is none.
func Manual(k *world.Setup, tx *store.Tx, r game.Realm) (outbox.Attachment, bool) {
	text := manual(k, r.Lang)
	if text == nil {
		return outbox.Attachment{}, false
	}
	return textFile(tx, wording.Words(r.Lang).T("manual-file"), r, text()), true
}

func manual(k *world.Setup, lang phrase.Lang) func() string {
	if k.Settings.Manual == nil {
		return nil
	}
	return k.Settings.Manual(k.Rules.Name(), lang)
}
