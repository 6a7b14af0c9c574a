package game_test

import (
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

func TestCheckedCallsRealmsByName(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(`
goes = "Message to realm {realm}."
pays = "You pay realm {to} {gold} GS."
fell = "{name} ({realm}) has fallen."
`))
	if err != nil {
		t.Fatal(err)
	}
	realms := []game.Realm{{Number: 1, Name: "Bovistan"}, {Number: 3, Name: "Graumark"}, {Number: 4}}
	for _, c := range []struct {
		what phrase.Phrase
		want string
	}{
		{phrase.P("goes", phrase.Num("realm", 3)), "Message to realm Graumark (3)."},
		{phrase.P("goes", phrase.Num("realm", 4)), "Message to realm 4."},
		{phrase.P("goes", phrase.Num("realm", 9)), "Message to realm 9."},
		{phrase.P("goes", phrase.Str("realm", "3")), "Message to realm 3."},
		{phrase.P("pays", phrase.Num("to", 1), phrase.Num("gold", 3)), "You pay realm Bovistan (1) 3 GS."},
		{phrase.P("fell", phrase.Num("realm", 3), phrase.Str("name", "Graumark")), "Graumark (3) has fallen."},
	} {
		was := phrase.P(c.what.Code, append([]phrase.Arg{}, c.what.Args...)...)
		checked := game.Checked{Problems: []orders.Problem{{What: c.what}}, InForce: []game.InForce{{What: c.what}},
			Idle: []phrase.Phrase{c.what}, Outlook: []phrase.Phrase{c.what}, Holds: c.what}
		said := checked.Called(realms)
		for _, got := range []phrase.Phrase{said.Problems[0].What, said.InForce[0].What, said.Idle[0], said.Outlook[0],
			said.Holds} {
			if text := book.Say(got); text != c.want {
				t.Errorf("%s: %q, not %q", c.what.Code, text, c.want)
			}
		}
		if book.Say(checked.Holds) != book.Say(was) {
			t.Errorf("%s: what was checked says %q now", c.what.Code, book.Say(checked.Holds))
		}
	}
}
