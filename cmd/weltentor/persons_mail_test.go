package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/players"
	"weltentor/resolve/storetest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// one is a person who had realm 1, or an address of it, by mail alone, with words that only they wrote or were written.
type one struct {
	who   string // as --former takes it; "": has the realm now
	mail  []string
	words []string
}

// says lets a person write: an order with a comment that is no line, a question and what is beside them.
func says(d *clitest.Counter, p *one, from, word string) {
	d.T.Helper()
	for _, kind := range []string{"place", "theme", "noline"} {
		p.words = append(p.words, word+kind)
	}
	d.Now = d.Now.Add(time.Hour)
	d.Writes(from, "Where is "+word+"theme?", "Where is "+word+"place?\n")
	d.Writes(from, "Zug", "$A\nK.M 99 x ; "+word+"noline\n")
}

// agrees answers the newest letter with a code that an address has got.
func agrees(d *clitest.Counter, from string) {
	d.T.Helper()
	got := d.Got(from)
	for _, l := range slices.Backward(got) {
		if clitest.TokenIn.MatchString(l.Subject) {
			d.Writes(from, "Re: "+l.Subject, "Ja\n")
			return
		}
	}
	d.T.Fatalf("%s got no code: %+v", from, got)
}

// moves changes an address: both sides agree.
func moves(d *clitest.Counter, from, to string) (back string) {
	d.T.Helper()
	d.Got(from)
	d.Writes(from, "ADDRESS "+to, "")
	agrees(d, from)
	agrees(d, to)
	for _, l := range d.Got(from) {
		if code := clitest.TokenIn.FindString(l.Body); code != "" {
			return code
		}
	}
	d.T.Fatalf("%s got no code with which it can come back", from)
	return ""
}

// standsIn makes an address the substitute of a player.
func standsIn(d *clitest.Counter, player, substitute string) {
	d.T.Helper()
	d.Got(player)
	d.Writes(player, "SUBSTITUTE "+substitute+" 3", "")
	agrees(d, player)
	agrees(d, substitute)
}

// succeeds gives a realm up, and a newcomer takes it.
func succeeds(d *clitest.Counter, from, name, to string) {
	d.T.Helper()
	d.Now = d.Now.AddDate(0, 0, 8) // before, the old address could take the last move back
	d.Got(from)
	d.Writes(from, "LEAVE", "")
	agrees(d, from)
	d.Writes(name+" <"+to+">", "SIGNUP", "")
	got := d.Got(to)
	if len(got) == 0 {
		d.T.Fatalf("%s is not invited", to)
	}
	d.Writes(to, "Re: "+got[len(got)-1].Subject, "YES\nName: "+name+"\n")
	d.Cron()
	if list := d.Done("realm", "list", d.Dir); !strings.Contains(list, name) || !strings.Contains(list, to) {
		d.T.Fatalf("%s has no realm:\n%s", name, list)
	}
}

