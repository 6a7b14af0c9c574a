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
