package conformance

import (
	"bytes"
	"strings"

	"weltentor/worlds/game"
)

// templates: each realm that is asked gets an order file to fill in. It parses without a problem, and the receipt
// accepts it without an error. Sent as it is, it changes nothing. It has no `$I` line, since the rulebook does not
// know the password.
func templates(tb *table, bad fail) {
	for _, w := range tb.turns(6) {
		if w.Asked().Setup { // nobody has anything to order yet
			continue
		}
		for _, r := range w.Asked().Realms {
			tb.template(w, r, bad)
		}
	}
}

func (tb *table) template(w game.World, realm int, bad fail) {
	text := w.Template(realm)
	if text == "" {
		bad("turn %d: realm %d is asked and gets no template", w.Asked().Turn, realm)
		return
	}
	if text != w.Template(realm) {
		bad("two templates of realm %d differ", realm)
	}
	if strings.Contains(text, "\r") || !strings.HasSuffix(text, "\n") {
		bad("the template's lines do not end with LF:\n%q", text)
	}
	narrow("the template", []byte(text), bad)
	file := tb.rb.Language().Parse(text)
	for _, p := range file.Problems {
		bad("line %d of a template: %s\n%s", p.Line, tb.rb.Words("en").Say(p.What), text)
	}
	if file.Identity != nil {
		bad("a template says who sends it:\n%s", text)
	}
	sheet := game.Sheet{Realm: realm, Turn: w.Asked().Turn, Text: text}
	if checked := tb.check(w, sheet, bad); checked.Errors() > 0 {
		bad("the receipt refuses lines of a template: %s\n%s", tb.say(checked.Problems), text)
	}
	sent := w.Resolve([]game.Sheet{sheet}, tb.turnSeed(w), 1, nil).Next().State()
	empty := w.Resolve([]game.Sheet{{Realm: realm, Turn: sheet.Turn}}, tb.turnSeed(w), 1, nil).Next().State()
	if !bytes.Equal(sent, empty) {
		bad("a template sent as it is does something:\n%s", text)
	}
}
