package turn

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// listOf reads the number of the army in `Armee1.pdf`. It is 0 if the file is not a list.
func listOf(name string) int {
	word, is := strings.CutSuffix(orders.Fold(name), ".pdf")
	if !is {
		return 0
	}
	for _, begin := range []string{"armee", "army"} {
		if rest, ok := strings.CutPrefix(word, begin); ok {
			rest = strings.TrimLeft(rest, " _-")
			if len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
				return int(rest[0] - '0')
			}
		}
	}
	return 0
}

// mostHeader is how many bytes are searched for the mark of a PDF.
const mostHeader = 1024

// isPDF reports whether a file is a PDF, judging by its beginning. In a sheet in force the data is gone, and the file
// was one when it came.
func isPDF(f game.File) bool {
	return f.Data == nil || bytes.Contains(f.Data[:min(len(f.Data), mostHeader)], []byte("%PDF"))
}

// Keeps reports whether a file is the list of an army, whoever sends it.
func Keeps(f game.File) bool {
	return len(f.Data) > 0 && isPDF(f) && (listed(1, f.Name).Army > 0 || listed(0, f.Name).Army > 0)
}

// listed is the army whose list a file is, by its name: `Armee1.pdf` is from the realm itself, `2_Armee1.pdf` from the
// game master for nation 2. Army is 0 if it is not a list.
func listed(from int, name string) realm.Unit {
	if from > 0 {
		return realm.Unit{Realm: from, Army: listOf(name)}
	}
	digits := len(name) - len(strings.TrimLeft(name, "0123456789"))
	nation, err := strconv.Atoi(name[:digits])
	if err != nil {
		return realm.Unit{}
	}
	return realm.Unit{Realm: nation, Army: listOf(strings.TrimLeft(name[digits:], " _-"))}
}

// lists keeps the army lists that came with the sheets (§2.8), the game master's last. A realm that has mailed in a
// phase of orders is not a newcomer any more.
func lists(t *Turn) {
	for i := range t.State.Realms {
		for _, f := range t.sheets[i+1].files {
			keepFile(t, i+1, f)
		}
	}
	for _, f := range t.sheets[0].files {
		keepFile(t, 0, f)
	}
	for i := range t.State.Realms {
		if r := &t.State.Realms[i]; t.State.Phase == realm.InOrders {
			r.Newcomer = r.Newcomer && !t.sheets[i+1].mailed
		}
	}
}

// sendsLists reports whether a realm may still send lists. It may in the phase of orders, until the first such phase
// in which its player has mailed is over.
func sendsLists(p realm.Position, r *realm.Realm) bool {
	return p.State.Phase == realm.InOrders && (p.State.Round == 1 || r.Newcomer)
}

// withoutList names the armies of a realm whose lists may still come but have not: "1, 3". If nothing is played at the
// table, nobody is asked for lists.
func withoutList(p realm.Position, nation int) string {
	r := &p.State.Realms[nation-1]
	if r.King || p.Tables.Rules.Table == 0 || !sendsLists(p, r) {
		return ""
	}
	var out []string
	for i, a := range r.Armies {
		if a.List.Sum == "" {
			out = append(out, strconv.Itoa(i+1))
		}
	}
	return strings.Join(out, ", ")
}

// keepFile takes one file. A file that is not a list, is too late, or is for an army that does not exist is refused.
func keepFile(t *Turn, from int, f game.File) {
	name, none, u := phrase.Str("file", orders.Clip(f.Name)), orders.Position{}, listed(from, f.Name)
	r := t.State.Realm(u.Realm)
	switch {
	case u.Army == 0 && from == 0:
		t.Doubt(0, none, phrase.P("file-unknown-master", name))
	case u.Army == 0:
		t.Doubt(from, none, phrase.P("file-unknown", name))
	case !isPDF(f):
		t.Doubt(from, none, phrase.P("list-no-pdf", name))
	case r == nil:
		t.Doubt(from, none, phrase.P("list-no-realm", name, phrase.Num("most", len(t.State.Realms))))
	case from > 0 && r.Newcomer && t.State.Phase != realm.InOrders:
		t.Doubt(from, none, phrase.P("list-phase", name))
	case from > 0 && !sendsLists(t.Position, r):
		t.Doubt(from, none, phrase.P("list-late", name))
	case r.Army(u.Army) == nil:
		t.Doubt(from, none, phrase.P("list-no-army", name, phrase.Num("most", len(r.Armies))))
	default:
		r.Army(u.Army).List = game.File{Name: fmt.Sprintf("Armee%d.pdf", u.Army), Type: "application/pdf", Sum: f.Sum}
		listKept(t, from, u, name)
	}
}

// listKept says whose list a file is now.
func listKept(t *Turn, from int, u realm.Unit, name phrase.Arg) {
	kept := phrase.P("list-kept", name, phrase.Num("army", u.Army))
	if from == 0 {
		kept = phrase.P("list-entered", append(t.State.RealmArgs(u.Realm), phrase.Num("army", u.Army))...)
	}
	t.Accept(orders.Position{}, kept)
	t.Tell(kept, u.Realm)
}

// Enclosed are the lists that go to a realm with the pairings of this turn: those of the standing armies against which
// it plays.
func (t *Turn) Enclosed(nation int) []game.File {
	var out []game.File
	for _, drawn := range t.drawn {
		b := &t.State.Battles[drawn]
		side := b.LedBy(nation)
		if side < 0 {
			continue
		}
		s := &b.Sides[1-side]
		if s.Role != realm.Standing {
			continue
		}
		if list := t.State.Unit(realm.Unit{Realm: s.Owner, Army: s.Army}).List; list.Sum != "" {
			list.Name = string(realm.AppendBattle(nil, b.Number)) + "_" + list.Name
			out = append(out, list)
		}
	}
	return out
}
