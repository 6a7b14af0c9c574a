package turns_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

func TestVerify(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) != 0 || len(v.Turns) != 3 {
		t.Fatalf("%+v", v)
	}
	for i, turn := range v.Turns {
		if turn.Turn != i+1 || !turn.Replayed || !turn.OK || turn.Rules != 1 {
			t.Errorf("%+v", turn)
		}
	}
	b.Reopen(worldtest.Tiny{Edition: 2})
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	v, err = turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) != 0 || len(v.Turns) != 4 || v.Turns[2].Replayed || !v.Turns[2].OK || !v.Turns[3].Replayed {
		t.Errorf("with newer rules: %+v", v)
	}
}

func TestVerifyFindsWhatWasChanged(t *testing.T) {
	t.Parallel()
	turn2 := func(tx *store.Tx) *store.Bucket { return tx.Bucket([]byte("turns")).Bucket(store.U32(2)) }
	for name, harm := range map[string]func(tx *store.Tx) error{
		"sheet": func(tx *store.Tx) error {
			r, _ := sheets.Get(tx, 2, 1)
			r.Text = strings.Replace(r.Text, "dig 2", "dig 9", 1)
			sheets.Put(tx, r)
			return nil
		},
		"state": func(tx *store.Tx) error {
			raw, err := store.Unpack(turn2(tx).Get([]byte("before")))
			if err != nil {
				return err
			}
			return turn2(tx).Put([]byte("before"),
				store.Pack([]byte(strings.Replace(string(raw), `"Luck":`, `"Luck":1`, 1))))
		},
		"events": func(tx *store.Tx) error {
			return turn2(tx).Put([]byte("events"), store.Pack([]byte{0}))
		},
		"cut": func(tx *store.Tx) error { return turn2(tx).Put([]byte("events"), []byte("x")) },
		"seed": func(tx *store.Tx) error {
			rec, _ := store.GetJSON[chronicle.TurnRecord](turn2(tx), []byte("record"))
			rec.Seed = game.Seed{9}.String()
			store.PutJSON(turn2(tx), []byte("record"), rec)
			return nil
		},
		"a turn forged whole": func(tx *store.Tx) error {
			rec, _ := store.GetJSON[chronicle.TurnRecord](turn2(tx), []byte("record"))
			rec.After = store.SumOf([]byte("else"))
			rec.Hash = rec.Chain(2)
			store.PutJSON(turn2(tx), []byte("record"), rec)
			return nil
		},
		"a realm less": func(tx *store.Tx) error {
			return tx.Bucket([]byte("joins")).Delete(store.Pair(3, 0))
		},
	} {
		for _, version := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s, rules %d", name, version), func(t *testing.T) {
				b := worldtest.Played(t)
				worldtest.EditStore(t, b.Dir, harm)
				b.Reopen(worldtest.Tiny{Edition: version})
				v, err := turns.Verify(b.World)
				must(t, err)
				if len(v.Wrong) == 0 {
					t.Error("nothing was found")
				}
			})
		}
	}
}
