// Package pages has the players' pages that `make build` has built, one for each rulebook. The program mails them. If
// it was built by plain `go build`, there are none.
package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
)

//go:embed built
var built embed.FS

// versionDigits is how many digits name a version of a page.
const versionDigits = 12

// Page is a rulebook's page, and its version: another page has another one. It is not ok where the program
// was built without pages, or has no such rulebook.
func Page(rulebook string) (html []byte, version string, ok bool) {
	packed, err := built.ReadFile("built/" + rulebook + ".html.gz")
	if err != nil {
		return nil, "", false
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, "", false
	}
	if html, err = io.ReadAll(r); err != nil {
		return nil, "", false
	}
	sum := sha256.Sum256(packed)
	return html, hex.EncodeToString(sum[:])[:versionDigits], true
}

// Version is that of a rulebook's page, without unpacking it; "" if there is none.
func Version(rulebook string) string {
	packed, err := built.ReadFile("built/" + rulebook + ".html.gz")
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(packed)
	return hex.EncodeToString(sum[:])[:versionDigits]
}
