package imap

import (
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// ear hears what a server says of the mails in the inbox without being asked.
type ear struct {
	news chan struct{} // has something if a mail has come

	mu    sync.Mutex
	open  bool      // the inbox is open
	at    [2]uint32 // its UIDVALIDITY and the next UID, as far as is known
	mails uint32    // that are in it; perhaps fewer if it is deaf
	deaf  bool
	said  uint32 // how many were said to be there before it was known to be open
	heard int    // how often it was said that mails came
}

// exist hears how many mails there are. QUIRK: servers that say it when nothing has come.
func (e *ear) exist(d *imapclient.UnilateralDataMailbox) {
	if d.NumMessages == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	n := *d.NumMessages
	switch {
	case !e.open:
		e.said = n
		return
	case e.deaf:
		e.comes()
	case n > e.mails:
		e.at[1] += n - e.mails
		e.comes()
	}
	e.mails, e.deaf = n, false
}

// comes notes that mails have come.
func (e *ear) comes() {
	e.heard++
	select {
	case e.news <- struct{}{}:
	default:
	}
}

// gone hears that a mail has left the folder.
func (e *ear) gone(uint32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open && e.mails > 0 {
		e.mails--
	}
}

// deafens notes that mails leave of which it will hear nothing. So whatever is said next counts.
func (e *ear) deafens() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.deaf = true
}

// leaves notes that another folder is opened.
func (e *ear) leaves() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open, e.said = false, 0
}

// opens notes what is said of the inbox when it is opened. While another folder was open, nothing was said of it.
func (e *ear) opens(box *imap.SelectData) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := [2]uint32{box.UIDValidity, uint32(box.UIDNext)}
	if e.at != [2]uint32{} && at != e.at && box.UIDNext != 0 {
		e.comes()
	}
	e.open, e.at, e.mails, e.deaf = true, at, box.NumMessages, false
	if e.said != 0 {
		e.mails = e.said
		e.comes()
	}
}

// holds is how many mails are in the inbox, if that is open. The library knows it only some time after its SELECT.
func (e *ear) holds() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.open {
		return 0
	}
	return int(e.mails)
}

// count is how often mails have come so far.
func (e *ear) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.heard
}

// clear forgets the news that was not heard yet. It still counts.
func (e *ear) clear() {
	select {
	case <-e.news:
	default:
	}
}
