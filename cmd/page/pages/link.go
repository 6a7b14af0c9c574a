package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

//go:embed link
var beside embed.FS

// opened is what the page of a link has and one in a letter must not: it may read files beside it, and be installed.
// Scripts and their hashes are the same.
var opened = []struct{ from, to string }{
	{"; worker-src blob:;", "; worker-src blob: 'self'; connect-src 'self'; manifest-src 'self';"},
	{"; img-src data: blob:;", "; img-src data: blob: 'self';"},
	{"<title>", `<meta name="robots" content="noindex">
<meta name="theme-color" content="#1f2a38">
<link rel="manifest" href="NAME.webmanifest">
<link rel="icon" href="icon.svg">
<link rel="apple-touch-icon" href="icon.png">
<title>`},
	{`<body data-rulebook="NAME"`, `<body data-link data-rulebook="NAME"`},
}

// Practice returns a rulebook's page as it lies below a public page, to which it leads back: it plays practice games alone.
func Practice(html []byte) []byte {
	return bytes.Replace(html, []byte("<body data-rulebook="), []byte("<body data-practice data-rulebook="), 1)
}

// Sending marks the page among the files of ByLink, made from html: it may send letters to the server that has it. The mark
// is the version that such letters name, which is returned.
func Sending(rulebook string, html []byte, files map[string][]byte) (version string) {
	sum := sha256.Sum256(html)
	version = hex.EncodeToString(sum[:8])
	page := rulebook + ".html"
	files[page] = bytes.Replace(files[page], []byte("<body data-link "), []byte(`<body data-link data-sends="`+version+`" `), 1)
	return version
}

// ByLink returns the files for a game's tables by link, by name: the page NAME.html, made from the one for letters, with
// its manifest, its icon and the worker by which it works without a network. world is what the installed page is called.
func ByLink(rulebook, world string, html []byte) (map[string][]byte, error) {
	for _, o := range opened {
		from := bytes.ReplaceAll([]byte(o.from), []byte("NAME"), []byte(rulebook))
		if !bytes.Contains(html, from) {
			return nil, fmt.Errorf("the page of %s has no %s", rulebook, from)
		}
		html = bytes.Replace(html, from, bytes.ReplaceAll([]byte(o.to), []byte("NAME"), []byte(rulebook)), 1)
	}
	manifest, err := json.Marshal(map[string]any{
		"name": world, "short_name": world, "start_url": rulebook + ".html", "scope": "./", "display": "standalone",
		"background_color": "#1f2a38", "theme_color": "#1f2a38",
		"icons": []map[string]string{
			{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
			{"src": "icon.png", "sizes": "512x512", "type": "image/png", "purpose": "any"}, // the same, for phones
		},
	})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{rulebook + ".html": html, rulebook + ".webmanifest": manifest}
	for _, name := range []string{"sw.js", "icon.svg", "icon.png"} {
		if files[name], err = beside.ReadFile("link/" + name); err != nil {
			return nil, err
		}
	}
	return files, nil
}
