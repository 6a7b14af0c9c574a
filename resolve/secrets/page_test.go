package secrets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

// vector is a letter and its answer as another program has sealed them, by the description of their formats alone.
type vector struct {
	Key, Name, Plain, Sealed string
	Answer                   struct{ Plain, Sealed string }
}

func vectors(t testing.TB) (all []vector) {
	raw, err := os.ReadFile("testdata/page.json")
	must(t, err)
	must(t, json.Unmarshal(raw, &all))
	return all
}

func unhex(t testing.TB, s string) []byte {
	raw, err := hex.DecodeString(s)
	must(t, err)
	return raw
}

// Letters and answers are what the known ones say. A letter opens at its own file only, whole and unchanged; an answer
// is for its own letter.
func TestLettersOfThePage(t *testing.T) {
	t.Parallel()
	other := LinkKey(bytes.Repeat([]byte{9}, 32))
	for _, v := range vectors(t) {
		key, sealed := LinkKey(unhex(t, v.Key)), unhex(t, v.Sealed)
		if key.File() != v.Name+".bin" {
			t.Errorf("%s: the file is %s", v.Name, key.File())
		}
		if text, ok := key.OpenLetter(sealed); !ok || string(text) != v.Plain {
			t.Errorf("%s: %q, %v", v.Name, text, ok)
		}
		again := key.SealLetter([]byte(v.Plain))
		if text, ok := key.OpenLetter(again); !ok || string(text) != v.Plain || len(again) != len(sealed) ||
			bytes.Equal(again, sealed) {
			t.Errorf("%s: sealed again it is %q, %v", v.Name, text, ok)
		}
		for _, wrong := range [][]byte{sealed[:len(sealed)-1], append(bytes.Clone(sealed), 0), unhex(t, v.Answer.Sealed),
			other.SealLetter([]byte(v.Plain)), nil, []byte("WTL1"), sealed[:16], sealed[:31]} {
			if text, ok := key.OpenLetter(wrong); ok {
				t.Errorf("%s: %x opens as %q", v.Name, wrong, text)
			}
		}
		for at := range sealed {
			bad := bytes.Clone(sealed)
			if bad[at] ^= 1; at%7 == 0 {
				bad[at] ^= 129
			}
			if _, ok := key.OpenLetter(bad); ok {
				t.Errorf("%s: byte %d is changed, and the letter opens", v.Name, at)
			}
		}
		hash := sha256.Sum256(sealed)
		another := sha256.Sum256(again)
		for _, answer := range [][]byte{unhex(t, v.Answer.Sealed), key.SealAnswer([]byte(v.Answer.Plain), hash)} {
			if of, ok := answers.open(key, answer, hash[:]); !ok || string(of) != v.Answer.Plain {
				t.Errorf("%s: the answer is %q, %v", v.Name, of, ok)
			}
			if _, ok := answers.open(key, answer, another[:]); ok {
				t.Errorf("%s: the answer opens for another letter", v.Name)
			}
		}
	}
}

// Nothing that was not sealed with the key opens, and nothing makes Open fail in another way.
func FuzzOpenLetter(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(unhex(f, v.Sealed))
		f.Add(unhex(f, v.Answer.Sealed))
	}
	f.Add([]byte("WTL1"))
	key := LinkKey(bytes.Repeat([]byte{9}, 32))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if text, ok := key.OpenLetter(sealed); ok {
			t.Errorf("%x opens as %q", sealed, text)
		}
	})
}

// A door's key is HKDF-SHA256 of the world's secret, with the password's salt and the realm's number. Whatever makes
// another salt makes another door; without one there is none.
func TestDoor(t *testing.T) {
	t.Parallel()
	st, err := storetest.New(t.TempDir())
	must(t, err)
	must(t, st.Update(func(tx *store.Tx) error {
		salt := bytes.Repeat([]byte{2}, 16)
		if _, found, err := DoorFor(tx, 3, salt); found || err != nil {
			t.Errorf("a world without a secret has a door: %v", err)
		}
		must(t, MakeLinkSecret(tx, bytes.NewReader(bytes.Repeat([]byte{1}, 32))))
		k, found, err := DoorFor(tx, 3, salt)
		if got := hex.EncodeToString(k[:]); !found || err != nil ||
			got != "bf7263e1ccd3f1e247ed19474ea5b73ecec7b75c3275a91c93d245d60326bf00" {
			t.Errorf("%s, %v, %v", got, found, err)
		}
		if _, found, err := DoorFor(tx, 3, nil); found || err != nil {
			t.Errorf("a door without a password: %v", err)
		}
		return nil
	}))
}
