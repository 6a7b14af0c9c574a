package resolve

import (
	"bytes"
	"encoding/base64"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A canary is a word that occurs in one thing only that a player writes or is sent. Where the word is found, that
// thing is.

// shapes returns the ways in which a word may be in bytes: as it is, and in base64, wherever it begins in the three
// bytes.
func shapes(word string) (all [][]byte) {
	all = [][]byte{[]byte(word)}
	for before := range 3 {
		coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + word))
		all = append(all, []byte(coded[(before*8+5)/6:(before+len(word))*8/6]))
	}
	return all
}

// sings reports whether bytes have a word in them, packed or not. It opens a packed frame wherever one begins, even in
// unused pages.
func sings(data []byte, word string) bool {
	for _, s := range shapes(word) {
		if bytes.Contains(data, s) {
			return true
		}
	}
	magic := []byte{0x28, 0xb5, 0x2f, 0xfd}
	for at := 0; ; {
		next := bytes.Index(data[at:], magic)
		if next < 0 {
			return false
		}
		at += next
		// What follows a frame need not be a frame, so it is opened as far as that works.
		if plain := unpackedAt(data[at:]); len(plain) > 0 && sings(plain, word) {
			return true
		}
		at += len(magic)
	}
}

// canaries returns where words are in a world's folder: by bucket, and by file.
func (b *table) canaries(words ...string) map[string][]string {
	b.t.Helper()
	where := map[string][]string{}
	found := func(word, place string) {
		if !slices.Contains(where[word], place) {
			where[word] = append(where[word], place)
		}
	}
	var search func(path string, in *store.Bucket) error
	search = func(path string, in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			if inner := in.Bucket(k); v == nil && inner != nil {
				return search(path, inner)
			}
			for _, w := range words {
				if sings(v, w) || sings(k, w) {
					found(w, path)
				}
			}
			return nil
		})
	}
	must(b.t, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, in *store.Bucket) error { return search(string(name), in) })
	}))
	must(b.t, filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, w := range words {
			if sings(raw, w) {
				name, _ := filepath.Rel(b.dir, path)
				found(w, name)
			}
		}
		return err
	}))
	return where
}

// Words that are erased when their player is forgotten.
var canaryGoes = []string{"canaryquestion", "canarytheme", "canarybeside", "canaryabove", "canarybelow",
	"canarygreeting", "canaryreplaced", "canarythisturn", "canarynoline", "canaryrefused", "canarypress", "canaryahead",
	"canaryenclosed", "canarydropped", "canaryanswer", "canarydraft", "canarytell", "canarytoall",
	"canaryreport", "canaryrobot", "canarywrong", "canaryword", "canarythanks", "r1@example.org", "r1@second.example",
	"canary@away.example"}

// Words that stay: turns were made from them, or they are another player's.
var canaryStays = []string{"canarynote", "canarymail", "canaryfile", "canarymany", "canaryother"}

// sung returns a world in which realm 1's player has left a word wherever possible.
func sung(t *testing.T, change ...func(*world.Settings)) *table {
	b := sit(t, tiny{chart: true}, 3, append([]func(*world.Settings){func(s *world.Settings) {
		s.Signup, s.Press, s.MoreTime = true, world.PressNow, 1
	}}, change...)...)
	b.sent("", day0)
	must(t, players.AddMail(b.World, 1, "r1@second.example"))
	orders := "canaryabove, wie geht es Dir?\n\n$I 1 PASSWORD\n$A\ndig 1 ; canarynote\n$S\nTisch ja\nDaten ja\n" +
		"$N\n#M\ncanarymail\n#E\n$E\nMeine Katze ist krank, canarybelow. Was nun?\n"
	first := b.letter(1, strings.ReplaceAll(orders, "canarynote", "canaryreplaced"))
	first.Files = []game.File{{Name: "dropped.txt", Data: []byte("canarydropped")}}
	b.accept(first)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#2\ncanarypress\n#E\n", receipt.Taken)
	last := b.letter(1, orders)
	last.Files = []game.File{{Name: "kept.txt", Data: []byte("canaryfile")}}
	if a := b.accept(last); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	b.send(2, "$I 2 PASSWORD\n$A\ndig 3\n$E\nWhat is canaryother?\n", receipt.Taken)
	b.send(3, "$I 3 PASSWORD\n$A\ndig 3\n", receipt.Taken)

	question := b.letter(1, "May I sail to canaryquestion?\n")
	question.Subject = "Where is canarytheme?"
	b.accept(question)
	b.asks(1, "HILFE", "HILFE\n\nIch weiß nicht mehr weiter, canarybeside.\n")
	b.accept(b.letter(1, "$A\ndig 4 ; canarynoline\n"))
	b.accept(b.letter(1, "$I 1 PASSWORD 99\n$A\ndig 4\n$N\n#M\ncanaryrefused\n#E\n"))
	wrong := b.letter(1, "$I 1 wrong-pass-word2\n$A\ndig 4 ; canarywrong\n")
	wrong.From, wrong.FromName = "canary@away.example", "canaryword"
	must(t, players.AddMail(b.World, 1, "canary@away.example"))
	b.accept(wrong)
	machine := b.letter(1, "I am on holiday in canaryrobot\n")
	machine.Machine = "Subject: canaryrobot is away"
	b.accept(machine)
	b.asks(1, "PAUSE 2", "")
	b.asks(1, "VERTRETUNG canary@away.example 2", "")
	b.accept(b.newcomer("r1@second.example", "SIGNUP"))
	ahead := b.letter(1, "$I 1 PASSWORD 3\n$A\ndig 4 ; canaryahead\n")
	ahead.Files = []game.File{{Name: "ahead.txt", Data: []byte("canaryenclosed")}}
	b.accept(ahead)
	_, err := letters.Tell(b.World, []int{1}, "About canarytell.", false, b.clockAt)
	must(t, err)
	_, err = letters.Tell(b.World, []int{1}, "About canaryreport.", true, b.clockAt)
	must(t, err)
	_, err = letters.Tell(b.World, []int{1, 2}, "canarymany is for two.", false, b.clockAt)
	must(t, err)
	b.sent("", b.clockAt)
	if len(b.World.Settings.Masters) > 0 {
		code, d := b.answers("Re: [Bovistan #2] canarytheme", "The canaryanswer is no.")
		b.hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: "+d.Subject, "JA "+code })
		b.answers("Re: [Bovistan #2] again", "The canarydraft is perhaps.")
		b.hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "A canarytell, by mail.\n" })
		b.hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL all", "A canarytoall, by mail.\n" })
		b.asks(1, "Re: answer", "Thank you for the canarythanks, but why?\n")
		b.hears(func(l *letter.Letter) { l.Subject, l.Text = "GM STATUS", "" })
	}
	b.sent("", b.clockAt)
	b.advance(friday)
	b.clockAt = friday.Add(time.Hour)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 5 ; canarythisturn\n", receipt.Taken)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 5 ; canarynote\n\nBist Du canarygreeting noch böse?\nKim\n", receipt.Taken)
	b.sent("", b.clockAt)
	return b
}

