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
	mails uint32    // that are in it
	heard int       // how often it was said that mails came
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
		return
	case n > e.mails:
		e.at[1] += n - e.mails
		e.comes()
	}
	e.mails = n
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

// deafens forgets how many mails there are: it will not be said which of them leave. So whatever is said next counts.
func (e *ear) deafens() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mails = 0
}

// leaves notes that another folder is opened.
func (e *ear) leaves() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = false
}

// opens notes what is said of the inbox when it is opened. While another folder was open, nothing was said of it.
func (e *ear) opens(box *imap.SelectData) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := [2]uint32{box.UIDValidity, uint32(box.UIDNext)}
	if e.at != [2]uint32{} && at != e.at && box.UIDNext != 0 {
		e.comes()
	}
	e.open, e.at, e.mails = true, at, box.NumMessages
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
