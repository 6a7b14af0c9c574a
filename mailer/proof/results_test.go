package proof

import (
	"strings"
	"testing"
)

// The fields are as these providers write them, with other names; what they say is read off by hand.
func TestResultsOf(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		want   Results
	}{
		"Gmail: its field is below its own Received": {`Delivered-To: spiel@example.org
Received: by 2002:a05:6a10:1 with SMTP id x; Mon, 1 Mar 2027 12:00:01 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com; dkim=fail; spf=fail; dmarc=fail
Return-Path: <spiel@example.org>
Received: from mail.example.org (mail.example.org. [192.0.2.1]) by mx.google.com; Mon, 1 Mar 2027 12:00:01 -0800
Received-SPF: pass (google.com: domain of spiel@example.org designates 192.0.2.1 as permitted sender)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@example.org header.s=wt header.b=abc;
       spf=pass (google.com: domain of spiel@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=spiel@example.org;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.org
DKIM-Signature: v=1
From: spiel@example.org`, Results{"pass", "pass", "pass", "example.org", "example.org"}},
		"Microsoft: its field has no name": {`Authentication-Results: spf=pass (sender IP is 192.0.2.1)
 smtp.mailfrom=example.org; dkim=none (message not signed)
 header.d=none;dmarc=bestguesspass action=none
 header.from=example.org;compauth=pass reason=109
From: spiel@example.org`, Results{"pass", "none", "", "example.org", ""}},
		"one field for each result": {`Authentication-Results: mx.post.example; dmarc=fail (p=none dis=none) header.from=example.org
Authentication-Results: mx.post.example;
	spf=softfail smtp.mailfrom=spiel@example.org
Authentication-Results: mx.post.example;
	dkim=fail reason="signature verification failed" (2048-bit key; unprotected) header.d=example.org
Received: from x by y
From: spiel@example.org`, Results{"softfail", "fail", "fail", "example.org", "example.org"}},
		"the server that took it, below, says other things": {`Authentication-Results: mx.post.example; spf=pass smtp.mailfrom=example.org
Received: from x by y
Authentication-Results: out.post.example; auth=pass smtp.auth=spiel; dkim=fail header.d=example.org
From: spiel@example.org`, Results{"pass", "", "", "example.org", ""}},
		"of several signatures the sender's own counts": {`Authentication-Results: mx.post.example; dkim=fail header.d=list.example;
 dkim=pass header.d=relay.example; dkim=pass header.d=mail.example.org; dkim=pass header.d=other.example
From: spiel@example.org`, Results{"", "pass", "", "", "mail.example.org"}},
		"one that holds counts more than the sender's own": {`Authentication-Results: mx.post.example; dkim=fail header.d=example.org;
 dkim=pass header.d=relay.example
From: spiel@example.org`, Results{"", "pass", "", "", "relay.example"}},
		"it looked at nothing": {"Authentication-Results: mx.post.example; none\nFrom: spiel@example.org", Results{}},
		"inside one provider":  {"Received: from x by y\nFrom: spiel@example.org", Results{}},
		"what the sender wrote": {"From: spiel@example.org\n" +
			"Authentication-Results: mx.post.example; dkim=pass header.d=example.org", Results{}},
		"a word that means nothing": {"Authentication-Results: mx.post.example; spf=\x1b[31m; dmarc=very-good\nFrom: x@example.org",
			Results{}},
		"a comment that does not end": {"Authentication-Results: mx.post.example; spf=pass (it \"looks fine; dkim=pass\n" +
			"Authentication-Results: mx.post.example; dmarc=pass\nFrom: x@example.org", Results{}},
		"no header": {"\x00\x01", Results{}},
	} {
		header := strings.ReplaceAll(c.header, "\n", "\r\n") + "\r\n\r\n"
		if got := ResultsOf([]byte(header), "spiel@example.org"); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
