package thoramar

import (
	"bytes"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Whoever takes a realm over reads which orders were refused and why, and not what another wrote.
func TestASuccessorReadsWhatWasRefused(t *testing.T) {
	w := freshWorld(t, "refused", 40, 30, 2)
	before := w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$A\nK.M 7 55 A+\n"}}, game.Seed{1}, 1, nil)
	after := before.HandOver(1, game.Player{Name: "Neu", Lang: phrase.De, Computer: game.UTF8})
	const why, line = "Zeile 2: Es gibt keine Armee K.M 7.\n", "    > K.M 7 55 A+\n"
	if own := before.Report(1, nil).Text; !bytes.Contains(own, []byte(why+line)) {
		t.Errorf("its writer reads\n%.500s", own)
	}
	if heir := after.Report(1, nil).Text; !bytes.Contains(heir, []byte(why+"\n")) || bytes.Contains(heir, []byte(line)) {
		t.Errorf("the successor reads\n%.500s", heir)
	}
}

// Whoever takes a realm over is not told that he has sent no orders: he had none to send. All
// others are, and so was the player before him.
func TestASuccessorHasMissedNothing(t *testing.T) {
	w := freshWorld(t, "successor", 40, 30, 2)
	before := w.Resolve(nil, game.Seed{1}, 1, nil)
	after := before.HandOver(1, game.Player{Name: "Neu", Lang: phrase.De, Computer: game.UTF8})
	for _, c := range []struct {
		outcome game.Outcome
		realm   int
		told    bool
	}{{before, 1, true}, {before, 2, true}, {after, 1, false}, {after, 2, true}} {
		r := c.outcome.Report(c.realm, nil)
		all := append(bytes.Clone(r.Summary), r.Text...)
		if told := bytes.Contains(all, []byte("keine Befehle")); told != c.told {
			t.Errorf("realm %d: told %t, want %t:\n%s", c.realm, told, c.told, all)
		}
	}
	if len(after.Annals().Events()) != len(before.Annals().Events()) {
		t.Error("what happened is not the same")
	}
}
