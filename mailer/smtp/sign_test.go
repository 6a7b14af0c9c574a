package smtp_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"weltentor/mailer/mime"
	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
)

// A signed letter verifies, with either kind of key. A field added or a text changed on the way breaks it, but a
// server's own field does not. Below the signature, the letter is as it was rendered.
func TestSignatures(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pkcs1 := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)})
	raw, err := smtp.Render(smtp.Draft{From: game, FromName: "Bovistan", To: player, ToName: "Jörg, der Große",
		ReplyTo: player, Subject: "Zug 8: Käse", Date: time.Unix(1e9, 0),
		MessageID: "<report.1@spiel.example>", Text: strings.Repeat("Zeile\n\n", 100) + "Größe\n",
		Files: []mime.Attachment{{Name: "ERGEBNIS", Charset: "CP437", Data: []byte("äöü\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key    []byte
		public string
	}{
		"RSA, PKCS #1": {pkcs1, "v=DKIM1; k=rsa; p=" + public(t, rsaKey.Public())},
		"RSA, PKCS #8": {pkcs8(t, rsaKey), "v=DKIM1; k=rsa; p=" + public(t, rsaKey.Public())},
		"Ed25519": {pkcs8(t, edKey), "v=DKIM1; k=ed25519; p=" +
			base64.StdEncoding.EncodeToString(edKey.Public().(ed25519.PublicKey))},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := proof.NewSigner("spiel.example", "wt", c.key)
			if err != nil {
				t.Fatal(err)
			}
			signed, err := s.Sign(raw)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(signed, raw) {
				t.Error("the letter itself was changed")
			}
			for change, want := range map[string]bool{
				string(signed): true,
				"Received: from x by y; Mon, 1 Mar 2027 12:00:00 +0000\r\n" + string(signed): true,
				"From: joker@post.example\r\n" + string(signed):                              false,
				"Reply-To: joker@post.example\r\n" + string(signed):                          false,
				strings.Replace(string(signed), "Zeile", "Teile", 1):                         false,
			} {
				lookUp := func(name string) ([]string, error) {
					if name != "wt._domainkey.spiel.example" {
						t.Errorf("looked for %s", name)
					}
					return []string{c.public}, nil
				}
				got, err := dkim.VerifyWithOptions(strings.NewReader(change), &dkim.VerifyOptions{LookupTXT: lookUp})
				if err != nil || len(got) != 1 || (got[0].Err == nil) != want || got[0].Domain != "spiel.example" {
					t.Errorf("%.60q: %+v %v, want it good: %v", change, got, err, want)
				}
			}
		})
	}
}

func public(t *testing.T, key crypto.PublicKey) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(der)
}

func pkcs8(t *testing.T, key crypto.PrivateKey) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func TestNoKeys(t *testing.T) {
	for name, key := range map[string]string{
		"nothing": "", "no PEM": "secret",
		"a certificate": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
	} {
		if _, err := proof.NewSigner("spiel.example", "wt", []byte(key)); err == nil {
			t.Errorf("%s was taken for a key", name)
		}
	}
}
