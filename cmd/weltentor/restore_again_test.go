package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Orders for a turn to come are read again after a backup of before them was restored, and the
// turn waits for them. What they wrote to the game master does not leave again.
func TestRestoreBringsOrdersAhead(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	d.cronSays(exitDone, "")
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.mail("one", identity+" 2"+someOrders)
	d.cronSays(exitDone, "")
	d.says("before", d.Done("orders", d.Dir, "1"), "Kept ahead: orders for turn 2.")
	ahead := d.Done("orders", d.Dir, "1", "2")
	letters, toMaster := len(d.letters(deskPlayer)), len(d.letters(deskMaster))
	d.says("ahead", ahead, "Ist hier jemand?")
	if toMaster != 1 {
		t.Errorf("%d letters to the game master", toMaster)
	}

	out := d.Done("restore", d.Dir, backup, "--yes")
	d.says("restore", out, "1 letter came since and will be read again at the next poll.\n")
	if strings.Contains(d.Done("orders", d.Dir, "1"), "Kept ahead") {
		t.Error("the backup is not in its place")
	}
	if code, _, _ := d.Run("turn", d.Dir); code != exitDone || d.status().Waits.Code == "" {
		t.Error("the turn does not wait for the letter")
	}
	d.cronSays(exitDone, "")
	if again := d.Done("orders", d.Dir, "1", "2"); again != ahead {
		t.Errorf("kept is\n%swas\n%s", again, ahead)
	}
	all := d.letters(deskPlayer)
	if p, m := len(all), len(d.letters(deskMaster)); p != letters+1 || m != toMaster {
		t.Fatalf("%d letters to the player, want an answer; %d to the game master", p-letters, m-toMaster)
	}
	d.says("the answer", all[letters].Subject+all[letters].Text, "Für Zug 2 aufgehoben",
		"Das Spiel wurde aus einer Sicherung wiederhergestellt")
	d.Done("verify", d.Dir)
}
