package turn

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// §3.1: what is in force after a second letter, and when the turn is played.
func TestMerge(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	const (
		held  = "$S\nFestung Kraft 8 Reichweite 7\n$R\nSchwert\n$A\nE99 1\n$N\n#2\nGruß\n"
		fort  = "$S Festung Kraft 8 Reichweite 7\n"
		sword = "$R Schwert\n"
		greet = "$N #2 Gruß\n"
	)
	for _, c := range []struct {
		name, earlier, later, want string
		due                        game.Due
	}{
		{"a release frees what is there", held, "$S\nFreigabe\n", "$A E99 1\n" + sword + fort + "$S Freigabe\n" + greet,
			game.Now},
		{"behind the end, above a signature", "$R\nSchwert\n$A\nE1 x\n$E\n$R\nBogen\n", "$S\nrelease\n-- \nA.\n",
			sword + "$S Freigabe\n", game.Now},
		{"below a signature nothing is read", "$R\nSchwert\n$A\nE1 x\n-- \nA.\n", "$S\nrelease\n", sword +
			"$S Freigabe\n", game.Now},
		{"a message comes to it", held, "$N\n#M\nHallo\n#E\n", "$A E99 1\n" + sword + fort + greet + "$N #M Hallo\n",
			game.NotBefore},
		{"a setting replaces that of its kind", "$S\nDeutsch\nPC\n$R\nSchwert\nx\n", "$S\nenglish\n", sword +
			"$S PC\n$S Englisch\n", game.NotBefore},
		{"and back", "$S\nDeutsch\nEnglisch\n$R\nSchwert\nx\n", "$S\nDeutsch\n", sword + "$S Deutsch\n",
			game.NotBefore},
		{"commands replace all", held, "$R\nBogen\n", "$R Bogen\n", game.Now},
		{"commands that nobody can read are not released", held, "$S\nFreigabe\n$A\nE1 x\n", "$A E99 1\n" + sword +
			fort + greet, game.NotBefore},
		{"a release before its orders frees nothing", "$S\nFreigabe\n", "$R\nSchwert\nx\n", sword, game.NotBefore},
		{"a pass ends it", held, "$S\npasse\nFreigabe\n", "$A E99 1\n" + sword + fort + "$S passe\n$S Freigabe\n" +
			greet, game.Now},
	} {
		after := follow(p, game.Sheet{Realm: 1, Turn: 1, Text: c.earlier}, 0, c.later)
		m := after.Sheet
		if got := printed(p, m); got != c.want {
			t.Errorf("%s: in force is\n%s\nwant\n%s\nof\n%s", c.name, got, c.want, m.Text)
		}
		if got := Due(p, []game.Sheet{m}); got != c.due {
			t.Errorf("%s: due %d, want %d", c.name, got, c.due)
		}
		if again := follow(p, m, after.Spoken, c.later).Sheet; printed(p, again) != c.want {
			t.Errorf("%s: the same letter again makes\n%s", c.name, again.Text)
		}
	}
}

// follow is what is in force when a letter comes after a sheet.
func follow(p realm.Position, earlier game.Sheet, spoken int, text string) game.After {
	replaces := func(_, later game.Sheet) game.Sheet { return later }
	later := game.Sheet{Realm: 1, Turn: 1, Text: text}
	return game.Follow(replaces, p.Rules.Language(), Check(p, later), game.Before{Sheet: earlier, Spoken: spoken}, later)
}

// printed are a sheet's lines, each behind its section, in the order of the language's.
func printed(p realm.Position, s game.Sheet) string {
	l := p.Rules.Language()
	out := ""
	for _, section := range l.Sections {
		for _, line := range s.Orders(l).Lines {
			if line.Section == section.Letter {
				text := string(orders.Order(line.Order).Print(nil, phrase.De))
				out += "$" + string(rune(section.Letter)) + " " + strings.ReplaceAll(text, "\n", " ") + "\n"
			}
		}
	}
	return out
}

// What does not fit into a sheet any more, 50 messages at most, does not cost the orders.
func TestMergeOfManyMessages(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	full := game.Sheet{Realm: 1, Turn: 1, Text: "$R\nSchwert\nx\n$N\n" + strings.Repeat("#2\nGruß\n", 50)}
	after := follow(p, full, 0, "$S\nFreigabe\n$N\n#2\nNoch einer\n#E\n")
	m := after.Sheet
	if len(after.Left) != 1 || after.Left[0].Line != 4 {
		t.Errorf("there is no room for %+v", after.Left)
	}
	if strings.Contains(m.Text, "Noch einer") || Due(p, []game.Sheet{m}) != game.Now {
		t.Errorf("in force is\n%s", m.Text)
	}
}

// §1.4: the receipt says what a turn waits for, and what frees it.
func TestWhatATurnWaitsFor(t *testing.T) {
	p := gametest.Joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	for text, want := range map[string]string{
		"$R\nSchwert\n": "", "$S\npasse\n": "", "$S\nFreigabe\n": "holds-empty", "": "holds-empty",
		"$A\nE99 1\n":      "holds-empty",
		"$R\nSchwert\nx\n": "holds-wrong", "$R\nSchwert\n$A\nE99 1\n": "holds-wrong",
		"$S\nFreigabe\n$R\nSchwert\nx\n": "",
	} {
		if got := Check(p, game.Sheet{Realm: 1, Turn: 1, Text: text}).Holds.Code; got != want {
			t.Errorf("%q waits for %q, want %q", text, got, want)
		}
	}
}
