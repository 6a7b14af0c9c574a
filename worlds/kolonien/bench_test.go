package kolonien

import (
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// BenchmarkCombat fights combats of two armies of six units with all that the
// rules have for them: leaders, a medic, a siege, ships, line infantry. 10,000 a
// second is 100 µs each.
func BenchmarkCombat(b *testing.B) {
	battle, problems := Rules().ReadBattle(`Periode 2
$Angreifer
Anfuehrer Cortez 3
Arzt
LIN 2 INF 2 CAV 1 ART 1
belagerung ja
rueckzug nie
Schiffe ESK 4
$Verteidiger
Fort
Hafen
Garnison MIL 3
Regiment LIN 4
Anfuehrer Drake 2
INF 4 CAV 2
rueckzug nie
Schiffe LIN_S 1
`)
	if battle == nil {
		b.Fatal(problems)
	}
	seed := game.Seed{1}
	for i := range b.N {
		seed[15], seed[14] = byte(i), byte(i>>8)
		battle.Fight(seed)
	}
}

// BenchmarkProtocol is the same with its protocol in words.
func BenchmarkProtocol(b *testing.B) {
	battle, _ := Rules().ReadBattle("$Angreifer\nINF 1\n")
	if battle != nil {
		b.Fatal("half a side is no combat")
	}
	battle, problems := Rules().ReadBattle("$Angreifer\nAnfuehrer Cortez 3\nINF 6\n$Verteidiger\nAnfuehrer Drake " +
		"2\nINF 6\n")
	if battle == nil {
		b.Fatal(problems)
	}
	seed := game.Seed{2}
	for i := range b.N {
		seed[15], seed[14] = byte(i), byte(i>>8)
		battle.Fight(seed).Protocol("de")
	}
}

// A receipt takes time in proportion to the lines of a sheet, also of those that are refused: ns/line
// is the same for four times as many.
func BenchmarkCheckLines(b *testing.B) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{3}})
	if err != nil {
		b.Fatal(err)
	}
	if w, _, err = w.Join(game.Joining{Name: "Nord", Player: "Anna", Lang: phrase.De}, game.Seed{4}); err != nil {
		b.Fatal(err)
	}
	for _, lines := range []int{4750, 19000} {
		b.Run(strconv.Itoa(lines), func(b *testing.B) {
			text := "$A\n" + strings.Repeat("Cortez 9\n", lines)
			for b.Loop() {
				w.Check(game.Sheet{Realm: 1, Turn: 1, Text: text})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}
