package kolonien

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// TestCases plays the cases of testdata that are not single combats: texts a
// player could check. A case is a comment and sections:
//
//	tables      TOML laid over the numbers of the rules; dice have one side
//	            unless it says otherwise, so every roll of two dice is 2, and
//	            natives and pirates attack every year
//	world       what there is on a map of 6 × 5 areas, all sea, in year 1, with
//	            three realms at peace, whose homes 31, 32 and 33 lie at the seas
//	            12, 18 and 24, each with 300 ducats and nothing else:
//	            turn 6
//	            land 8 9 14
//	            ducats 1 500
//	            treaty 1 2 K                    what both want
//	            wish 2 1 P                      what only one wants
//	            colony 8 1 level 2 fort 1 port MIL 2
//	            regiment 8 LIN 2
//	            leader 1 Cortez 2 8 INF 4 CAV 1      value, area; `medic`
//	            aboard 1 Cortez 1               is aboard this fleet
//	            english 1                       reads English
//	            player 1 Isabel                 who plays it; nobody unless named
//	            missed 1 2                      years in a row
//	            stand 1 Cortez rueckzug nie     a standing order
//	            fleet 1 1 7 TRA 2               number, area
//	            natives 9 tribe N-INF 3         or `none` for no location
//	            haven 14 P-MIL 2 P2 1
//	orders 1    the sheet of realm 1
//	check 1     its receipt, in German: `line! error`, `line? warning`, `line text`
//	            of what is in force, idle leaders, the outlook
//	refused 1   what its report says did not count: `line: text`
//	events 1    what it is told, in German
//	bonuses 1   the bonuses of all combats, in German
//	losses 1    which units and ships the protocols of all combats say are lost or hit
//	protocol 1  the rounds of all combats, in German
//	after       what there is afterwards, in the words of the section world
//	orders-of 1 the standing orders in its template of the next year
//	template 1  the wishes in it
//	master      what the game master is told
//	missed      the years each realm has missed in a row
//	winners     the realms that have won
//
// After the turn nothing may be broken, and what it refuses the receipt has named,
// but for a section `unforeseen 1` with the lines it could not know.
func TestCases(t *testing.T) {
	files := slices.DeleteFunc(cases.Files(t, "testdata/*.txtar"), func(f string) bool {
		return strings.HasPrefix(filepath.Base(f), "combat-")
	})
	if len(files) < 10 {
		t.Errorf("only %d cases", len(files))
	}
	cases.Run(t, files, func(c *cases.Case) { buildCase(c).play() })
}

// lossCodes are the sentences that say who of units and ships is lost or hit.
var lossCodes = []string{
	"combat.first", "combat.lost", "combat.lost-more", "combat.wounded", "combat.wounded-fall",
	"sea.lost", "sea.damaged", "sea.damaged-sinks",
}

// detail tells whether it is a sentence of a protocol that the section `events` leaves out: not who has won, nor which
// leader is lost.
func detail(code string) bool {
	return fight.Protocol(code) && code != "combat.won" && code != "combat.leader-lost" && code != "combat.no-refuge"
}

// caseFile is a case and the world it makes.
type caseFile struct {
	*cases.Case
	world *World
}

func newCase(t *testing.T, text string) *caseFile { return buildCase(cases.New(t, text)) }

