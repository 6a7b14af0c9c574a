package server

import (
	"net"
	"testing"
	"time"
)

// TestProxy: a proxy passes bytes on, loses the answer it was told to lose, and stops on demand.
func TestProxy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	got := make(chan string, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				buf := make([]byte, 10)
				for {
					n, err := c.Read(buf)
					if err != nil {
						return
					}
					got <- string(buf[:n])
					c.Write(append([]byte("re:"), buf[:n]...))
				}
			}()
		}
	}()
	p := NewProxy(t, l.Addr().String())
	c, err := net.Dial("tcp", p.Address)
	must(t, err)
	ask := func(text string) string {
		c.Write([]byte(text))
		buf := make([]byte, 10)
		n, err := c.Read(buf)
		if err != nil {
			return "no answer"
		}
		return string(buf[:n])
	}
	if a := ask("one"); a != "re:one" || <-got != "one" {
		t.Errorf("answer %q", a)
	}
	p.LoseNext()
	if a := ask("two"); a != "no answer" || <-got != "two" || p.Lost() != 1 {
		t.Errorf("a lost answer: %q, %d lost", a, p.Lost())
	}
	c, err = net.Dial("tcp", p.Address)
	must(t, err)
	p.Still(true)
	must(t, c.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	if a := ask("three"); a != "no answer" || len(got) != 0 {
		t.Errorf("through a proxy that stands still: %q", a)
	}
	p.Still(false)
	must(t, c.SetReadDeadline(time.Now().Add(time.Minute)))
	buf := make([]byte, 10)
	if n, err := c.Read(buf); string(buf[:n]) != "re:three" {
		t.Errorf("after standing still: %q, %v", buf[:n], err)
	}
	p.Cut()
	if a := ask("four"); a != "no answer" {
		t.Errorf("an answer %q after the cut", a)
	}
}
