package fleet

import (
	"testing"
	"time"
)

// dull asks for the metrics and reads nothing until the host has gone on.
type dull struct {
	*testing.T
	count *Counts
	asked int
}

func (d *dull) Write(b []byte) (int, error) {
	d.asked++
	on := make(chan struct{})
	go func() {
		d.count.appended(time.Second)
		d.count.deaf("main", true)
		d.count.see(&seen{})
		close(on)
	}()
	select {
	case <-on:
	case <-time.After(20 * time.Second):
		d.Fatal("the host waits for who asks")
	}
	return len(b), nil
}

// A client that asks for the metrics and does not read them does not delay the host.
func TestTheFleetsMetricsHoldUpNone(t *testing.T) {
	c := &Counts{}
	d := &dull{t, c, 0}
	if c.Write(d); d.asked == 0 || c.appends != uint64(d.asked) {
		t.Errorf("%d times asked, %d appends", d.asked, c.appends)
	}
}