// play resolves the turn and holds the case against it.
func (c *caseFile) play() {
	c.world = cases.Edit(c.Case, c.world)
	sheets, before := c.Sheets(c.world.at.State.Turn), c.world.State()
	out := c.world.Resolve(sheets, game.Seed{3}, 1, c.Edits())
	next := out.Next().(*World)
	for _, b := range next.Broken() {
		c.Test.Errorf("broken: %s", b)
	}
	words := c.world.at.Rules.Words(phrase.De)
	played := cases.Played{World: c.world, Sheets: sheets, Outcome: out,
		Say: func(_ int, lang phrase.Lang, what phrase.Phrase) string {
			return c.world.at.Rules.Words(lang).Say(orders.Brief(what))
		}}
	c.Hold(played, func(h cases.Head) (string, bool) {
		got := ""
		switch h.What {
		case "refused":
			for _, p := range out.Refused(h.Realm) {
				got += fmt.Sprintf("%d: %s\n", p.Line, words.Say(orders.Brief(p.What)))
			}
		case "events":
			for _, e := range out.Annals().Events() {
				if e.For(h.Realm) && !detail(e.Code) {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "bonuses":
			for _, e := range out.Annals().Events() {
				if e.For(h.Realm) && e.Code == "combat.bonus" {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "losses":
			for _, e := range out.Annals().Events() {
				if e.For(h.Realm) && slices.Contains(lossCodes, e.Code) {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "protocol":
			for _, e := range out.Annals().Events() {
				if e.For(h.Realm) && fight.Protocol(e.Code) && !strings.HasPrefix(e.Code, "roster") {
					got += words.Say(e.Phrase) + "\n"
				}
			}
		case "after":
			got = described(next)
		case "orders-of":
			_, lines, _ := strings.Cut(next.Template(h.Realm), "$K\n")
			got, _, _ = strings.Cut(lines, "$E")
		case "template":
			got, _, _ = strings.Cut(next.Template(h.Realm), "$B")
			_, got, _ = strings.Cut(got, "\n\n")
		case "master":
			got = played.Master()
		case "missed":
			for _, r := range next.at.State.Realms {
				got += fmt.Sprint(r.Missed, " ")
			}
		case "winners":
			got = fmt.Sprint(next.Asked().Winners)
		default:
			return "", false
		}
		return got, true
	})
	if !bytes.Equal(c.world.State(), before) {
		c.Test.Errorf("the turn or a receipt changed the world it began with:\n%s\nwas\n%s", c.world.State(), before)
	}
}

// described tells a world in the words of the section world: what is no sea, no
// home without a garrison and no peace.
func described(w *World) string {
	s := w.at.State
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	for i := range s.Areas {
		a := &s.Areas[i]
		if c := a.Colony; c != nil && (a.Ground == realm.Land || c.Garrison.Count() > 0) {
			text := fmt.Sprintf("colony %d %d level %d", i+1, c.Owner, c.Level)
			if c.Fort > 0 {
				text += fmt.Sprint(" fort ", c.Fort)
			}
			if c.Port && a.Ground == realm.Land {
				text += " port"
			}
			line("%s %s", text, listed(c.Garrison.String()))
		}
		if c := a.Colony; c != nil {
			for _, r := range c.Regiments {
				line("regiment %d %s", i+1, listed(r.String()))
			}
		}
		if n := a.Natives; n != nil {
			location := "none"
			if n.Location > 0 {
				location = w.at.Tables.Location[n.Location-1].Code
			}
			line("natives %d %s %s", i+1, location, listed(n.Troops.String()))
		}
		if h := a.Haven; h != nil {
			line("haven %d %s %s", i+1, listed(h.Troops.String()), listed(h.Ships.String()))
			if h.Away > 0 {
				line("away %d %d", i+1, h.Away)
			}
		}
	}
	for i := range s.Realms {
		r := &s.Realms[i]
		line("realm %d ducats %d glory %d", i+1, r.Ducats, r.Glory)
		for _, l := range r.Leaders {
			medic := ""
			if l.Medic {
				medic = " medic"
			}
			line("leader %d %s %d %d%s %s", i+1, l.Name, l.Value, l.At, medic, listed(l.Troops.String()))
			if l.Aboard > 0 {
				line("aboard %d %s %d", i+1, l.Name, l.Aboard)
			}
		}
		for _, f := range r.Fleets {
			line("fleet %d %d %d %s", i+1, f.Number, f.At, listed(f.Ships.String()))
		}
	}
	for a := 1; a <= len(s.Realms); a++ {
		for o := a + 1; o <= len(s.Realms); o++ {
			if rel := s.Relation(a, o); rel != realm.Peace {
				line("treaty %d %d %c", a, o, order.StanceLetters[rel])
			}
		}
	}
	return b.String()
}

// listed makes "4 INF, 1 CAV" to "INF 4 CAV 1".
func listed(s string) string {
	var out []string
	for _, part := range strings.Split(s, ", ") {
		if n, code, ok := strings.Cut(part, " "); ok {
			out = append(out, code, n)
		}
	}
	return strings.Join(out, " ")
}
