package sorting

import (
	"errors"
	"fmt"
	"testing"

	"weltentor/mailer/imap"
)

// heads returns the heads of mails by UID, and counts how often each is read.
func heads(mails map[uint32]string, read map[uint32]int) imap.Heads {
	return func(uids []uint32) (map[uint32][]byte, error) {
		out := map[uint32][]byte{}
		for _, uid := range uids {
			if head, is := mails[uid]; is {
				out[uid] = []byte(head + "\n\n")
				read[uid]++
			}
		}
		return out, nil
	}
}

// Each mail goes to one world, its head is read once, and mail in doubt goes to the world that polls first.
func TestInbox(t *testing.T) {
	worlds, err := New(World{"a", []string{"g+a@x.example"}, "Anna"}, World{"b", []string{"g+b@x.example"}, "Bob"})
	if err != nil {
		t.Fatal(err)
	}
	b, read := NewInbox(worlds), map[uint32]int{}
	mails := map[uint32]string{1: "To: g+b@x.example", 2: "To: g+a@x.example", 3: "To: x@x.example",
		4: "Subject: [Anna] [Bob]", 5: "To: g+c@x.example", 6: "Subject: [Cilli T3]"}
	// The first mark is an older one of a world in this call; the other is of a world outside it.
	beside := []imap.Neighbour{{World: "1", Name: "Bob", Addresses: []string{"old@x.example"}},
		{World: "2", Name: "Cilli", Addresses: []string{"G+C@x.example"}}}
	takes := func(id string, validity uint32, want string, uids ...uint32) {
		t.Helper()
		mine, err := b.Mine(id)(beside, validity, uids, heads(mails, read))
		if got := fmt.Sprint(mine); got != want || err != nil {
			t.Errorf("%s takes %s, want %s, %v", id, got, want, err)
		}
	}
	takes("b", 7, "[1 3 4]", 1, 2, 3, 4, 5, 6, 7) // 7 is gone
	takes("a", 7, "[2]", 1, 2, 3, 4, 5, 6)
	takes("b", 7, "[1 3 4]", 1, 2, 3, 4, 5, 6)
	if got := fmt.Sprint(read); got != "map[1:1 2:1 3:1 4:1 5:1 6:1]" {
		t.Errorf("heads were read %s times", got)
	}
	for uid, want := range map[uint32]string{1: " []", 3: "unknown []", 4: "several [Anna Bob]", 5: " []", 9: " []"} {
		if why, named := b.Doubt(7, uid); fmt.Sprint(why, " ", named) != want {
			t.Errorf("mail %d: %s %v, want %s", uid, why, named, want)
		}
	}
	mails[1] = "To: g+a@x.example"
	takes("a", 8, "[1]", 1) // another mailbox with the same numbers
	for raw, want := range map[string]string{"To: g+b@x.example\n\n": "Bob", "To: g+c@x.example\n\n": "Cilli",
		"To: g+a@x.example\n\n": "", "To: x@x.example\n\n": ""} {
		if got := b.Other("a", beside, []byte(raw)); got != want {
			t.Errorf("%q is of %q, want %q", raw, got, want)
		}
	}
}

// What could not be read is read again.
func TestInboxCutOff(t *testing.T) {
	worlds, err := New(World{"a", []string{"g+a@x.example"}, "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	b, cut := NewInbox(worlds), errors.New("cut")
	mine := b.Mine("a")
	if _, err := mine(nil, 1, []uint32{1}, func([]uint32) (map[uint32][]byte, error) { return nil, cut }); err != cut {
		t.Error(err)
	}
	got, err := mine(nil, 1, []uint32{1}, heads(map[uint32]string{1: "To: g+a@x.example"}, map[uint32]int{}))
	if fmt.Sprint(got) != "[1]" || err != nil {
		t.Error(got, err)
	}
}

// However many mails there are, only a few heads are in memory at a time, and each is handed out once.
func TestEachHead(t *testing.T) {
	mails, read, got := map[uint32]string{}, map[uint32]int{}, map[uint32]string{}
	var uids []uint32
	for uid := range uint32(100) {
		uids, mails[uid] = append(uids, uid), fmt.Sprint(uid)
	}
	delete(mails, 70) // it is gone
	all := heads(mails, read)
	err := EachHead(uids, func(some []uint32) (map[uint32][]byte, error) {
		if len(some) > 40 {
			t.Errorf("%d heads at once", len(some))
		}
		return all(some)
	}, func(uid uint32, head []byte) { got[uid] += string(head) })
	if err != nil || len(got) != 99 || len(read) != 99 || got[0] != "0\n\n" || got[99] != "99\n\n" {
		t.Errorf("%d heads of %d that were read, %q to %q: %v", len(got), len(read), got[0], got[99], err)
	}
}
