package turn_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// fights and stays say whether a realm takes part in battles at the table.
const fights, stays = "$S\nPlays yes\nRelease\n$E\n", "$S\nPlays no\nRelease\n$E\n"

// inSecret is the rulebook of ours in which only each realm itself knows whether it owes orders, in the turn after the
// first one, once somebody fights.
func inSecret(t *testing.T) game.Rulebook {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		tables, err := rb.Tables(nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := rb.Found(game.Founding{Seed: game.Seed{7}, Tables: tables})
		for _, name := range []string{"Nord", "West", "Ost"} {
			if err != nil {
				t.Fatal(err)
			}
			w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.De}, game.Seed{7})
		}
		var sheets []game.Sheet
		for n := 1; err == nil && n <= 3; n++ {
			sheets = append(sheets, game.Sheet{Realm: n, Turn: 1, Text: fights})
		}
		if err == nil && w.Resolve(sheets, game.Seed{7}, 1, nil).Next().Asked().Secret {
			return rb
		}
	}
	t.Fatal("in none of our games it is secret who owes orders")
	return nil
}

// Three worlds differ only in who fights at the table: all but the first realm, all but the second, all but the third.
// What is public about who has sent is the same in all, byte for byte: before the results come, and when some have.
func TestPublicFilesKeepWhoFights(t *testing.T) {
	t.Parallel()
	rb := inSecret(t)
	addresses := []string{"anna@demo.test", "bob@demo.test", "cilli@demo.test"}
	var first []string
	for peaceful := 1; peaceful <= 3; peaceful++ {
		p := stage.NewPlay(t, clitest.InProcess(rb), "", map[string]string{"public": `["sent"]`}, stage.EmbeddedFor(t),
			"--seed", "3")
		for _, a := range addresses {
			p.Join(clitest.Named(a), a, "en", game.UTF8)
		}
		p.Cron()
		var shown []string
		see := func() {
			p.Cron()
			www := filepath.Join(t.TempDir(), "www")
			p.Done("public", p.Dir, "-o", www)
			for _, name := range []string{"public.de.txt", "public.en.txt", "public.json"} {
				raw, err := os.ReadFile(filepath.Join(www, name))
				if err != nil {
					t.Fatal(err)
				}
				shown = append(shown, string(raw))
			}
		}
		each := func(does func(realm int)) {
			for n := range addresses {
				does(n + 1)
			}
		}
		each(func(realm int) {
			p.Fresh(realm)
			p.Mail(realm, map[bool]string{false: fights, true: stays}[realm == peaceful])
		})
		see()
		each(func(realm int) { p.Fresh(realm) })
		p.Done("turn", p.Dir, "--force", "--yes")
		see()
		var lines string // that one who fights can send
		each(func(realm int) {
			battle := regexp.MustCompile(`G\d+ A B C D`).FindString(p.One(realm).Body)
			if (battle == "") != (realm == peaceful) {
				t.Errorf("all fight but %d, and realm %d has %q", peaceful, realm, battle)
			}
			lines = cmp.Or(battle, lines)
		})
		p.Mail(peaceful%3+1, "$T\n"+strings.Replace(lines, "A B C D", "500 300 2 1", 1)+"\n$E\n")
		see()
		if first == nil {
			first = shown
		}
		for i := range shown {
			if shown[i] != first[i] {
				t.Errorf("all fight but %d, file %d is\n%s\nbut\n%s\nif all fight but 1", peaceful, i, shown[i], first[i])
			}
		}
	}
	if len(first) != 9 || !strings.Contains(first[1], "Orders have come from: 1 Anna, 2 Bob, 3 Cilli.") ||
		!strings.Contains(first[4], "In this phase it is not public who sends orders.") {
		t.Errorf("%q", first)
	}
}
