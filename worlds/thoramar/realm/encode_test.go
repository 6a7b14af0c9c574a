package realm_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// drawState draws a state with every part of it set to something.
func drawState(t *rapid.T) *realm.State {
	num := func(lo, hi int, name string) int { return rapid.IntRange(lo, hi).Draw(t, name) }
	s := &realm.State{Schema: realm.Schema, Turn: num(1, 5000, "turn"),
		Grid: game.Grid{Width: num(1, 9, "w"), Height: num(1, 9, "h"), WrapX: rapid.Bool().Draw(t, "wrap")}}
	s.Fields = make([]realm.Field, s.Grid.Size())
	for i := range s.Fields {
		f := &s.Fields[i]
		*f = realm.Field{Terrain: uint8(num(0, 27, "terrain")), Rivers: realm.Edges(num(0, 63, "r")),
			Roads: realm.Edges(num(0, 1, "s")), Walls: realm.Edges(num(0, 63, "wall")),
			Bridges: realm.Edges(num(0, 63, "b")), Owner: int16(num(0, 3, "owner")), Yield: int16(num(0, 100, "yield")),
			Blessed: uint8(num(0, 4, "blessed"))}
		if rapid.Bool().Draw(t, "built") {
			f.Building = &realm.Building{Kind: "STD", Name: rapid.String().Draw(t, "name"),
				Damage: tables.Damage(num(0, 3, "damage")), Used: int64(num(0, 100000, "used")),
				Into: "FES", Ready: num(0, 99, "ready"), New: rapid.Bool().Draw(t, "new"),
				Mine: int64(num(0, 40000, "mine")), Decline: int64(num(0, 300, "decline")), Gate: num(0, 999, "gate")}
		}
	}
	place := func() game.Place { return game.Place(num(-1, s.Grid.Size()-1, "place")) }
	for i := range num(1, 4, "realms") {
		r := realm.Realm{Person: rulekit.Person{Number: i, Name: rapid.String().Draw(t, "realm"), Player: "P",
			Lang: phrase.En, Computer: game.PC, Zip: rapid.Bool().Draw(t, "zip")},
			Kind: "nomad", Culture: "ice", Origin: place(), Gold: rapid.Int64().Draw(t, "gold"),
			Account: -5, Paid: int64(num(0, 900, "paid")), Missed: num(0, 9, "missed"),
			Fallen: rapid.Bool().Draw(t, "fallen"), Joined: 3, Text: "Text\n", TextTurn: 2,
			Settings: realm.Settings{Short: rapid.Bool().Draw(t, "short"), Map: rapid.Bool().Draw(t, "map")}}
		if i > 0 {
			r.Treaties = []realm.TreatyWith{{Realm: i - 1, Treaty: realm.Pact}}
		}
		for range num(0, 5, "seen") {
			if p := place(); p >= 0 {
				r.Seen.Add(p)
			}
		}
		s.Realms = append(s.Realms, r)
		var armies []*realm.Army
		for k := range num(0, 3, "armies") {
			armies = append(armies, &realm.Army{Realm: i,
				Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'M'}, ID: int32(k + 1)},
				Men:  rapid.Int64().Draw(t, "men"), At: place(), Points: num(-9, 9, "points"), KK: num(0, 20, "kk"),
				Fit: int16(num(-1, 27, "fit")), Since: num(0, 9, "since"),
				Aboard: realm.ArmyName{Unit: tables.Unit{Type: 'S', Class: 'L'}, ID: 7}, Start: place(), Gain: 12,
				Command: realm.Attack, Flag: realm.Hidden})
		}
		s.Armies = append(s.Armies, armies)
	}
	return s
}

func TestStateRoundTrip(t *testing.T) {
	numbers := tables.StandardTables()
	rapid.Check(t, func(t *rapid.T) {
		s := drawState(t)
		b := realm.Encode(s)
		back, err := realm.Decode(b, numbers)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("the state came back another:\n%+v\n%+v", s, back)
		}
		if !bytes.Equal(b, realm.Encode(s.Clone())) {
			t.Fatal("a clone has other bytes")
		}
		cut := rapid.IntRange(0, len(b)-1).Draw(t, "cut")
		if _, err := realm.Decode(b[:cut], numbers); err == nil {
			t.Fatalf("cut to %d of %d bytes and no error", cut, len(b))
		}
		b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		if _, err := realm.Decode(b, numbers); err != nil && err.Error() == "" {
			t.Fatal("an error without words")
		}
	})
}

func TestNewerSchemaIsNamed(t *testing.T) {
	b := append([]byte(realm.Mark), 2*(realm.Schema+1)) // varints are zigzag: n is written as 2n
	_, err := realm.Decode(b, tables.StandardTables())
	if err == nil || !strings.Contains(err.Error(), "schema") {
		t.Errorf("a newer schema: %v", err)
	}
}

// bigState is 400 × 228 fields with 800 realms of 50 armies.
func bigState(t testing.TB) *realm.State {
	s := gametest.Found(t, "big", 400, 228).State
	for r := 1; r <= 800; r++ {
		p := game.Place(r * 113 % len(s.Fields))
		s.Realms = append(s.Realms,
			realm.Realm{Person: rulekit.Person{Number: r, Name: "R"}, Culture: "plain", Origin: p, Gold: 1000})
		var list []*realm.Army
		for i := range 50 {
			list = append(list, &realm.Army{Realm: r,
				Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'M'}, ID: int32(i + 1)}, Men: 1000,
				At: game.Place((int(p) + i) % len(s.Fields)), Fit: -1, Start: game.Nowhere, Command: realm.Defend})
		}
		s.Armies = append(s.Armies, list)
	}
	return s
}

func BenchmarkEncode(b *testing.B) {
	s := bigState(b)
	b.ResetTimer()
	for b.Loop() {
		b.SetBytes(int64(len(realm.Encode(s))))
	}
}

func BenchmarkDecode(b *testing.B) {
	numbers := tables.StandardTables()
	bytes := realm.Encode(bigState(b))
	b.ResetTimer()
	for b.Loop() {
		if _, err := realm.Decode(bytes, numbers); err != nil {
			b.Fatal(err)
		}
	}
}
