package outbox

import "time"

// Round hands out letters as Next does, but records the outcome of several together, for stores where a change costs
// more than a letter. If the process ends, those that are not recorded leave again, with the same Message-ID and
// bytes.
type Round struct {
	*Office
	Most int           // letters that are recorded together; 0: each by itself
	Wait time.Duration // how long the first of them waits for others

	left  []gone
	since time.Time // when the first of them left
}

// gone is a letter that was handed over, and how the attempt ended.
type gone struct {
	id      uint64
	attempt Attempt
}

// Next is Office.Next. If no letter is due, the outcome of those that have left is recorded.
func (r *Round) Next(now time.Time) (*Outgoing, error) {
	out, err := r.behind(r.left, now)
	if out == nil && err == nil {
		err = r.Settle()
	}
	return out, err
}

// Record is Office.Record. A letter that has arrived may wait until others have left, or for Settle. One that has not
// arrived, or that counts for an hourly limit, is recorded at once: it decides what comes next.
func (r *Round) Record(id uint64, a Attempt) error {
	if len(r.left) == 0 {
		r.since = time.Now()
	}
	r.left = append(r.left, gone{id, a})
	if len(r.left) < r.Most && time.Since(r.since) < r.Wait && a.Result == Delivered && r.PerHour == 0 {
		return nil
	}
	return r.Settle()
}

// Settle records the outcome of all letters that have left. If it fails, they leave again.
func (r *Round) Settle() error {
	left := r.left
	r.left = nil
	if len(left) == 0 {
		return nil
	}
	return r.record(left...)
}
