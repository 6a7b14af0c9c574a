// Package pages has the players' pages that `make build` has built (Page). The program mails them, or lays them beside
// files that links open (ByLink). If it was built by plain `go build` there are none, and the program says so. The
// version changes whenever the page does: by it the machine knows whether a player has the page.
package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"sync"
)

//go:embed built
var built embed.FS

// versionDigits is the length of a page's version.
const versionDigits = 12

// Page returns a rulebook's page with its version, which changes whenever the page does. ok is false if the program
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
	return html, Version(rulebook), true
}

// versions are those that were counted, by rulebook: a page has megabytes, and each letter with a report asks.
var versions sync.Map

// Version returns the version of a rulebook's page without unpacking it, and "" if there is none.
func Version(rulebook string) string {
	if v, known := versions.Load(rulebook); known {
		return v.(string)
	}
	version := ""
	if packed, err := built.ReadFile("built/" + rulebook + ".html.gz"); err == nil {
		sum := sha256.Sum256(packed)
		version = hex.EncodeToString(sum[:])[:versionDigits]
	}
	versions.Store(rulebook, version)
	return version
}
