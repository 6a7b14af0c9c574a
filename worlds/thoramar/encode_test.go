package thoramar

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"

	"pgregory.net/rapid"
)

// drawState draws a state with every part of it set to something.
func drawState(t *rapid.T) *State {
	num := func(lo, hi int, name string) int { return rapid.IntRange(lo, hi).Draw(t, name) }
	s := &State{Schema: Schema, Turn: num(1, 5000, "turn"), Grid: game.Grid{Width: num(1, 9, "w"), Height: num(1, 9, "h"), WrapX: rapid.Bool().Draw(t, "wrap")}}
	s.Fields = make([]Field, s.Grid.Size())
	for i := range s.Fields {
		f := &s.Fields[i]
		*f = Field{Terrain: uint8(num(0, 27, "terrain")), Rivers: Edges(num(0, 63, "r")), Roads: Edges(num(0, 1, "s")), Walls: Edges(num(0, 63, "wall")),
			Bridges: Edges(num(0, 63, "b")), Owner: int16(num(0, 3, "owner")), Yield: int16(num(0, 100, "yield")), Blessed: uint8(num(0, 4, "blessed"))}
		if rapid.Bool().Draw(t, "built") {
			f.Building = &Building{Kind: "STD", Name: rapid.String().Draw(t, "name"), Damage: Damage(num(0, 3, "damage")), Used: int64(num(0, 100000, "used")),
				Into: "FES", Ready: num(0, 99, "ready"), New: rapid.Bool().Draw(t, "new"), Mine: int64(num(0, 40000, "mine")), Decline: int64(num(0, 300, "decline")), Gate: num(0, 999, "gate")}
		}
	}
	place := func() game.Place { return game.Place(num(-1, s.Grid.Size()-1, "place")) }
	for i := range num(1, 4, "realms") {
		r := Realm{Number: i, Name: rapid.String().Draw(t, "realm"), Player: "P", Kind: "nomad", Culture: "ice", Origin: place(), Gold: rapid.Int64().Draw(t, "gold"),
			Account: -5, Paid: int64(num(0, 900, "paid")), Missed: num(0, 9, "missed"), Fallen: rapid.Bool().Draw(t, "fallen"), Joined: 3, Text: "Text\n", TextTurn: 2,
			Settings: Settings{Lang: phrase.En, Computer: game.PC, Short: rapid.Bool().Draw(t, "short"), Zip: rapid.Bool().Draw(t, "zip"), Map: rapid.Bool().Draw(t, "map")}}
		if i > 0 {
			r.Treaties = []TreatyWith{{i - 1, Pact}}
		}
		for range num(0, 5, "seen") {
			if p := place(); p >= 0 {
				r.Seen.Add(p)
			}
		}
		s.Realms = append(s.Realms, r)
		var armies []*Army
		for k := range num(0, 3, "armies") {
			armies = append(armies, &Army{Realm: i, Name: ArmyName{Unit{'K', 'M'}, int32(k + 1)}, Men: rapid.Int64().Draw(t, "men"), At: place(), Points: num(-9, 9, "points"), KK: num(0, 20, "kk"),
				Fit: int16(num(-1, 27, "fit")), Since: num(0, 9, "since"), Aboard: ArmyName{Unit{'S', 'L'}, 7}, Start: place(), Gain: 12, Command: Attack, Flag: Hidden})
		}
		s.Armies = append(s.Armies, armies)
	}
	return s
}

func TestStateRoundTrip(t *testing.T) {
	tables := standardTables()
	rapid.Check(t, func(t *rapid.T) {
		s := drawState(t)
		b := encode(s)
		back, err := decode(b, tables)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Fatalf("the state came back another:\n%+v\n%+v", s, back)
		}
		if !bytes.Equal(b, encode(s.clone())) {
			t.Fatal("a clone has other bytes")
		}
		cut := rapid.IntRange(0, len(b)-1).Draw(t, "cut")
		if _, err := decode(b[:cut], tables); err == nil {
			t.Fatalf("cut to %d of %d bytes and no error", cut, len(b))
		}
		b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		if _, err := decode(b, tables); err != nil && err.Error() == "" {
			t.Fatal("an error without words")
		}
	})
}

func TestNewerSchemaIsNamed(t *testing.T) {
	b := append([]byte(mark), 2*(Schema+1)) // varints are zigzag: n is written as 2n
	_, err := decode(b, standardTables())
	if err == nil || !strings.Contains(err.Error(), "schema") {
		t.Errorf("a newer schema: %v", err)
	}
}

// Until schema 1 a building had what was left of its capacity: a lightly damaged town of
// 37,500 with 30,000 left has used 7500; a capital taken as a fortress keeps what it had.
func TestOlderStatesAreRead(t *testing.T) {
	s := freshState(t, "old", 40, 30)
	s.Realms = append(s.Realms, Realm{Number: 1, Culture: "plain"})
	s.Armies = append(s.Armies, nil)
	for i, left := range []int64{30000, 37500, 0} {
		s.Fields[i].Owner, s.Fields[i].Building = 1, &Building{Kind: "STD", Damage: Light, Used: left}
	}
	s.Fields[3].Owner, s.Fields[3].Building = 1, &Building{Kind: "STD", New: true, Ready: 3}
	b := encode(s)
	if b[len(mark)] != 2*Schema {
		t.Fatalf("the schema is not where it is looked for: %d", b[len(mark)])
	}
	b[len(mark)] = 2 * 1
	back, err := decode(b, standardTables())
	if err != nil {
		t.Fatal(err)
	}
	for i, used := range []int64{7500, 0, 37500, 0} {
		if got := back.Fields[i].Building.Used; got != used {
			t.Errorf("field %d has used %d, want %d", i, got, used)
		}
	}
	if back.Schema != Schema {
		t.Errorf("it is of schema %d now", back.Schema)
	}
}

// bigState is 400 × 228 fields with 800 realms of 50 armies.
func bigState(t testing.TB) *State {
	s := freshState(t, "big", 400, 228)
	for r := 1; r <= 800; r++ {
		p := game.Place(r * 113 % len(s.Fields))
		s.Realms = append(s.Realms, Realm{Number: r, Name: "R", Culture: "plain", Origin: p, Gold: 1000})
		var list []*Army
		for i := range 50 {
			list = append(list, &Army{Realm: r, Name: ArmyName{Unit{'K', 'M'}, int32(i + 1)}, Men: 1000, At: game.Place((int(p) + i) % len(s.Fields)), Fit: -1, Start: game.Nowhere, Command: Defend})
		}
		s.Armies = append(s.Armies, list)
	}
	return s
}

func BenchmarkEncode(b *testing.B) {
	s := bigState(b)
	b.ResetTimer()
	for b.Loop() {
		b.SetBytes(int64(len(encode(s))))
	}
}

func BenchmarkDecode(b *testing.B) {
	tables := standardTables()
	bytes := encode(bigState(b))
	b.ResetTimer()
	for b.Loop() {
		if _, err := decode(bytes, tables); err != nil {
			b.Fatal(err)
		}
	}
}
