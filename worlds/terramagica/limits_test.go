package terramagica

import (
	"bytes"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// Bytes that are no state of this schema are refused with a reason.
func TestDecode(t *testing.T) {
	w := played(t, 2, 2)
	good := w.State()
	for want, raw := range map[string][]byte{
		"schema 7":               bytes.Replace(good, []byte(`"Schema":1`), []byte(`"Schema":7`), 1),
		"after top-level value":  append(bytes.Clone(good), "{}"...),
		"unknown field":          bytes.Replace(good, []byte(`"Turn":`), []byte(`"Extra":1,"Turn":`), 1),
		"belongs to 9":           bytes.Replace(good, []byte(`"Owner":1`), []byte(`"Owner":9`), 1),
		"a way to":               bytes.Replace(good, []byte(`"Ways":[2,`), []byte(`"Ways":[3,`), 1),
		"unexpected end of JSON": good[:len(good)-1],
	} {
		if bytes.Equal(raw, good) {
			t.Fatalf("%s: nothing was changed", want)
		}
		if _, err := Rules().Open(raw, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// FuzzOpen: whatever the bytes, an error or a world that is not broken and plays on.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"Schema":1}`))
	w, err := Rules().Found(game.Founding{Width: 3, Height: 3})
	if err != nil {
		f.Fatal(err)
	}
	joined, _, err := w.Join(threeRealms[0], game.Seed{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(joined.State())
	rules := Rules()
	f.Fuzz(func(t *testing.T, raw []byte) {
		w, err := rules.Open(raw, nil)
		if err != nil {
			return
		}
		next := w.Resolve(nil, game.Seed{1}, 1, nil).Next()
		if wrong := next.Broken(); len(wrong) > 0 {
			t.Errorf("broken after a week: %q", wrong)
		}
	})
}

// A game master may draw limits closer in a running game: they hold for what is new.
// Who was told to stand in row 9 stands in the last of three, and what experience and
// men there are beyond the new limits stays: the soldiers strike the foe in row 1 from
// row 3 once they have charged there, and learn no more.
func TestLimitsHoldForWhatIsNew(t *testing.T) {
	w := newCaseWorld(t, "", "army 1 Nord 2 Soldat:100%5/9/Sturmangriff\narmy 2 Sued 2 Miliz:10\nstatus 1 Nord "+
		"angriff 2\n")
	tables, err := w.at.Rules.Tables([]byte("[battle]\nrows = 3\n[avatar]\nrow = 9\n[rules]\nexperience_most = 2\nmen " +
		"= 50\nlargest = 8\nwidth = 3\nheight = 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Rules().Open(w.State(), tables)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := opened.Broken(); len(wrong) > 0 {
		t.Errorf("the game stands still: %q", wrong)
	}
	if wrong := realm.Broken(opened.(*World).at.Tables, w.at.State); len(wrong) != 1 {
		t.Errorf("beyond the new limits are %q, want Nord", wrong)
	}
	sheet := game.Sheet{Realm: 1, Turn: w.at.State.Turn, Text: "$K\nNord Soldat 4 Halten\n$N\n"}
	o := opened.Resolve([]game.Sheet{sheet}, game.Seed{1}, 1, nil)
	if r := o.Refused(1); len(r) != 1 || r[0].What.Code != "row-beyond" {
		t.Errorf("refused: %v", r)
	}
	if text := string(o.Report(1, nil).Text); !strings.Contains(text, "1.Nord: Soldaten, 100, Reihe 3, Sturmangriff") ||
		!strings.Contains(text, "  100 Soldaten, Reihe 3, Sturmangriff, Erfahrung 5 %") {
		t.Errorf("Nord does not stand in row 3:\n%s", text)
	}
	if wrong := o.Next().Broken(); len(wrong) > 0 {
		t.Errorf("the turn is refused: %q", wrong)
	}
	if text := opened.Template(1); !strings.Contains(text, "; Nord Soldat 3 Sturmangriff\n") {
		t.Errorf("the template orders a row there is not:\n%s", text)
	}
	w.at.State.Realms[1].Lang = phrase.En
	if text := w.Template(1); !strings.Contains(text, "Nord Soldier ") || !strings.Contains(text, " charge\n") && !strings.Contains(text, " Charge\n") {
		t.Errorf("the template of an English reader is\n%s", text)
	}
}