// What a player has written and was sent is erased when the player is forgotten: from all buckets, from unused pages,
// and with --backups from the copies. What the hashes of turns cover stays, and the turns are the same.
func TestNothingOfAForgottenPlayerIsLeft(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world.Settings){"gm.mail": func(*world.Settings) {},
		"nobody": func(s *world.Settings) { s.Masters = nil }} {
		t.Run(name, func(t *testing.T) {
			b := sung(t, change)
			goes := canaryGoes
			if len(b.World.Settings.Masters) == 0 {
				goes = slices.DeleteFunc(slices.Clone(goes), func(w string) bool {
					return slices.Contains([]string{"canaryanswer", "canarydraft", "canarytoall", "canarythanks"}, w)
				})
			}
			before := b.canaries(append(slices.Clone(goes), canaryStays...)...)
			for _, w := range append(slices.Clone(goes), canaryStays...) {
				if w != "canaryword" && w != "canarywrong" && len(before[w]) == 0 {
					t.Errorf("%s was nowhere: what of it can be forgotten?", w)
				}
			}
			_, err := master.PlayerOf(b.World, 1).Forget(false, b.clockAt)
			must(t, err)
			for w, places := range b.canaries(goes...) {
				for _, p := range places {
					if !strings.HasPrefix(p, backupsName) {
						t.Errorf("%s is still in %s; it was in %v", w, p, before[w])
					}
				}
			}
			_, err = master.PlayerOf(b.World, 1).Forget(true, b.clockAt)
			must(t, err)
			if after := b.canaries(goes...); len(after) > 0 {
				t.Errorf("without backups there is still %v", after)
			}
			for w, places := range b.canaries(canaryStays...) {
				for _, p := range places {
					if w != "canaryother" && !slices.Contains([]string{"sheets", "files", "turns", "reports",
						"outbox", "drafts", disk.FileName}, p) {
						t.Errorf("%s is in %s", w, p)
					}
				}
			}
			if where := b.canaries(canaryStays...); len(where) != len(canaryStays) {
				t.Errorf("of what stays there is %v", where)
			}
			b.verified()
			b.clockAt = friday.AddDate(0, 0, 7)
			b.advance(b.clockAt)
			b.verified()
		})
	}
}

// The present player of the realm keeps what is theirs. What was about the one before is erased.
func TestNothingOfAFormerPlayerIsLeft(t *testing.T) {
	t.Parallel()
	b := sung(t)
	b.clockAt = b.clockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, newcomerRow("Uli", "uli@example.net"), b.clockAt))
	b.sent("", b.clockAt)
	b.clockAt = b.clockAt.Add(time.Hour)
	_, err := letters.Tell(b.World, []int{1}, "Welcome, canaryuli.", false, b.clockAt)
	must(t, err)
	l := b.newcomer("uli@example.net", "A question of canaryuli")
	l.Text = "What is to be done with canaryuli?\n"
	b.accept(l)
	b.hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "Another canaryuli.\n" })
	b.sent("", b.clockAt)
	former := master.PlayerOf(b.World, 1)
	former.Former = 1
	_, err = former.Forget(true, b.clockAt)
	must(t, err)
	if after := b.canaries(canaryGoes...); len(after) > 0 {
		t.Errorf("there is still %v", after)
	}
	for _, bucket := range []string{"outbox", "drafts", "letters", "passed", "tokens"} {
		if where := b.canaries("canaryuli")["canaryuli"]; !slices.Contains(where, bucket) && bucket != "outbox" {
			t.Errorf("of who plays now there is nothing in %s, only in %v", bucket, where)
		}
	}
	log, err := b.History(0)
	must(t, err)
	if !slices.ContainsFunc(log, func(e logbook.Entry) bool { return e.What.Code == "log.former-forgotten" }) ||
		slices.ContainsFunc(log, func(e logbook.Entry) bool { return e.What.Code == "log.realm-forgotten" }) {
		t.Errorf("the log says %+v", log)
	}
	b.verified()
}

// newcomerRow is somebody who takes a realm over.
func newcomerRow(player, mail string) signup.Row {
	return signup.Row{Player: player, Mail: mail, Lang: phrase.En}
}

// unpackedAt unpacks the packed frame with which bytes begin, if there is one. It ignores what follows.
func unpackedAt(data []byte) []byte {
	z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil
	}
	defer z.Close()
	plain, _ := io.ReadAll(z)
	return plain
}
