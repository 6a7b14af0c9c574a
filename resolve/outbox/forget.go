package outbox

import (
	"encoding/binary"
	"errors"

	"weltentor/resolve/store/faults"
)

// Walk calls see with all letters ever queued, by number. The outbox must not change meanwhile.
func (o Box) Walk(see func(Message)) error { return o.walk(see) }

// Forget drops the letters that fit, whatever has become of them: those that wait do not leave, and of those that left
// nothing stays. It returns how many they were.
func (o Box) Forget(fits func(Message) bool) (n int, err error) {
	var gone []Message
	err = o.walk(func(e Message) {
		if fits(e) {
			gone = append(gone, e)
		}
	})
	for _, e := range gone {
		o.drop(e)
		o.unname(e)
	}
	return len(gone), err
}

// Left reports whether nothing more will become of a letter: it left, was refused, or came back.
func (e Message) Left() bool { return !e.stays() }

// DropLeft drops a letter of which nothing more will become. One that waits, or does not exist, stays as it is.
func (o Box) DropLeft(id uint64) error {
	e, err := o.letter(id)
	if errors.Is(err, faults.ErrLetter) || err == nil && e.stays() {
		return nil
	}
	if err == nil {
		o.drop(e)
		o.unname(e)
	}
	return err
}

// ForgetNotices drops those notices for the game master that fit, and returns how many they were.
func (o Box) ForgetNotices(fits func(Notice) bool) (n int) {
	for key, kept := range notices.Each(o.tx, nil) {
		if fits(kept) {
			DropNotice(o.tx, binary.BigEndian.Uint64(key))
			n++
		}
	}
	return n
}

// Rewrite changes the words of letters and notices, if change returns other words.
func (o Box) Rewrite(change func(string) string) error {
	var told []Message
	err := o.walk(func(e Message) { told = append(told, e) })
	if err != nil {
		return err
	}
	for _, e := range told {
		d, found := o.Text(e.ID)
		if text := change(d.Text); found && text != d.Text {
			d.Text = text
			o.putText(e.ID, d)
		}
		if subject := change(e.Subject); subject != e.Subject {
			e.Subject = subject
			o.Save(&e)
		}
	}
	for key, n := range notices.Each(o.tx, nil) {
		if text, subject := change(n.Text), change(n.Subject); text != n.Text || subject != n.Subject {
			n.Text, n.Subject = text, subject
			notices.Put(o.tx, key, n)
		}
	}
	return nil
}
