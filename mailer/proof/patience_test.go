package proof

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"
)

// After three lookups in a row without an answer, DNS counts as down, and the next lookup gets less time. Any answer
// shows that it is not down, even that there is no such key.
func TestAnAnswerRestoresPatience(t *testing.T) {
	for name, selector := range map[string]string{"a key": "t", "no such key": "u"} {
		p := newProvider(t)
		var patience []time.Duration // of each lookup that fails
		prover := NewProver(func(ctx context.Context, name string) ([]string, error) {
			if strings.HasSuffix(name, "._domainkey.example.org") {
				return p.lookup(ctx, name)
			}
			end, _ := ctx.Deadline()
			patience = append(patience, time.Until(end))
			return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
		})
		dead := func(domain string) {
			head := ""
			for _, selector := range []string{"a", "b", "c"} {
				head += "DKIM-Signature: v=1; a=rsa-sha256; d=" + domain + "; s=" + selector +
					"; h=from:to:subject; bh=AAAA; b=QUJD\r\n"
			}
			prover.Prove(t.Context(), []byte(head+strings.ReplaceAll(aLetter, "anna@example.org", "eve@"+domain)),
				"eve@"+domain, theGame)
		}
		dead("evil.example")
		whole := strings.Replace(string(p.sign("example.org", aLetter)), "s=t;", "s="+selector+";", 1)
		prover.Prove(t.Context(), []byte(whole), anna, theGame)
		dead("bad.example")
		dead("worse.example")
		if len(patience) != 9 {
			t.Fatalf("%s: %d lookups failed, want 9", name, len(patience))
		}
		for i, got := range patience {
			if long := got > brokenTime; long != (i < 6) {
				t.Errorf("%s: failing lookup %d is given %s", name, i+1, got)
			}
		}
	}
}

// While one domain does not answer, another's letters are proven.
func TestADomainThatHangsHoldsUpNoOther(t *testing.T) {
	p := newProvider(t)
	asked, answers := make(chan struct{}), make(chan struct{})
	prover := NewProver(func(ctx context.Context, name string) ([]string, error) {
		if strings.HasSuffix(name, "._domainkey.example.org") {
			return p.lookup(ctx, name)
		}
		close(asked) // once: the key is looked up once
		<-answers
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	})
	hangs := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := prover.ask(t.Context(), "t._domainkey.evil.example", "evil.example")
			hangs <- err
		}()
	}
	<-asked
	proven := make(chan Proof, 1)
	whole := p.sign("example.org", aLetter)
	go func() { proven <- prover.Prove(t.Context(), whole, anna, theGame) }()
	select {
	case got := <-proven:
		if got.Domain != "example.org" {
			t.Errorf("Anna: %+v", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("Anna's letter waits for another domain")
	}
	close(answers)
	for range 2 {
		if err := <-hangs; err == nil {
			t.Error("a key that is not there was found")
		}
	}
}
