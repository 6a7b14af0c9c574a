package reading

import (
	"fmt"
	"testing"

	"weltentor/mailer/imap"
)

// all fit.
func all(*Mail) bool { return true }

// TestRow: mails are read at the same time and taken in order: the first, which is waited for, and those after it that
// were read, up to one that does not fit.
func TestRow(t *testing.T) {
	let := map[uint32]chan struct{}{1: make(chan struct{}), 2: make(chan struct{}), 3: make(chan struct{}),
		4: make(chan struct{}), 5: make(chan struct{})}
	r := NewRow(2, func(m *Mail) { <-let[m.UID] })
	defer r.Close()
	mails := map[uint32]*Mail{}
	for uid := uint32(1); uid <= 5; uid++ {
		mails[uid] = &Mail{Fetched: imap.Fetched{UID: uid}}
		r.Add(mails[uid])
	}
	uids := func(got []*Mail) string {
		var out []uint32
		for _, m := range got {
			out = append(out, m.UID)
		}
		return fmt.Sprint(out)
	}
	for _, uid := range []uint32{2, 3, 4} { // one reader reads them; the other is busy with the first
		close(let[uid])
		<-mails[uid].done
	}
	select {
	case <-r.Ready():
		t.Fatal("the first has been read")
	default:
	}
	close(let[1])
	if got := uids(r.Read(16, func(m *Mail) bool { return m.UID != 3 })); got != "[1 2]" {
		t.Errorf("up to one that does not fit: %s", got)
	}
	if got := uids(r.Read(3, all)); got != "[1 2 3]" {
		t.Errorf("three at most: %s", got)
	}
	if got := uids(r.Read(16, all)); got != "[1 2 3 4]" {
		t.Errorf("the fifth has not been read: %s", got)
	}
	r.Taken(2)
	if got := uids(r.Read(16, func(m *Mail) bool { return m.UID != 3 })); got != "[3]" {
		t.Errorf("one that does not fit goes alone: %s", got)
	}
	r.Taken(2)
	close(let[5])
	if got := uids(r.Read(16, all)); got != "[5]" {
		t.Errorf("the last: %s", got)
	}
}

// TestRowHoldsLittle: while much of what was read waits for its commit, nothing more is read.
func TestRowHoldsLittle(t *testing.T) {
	begun := make(chan uint32, 9)
	r := NewRow(1, func(m *Mail) {
		begun <- m.UID
		m.Letter.Text = string(make([]byte, mostHeld/2+1)) // as after unpacking
	})
	defer r.Close()
	var mails []*Mail
	for uid := uint32(1); uid <= 4; uid++ {
		mails = append(mails, &Mail{Fetched: imap.Fetched{UID: uid}})
		r.Add(mails[uid-1])
	}
	<-mails[1].done
	r.mu.Lock()
	if r.held != mostHeld+2 || len(r.unread) != 2 {
		t.Errorf("%d octets are held, %d mails are not read", r.held, len(r.unread))
	}
	r.mu.Unlock()
	r.Taken(1)
	<-mails[2].done
	r.mu.Lock()
	if len(r.unread) != 1 {
		t.Errorf("%d mails are not read", len(r.unread))
	}
	r.mu.Unlock()
	r.Taken(2)
	<-mails[3].done
	if len(begun) != 4 {
		t.Errorf("%d mails were read", len(begun))
	}
}
