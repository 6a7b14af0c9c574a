package reading

import (
	"slices"
	"sync"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/mailer/proof"
	"weltentor/resolve/letter"
	"weltentor/resolve/roster"
)

// Mail is a mail that is read in the background. The fields below Again are set once it was read.
type Mail struct {
	imap.Fetched
	Seen    bool                     // it was taken in before
	Fault   error                    // of the store, when asked about the mail
	Senders map[string]roster.Sender // known senders, by address, when reading began
	Aside   string                   // why it is put aside unread, in words for the game master; or ""
	Others  bool                     // it belongs to another world, and stays where it is
	Again   bool                     // it was taken in before the backup was restored

	Reading incoming.Reading
	Err     error // why it cannot be read
	Letter  letter.Letter
	Proof   *proof.Proof // of its sender; nil: none was asked for

	done chan struct{}
	held int
}

// weight is roughly how much memory a mail that was read takes.
func (m *Mail) weight() int {
	t := &m.Letter.Texts
	n := len(m.Raw) + len(t.Text) + len(t.Beside) + len(t.Quoted) + len(t.Form)
	for _, f := range m.Letter.Files {
		n += len(f.Data)
	}
	return n
}

// mostHeld is how many bytes of mails that were read may wait for their commit before more are read. A small mail can
// have a large file in it, packed.
const mostHeld = 8 << 20

// Row is a queue of mails that wait for their commit. Several are read at a time.
type Row struct {
	read   func(*Mail)
	mails  []*Mail
	mu     sync.Mutex // guards what follows
	change *sync.Cond
	unread []*Mail
	held   int
	closed bool
}

// NewRow makes a queue whose mails are read by that many readers.
func NewRow(readers int, read func(*Mail)) *Row {
	r := &Row{read: read}
	r.change = sync.NewCond(&r.mu)
	for range readers {
		go r.work()
	}
	return r
}

// Close stops the reading.
func (r *Row) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.change.Broadcast()
}

// work reads one mail after the other.
func (r *Row) work() {
	for {
		m := r.next()
		if m == nil {
			return
		}
		r.read(m)
		r.mu.Lock()
		m.held = m.weight()
		r.held += m.held
		r.mu.Unlock()
		close(m.done)
	}
}

// next waits for a mail to read; nil: there are no more.
func (r *Row) next() *Mail {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.closed && (len(r.unread) == 0 || r.held > mostHeld) {
		r.change.Wait()
	}
	if r.closed {
		return nil
	}
	m := r.unread[0]
	r.unread = slices.Delete(r.unread, 0, 1)
	return m
}

// Add puts a mail at the end of the queue.
func (r *Row) Add(m *Mail) {
	m.done = make(chan struct{})
	r.mails = append(r.mails, m)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unread = append(r.unread, m)
	r.change.Broadcast()
}

// Ready is closed when the first mail was read.
func (r *Row) Ready() <-chan struct{} { return r.mails[0].done }

// Read waits for the first mail. It returns it and those after it that were read, as long as they fit, and at most
// that many.
func (r *Row) Read(most int, fit func(*Mail) bool) []*Mail {
	<-r.Ready()
	n := 1
	for fit(r.mails[n-1]) && n < min(most, len(r.mails)) && r.mails[n].isRead() && fit(r.mails[n]) {
		n++
	}
	return r.mails[:n]
}

func (m *Mail) isRead() bool {
	select {
	case <-m.done:
		return true
	default:
		return false
	}
}

// Taken removes the first mails from the queue.
func (r *Row) Taken(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.mails[:n] {
		r.held -= m.held
	}
	r.mails = slices.Delete(r.mails, 0, n) // and frees their memory
	r.change.Broadcast()
}
