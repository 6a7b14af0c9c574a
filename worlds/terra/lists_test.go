package terra

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

func pdf(name string) game.File {
	return game.File{Name: name, Data: []byte("%PDF " + name), Sum: name}
}

func namesOf(files []game.File) string {
	out := ""
	for _, f := range files {
		out += f.Name + " "
	}
	return strings.TrimSpace(out)
}

// Of the files of a phase's mails Merge keeps the lists, of each army the last, and
// no other, however many there were (§2.8).
func TestMergeKeepsListsOnly(t *testing.T) {
	w := newCase(t, oneArmy).world
	s := game.Sheet{Realm: 1, Turn: 1, Files: []game.File{pdf("Armee1.pdf"), pdf("Armee2.pdf")}}
	for n := range 40 {
		later := game.Sheet{Realm: 1, Turn: 1, Text: "$A\n1 Halten\n"}
		for k := range 5 {
			later.Files = append(later.Files, pdf(fmt.Sprintf("junk%d-%d.pdf", n, k)))
		}
		s = w.Merge(s, later)
	}
	if got := namesOf(s.Files); got != "Armee1.pdf Armee2.pdf" {
		t.Errorf("files %q", got)
	}
	s = w.Merge(s, game.Sheet{Realm: 1, Turn: 1,
		Files: []game.File{pdf("army-1.PDF"), pdf("Armee3.pdf"), pdf("Army1.pdf")}})
	if got := namesOf(s.Files); got != "Armee2.pdf Armee3.pdf Army1.pdf" {
		t.Errorf("files %q", got)
	}
	master := w.Merge(game.Sheet{Turn: 1, Files: []game.File{pdf("1_Armee1.pdf"), pdf("2_Armee1.pdf")}},
		game.Sheet{Turn: 1, Files: []game.File{pdf("2-army1.pdf")}})
	if got := namesOf(master.Files); got != "1_Armee1.pdf 2-army1.pdf" {
		t.Errorf("the game master's files %q", got)
	}
}

// What the world keeps is told by name and content: a PDF called as a list is.
func TestKeeps(t *testing.T) {
	w := newCase(t, oneArmy).world
	for name, want := range map[string]bool{"Armee1.pdf": true, "ARMY 3.PDF": true, "2_Armee1.pdf": true,
		"Armee0.pdf": false, "Armee10.pdf": false, "Logo.pdf": false, "Armee1.doc": false, "2_.pdf": false} {
		if got := w.Keeps(pdf(name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
	for data, want := range map[string]bool{"": false, "<html>": false, "%PDF-1.4": true, "\xef\xbb\xbf%PDF-1.7": true,
		strings.Repeat(" ", 2000) + "%PDF": false} {
		if got := w.Keeps(game.File{Name: "Armee1.pdf", Data: []byte(data)}); got != want {
			t.Errorf("%.10q: %t", data, got)
		}
	}
}

// Who has not mailed in the first round, who joins later and who takes a nation over
// may send lists until a phase of orders is over in which he has mailed; a phase of
// results does not end that, nor begin it (§2.8).
func TestWhoMaySendLists(t *testing.T) {
	w := startedWorld(t, 3, "[rules]\ncapital_distance = 3\n")
	takes := func(nation int) bool {
		c := w.Check(game.Sheet{Realm: nation, Turn: w.at.State.Turn, Text: "$S\nSprache de\n",
			Files: []game.File{pdf("Armee1.pdf")}})
		for _, f := range c.InForce {
			if f.What.Code == "list-kept" {
				return true
			}
		}
		return false
	}
	orders := func(realms ...int) {
		for ok := true; ok; ok = w.at.State.Phase != realm.InOrders {
			var sheets []game.Sheet
			for _, r := range realms {
				sheets = append(sheets, game.Sheet{Realm: r, Turn: w.at.State.Turn, Text: "$S\nSprache de\n"})
			}
			w = w.Resolve(sheets, game.Seed{3}, 1, nil).Next().(*World)
		}
	}
	hold := func(when string, want ...bool) {
		for i := range want {
			if got := takes(i + 1); got != want[i] {
				t.Errorf("%s: realm %d: %t", when, i+1, got)
			}
		}
	}
	hold("in the first round", true, true, true)
	orders(1, 2)
	hold("in the second", false, false, true)
	w = w.HandOver(2, game.Player{Name: "Nachfolger"}).(*World)
	hold("with a successor", false, true, true)
	orders(1, 3)
	hold("in the third", false, true, false)
	orders(2)
	hold("in the fourth", false, false, false)
	next, number, err := w.Join(game.Joining{Name: "Spaet", Player: "P", Lang: phrase.De, Computer: game.UTF8},
		game.Seed{9})
	if err != nil {
		t.Fatal(err)
	}
	if w = next.(*World); !takes(number) {
		t.Error("who joins in the fourth round cannot send lists")
	}
}

// Where nothing is fought at the table nobody is asked for lists (§2.8).
func TestListsAreAskedFor(t *testing.T) {
	for tables, want := range map[string]bool{"": true, "[rules]\ntable = 0\n": false} {
		w := startedWorld(t, 1, tables)
		if got := bytes.Contains(w.Welcome(1, nil).Summary, []byte("1.pdf")); got != want {
			t.Errorf("%q: asked %t", tables, got)
		}
	}
}
