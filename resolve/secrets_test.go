package resolve

import (
	"bytes"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

func TestPasswordsAreNowhere(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	secret := b.passwords[1]
	l := b.letter(1, "$I 1 PASSWORD\n$A\ndig 1 ; PASSWORD\nPASSWORD\n$N\n#M\nmy password is PASSWORD\n#E\n")
	l.Subject = "Zug " + secret
	l.Files = []game.File{{Name: "note.txt", Type: "text/plain", Data: []byte("see " + secret)}}
	b.accept(l)
	b.send(1, "$I 1 wrong-secret-word\n$A\ndig 1\n", receipt.WrongWord)
	_, err := intake.Submit(b.World, 1, "$I 1 "+secret+"\n$A\ndig 2\n", day0.Add(time.Hour))
	must(t, err)
	forgot := b.letter(1, "I 1 PASSWORD\n$A\ndig 1\n") // no `$`
	b.accept(forgot)
	forgot = b.letter(1, "$I 1\nPASSWORD\n$A\ndig 1\n")
	b.accept(forgot)
	auto := b.letter(1, "")
	auto.Machine, auto.Subject = "auto-replied", "Re: $I 1 "+secret
	b.accept(auto)
	b.advance(friday)
	must(t, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, bucket *store.Bucket) error {
			return b.searchFor(bucket, string(name), secret, "wrong-secret-word")
		})
	}))
	if bytes.Contains(b.bytes(), []byte(secret)) {
		t.Error("the password stands in the store's file")
	}
}

func (b *table) searchFor(bucket *store.Bucket, path string, secrets ...string) error {
	return bucket.ForEach(func(k, v []byte) error {
		if v == nil {
			if inner := bucket.Bucket(k); inner != nil {
				return b.searchFor(inner, path+"/"+string(k), secrets...)
			}
		}
		raw, err := store.Unpack(v)
		if err != nil {
			raw = v
		}
		for _, s := range secrets {
			if bytes.Contains(raw, []byte(s)) {
				b.t.Errorf("%s %x holds a password: %s", path, k, raw)
			}
		}
		return nil
	})
}