// heirs is a world whose realm 1 went through three players, with what they did by mail between.
func heirs(t *testing.T) (d *clitest.Counter, all []*one) {
	t.Helper()
	mail := func(names ...string) (out []string) {
		for _, n := range names {
			out = append(out, n+"@heirs.test")
		}
		return out
	}
	first := &one{who: "anna@demo.test", mail: append(mail("ann", "desk"), "anna@demo.test")}
	thief := &one{who: "thief@heirs.test", mail: mail("thief", "eve")}
	second := &one{who: "Uli", mail: mail("uli", "office", "sue")}
	third := &one{mail: mail("kim")}
	all = []*one{first, thief, second, third}
	d = &clitest.Counter{}
	d.Play = stage.NewPlay(t, clitest.InProcess(worlds.Rulebooks()[0]), "", map[string]string{"deadline": `"300 days"`,
		"signup.open": "true", "gm.mail": `"gm@demo.test"`}, func(p *stage.Play) stage.Office {
		return stage.NewEmbedded(t, func() time.Time { return p.Now }, slices.Concat([]string{"bob@demo.test",
			"gm@demo.test"}, first.mail, thief.mail, second.mail, third.mail)...)
	}, "--size", "40x30")
	d.Join("Moorland", "anna@demo.test", "de", game.UTF8)
	d.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
	d.Cron()

	says(d, first, "anna@demo.test", "anna")
	standsIn(d, "anna@demo.test", "ann@heirs.test")
	says(d, first, "ann@heirs.test", "annsub")
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Now = d.Now.AddDate(0, 0, 4)
	d.Cron()
	back := moves(d, "anna@demo.test", "thief@heirs.test")
	says(d, thief, "thief@heirs.test", "thief")
	standsIn(d, "thief@heirs.test", "eve@heirs.test")
	says(d, thief, "eve@heirs.test", "evesub")
	d.Writes("anna@demo.test", "Re: "+back, "Ja\n")
	says(d, first, "anna@demo.test", "hanna")
	moves(d, "anna@demo.test", "desk@heirs.test")
	says(d, first, "desk@heirs.test", "susanna")
	succeeds(d, "desk@heirs.test", "Uli", "uli@heirs.test")
	says(d, second, "uli@heirs.test", "uli")
	standsIn(d, "uli@heirs.test", "sue@heirs.test")
	says(d, second, "sue@heirs.test", "suesub")
	moves(d, "uli@heirs.test", "office@heirs.test")
	says(d, second, "office@heirs.test", "ulrich")
	succeeds(d, "office@heirs.test", "Kim", "kim@heirs.test")
	says(d, third, "kim@heirs.test", "kim")
	d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	return d, all
}

// holds returns which of some words are in the file of the world: in what is in use, and in pages that are free, as they
// are, in base64 or packed.
func holds(d *clitest.Counter, words []string) map[string]bool {
	d.T.Helper()
	raw, err := os.ReadFile(filepath.Join(d.Dir, "world.db"))
	if err != nil {
		d.T.Fatal(err)
	}
	in := map[string]bool{}
	for _, w := range storetest.Sings(raw, words...) {
		in[w] = true
	}
	return in
}

// A realm goes by mail through three players, an address that is taken back, and substitutes. `realm export` prints
// what is each person's, with --former, and nothing of anybody else. After each `realm forget` no byte of the forgotten
// is left in world.db, and everything of the others is.
func TestEachPersonIsForgottenByCommand(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{1, 0, 2, 3}, {3, 2, 0, 1}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			d, all := heirs(t)
			of := func(p *one, words ...string) []string {
				if words = append(words, d.Dir, "1"); p.who != "" {
					words = append(words, "--former", p.who)
				}
				return append([]string{"realm"}, words...)
			}
			for _, p := range all {
				raw := d.Done(append(of(p, "export"), "--json")...)
				var data players.PersonalData
				if err := json.Unmarshal([]byte(raw), &data); err != nil {
					t.Fatal(err)
				}
				text := raw + d.Done(of(p, "export")...)
				for _, q := range all {
					for _, w := range slices.Concat(q.words, q.mail) {
						// the player was told who took the realm
						told := p == all[0] && w == "thief@heirs.test"
						if has := strings.Contains(text, w); has != (p == q) && !told {
							t.Errorf("the export of %q has %s: %v", p.who, w, has)
						}
					}
				}
			}
			gone := map[*one]bool{}
			for _, n := range order {
				p := all[n]
				d.Done(append(of(p, "forget"), "--backups", "--why", "wish", "--yes")...)
				gone[p] = true
				for _, q := range all {
					for w, has := range holds(d, slices.Concat(q.words, q.mail)) {
						if has == gone[q] {
							t.Errorf("after %q: %s of %q is there: %v", p.who, w, q.who, has)
						}
					}
				}
			}
			d.Done("verify", d.Dir)
		})
	}
}
