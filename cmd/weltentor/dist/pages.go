package main

import (
	_ "embed"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The pages of a release name no address, so they are true on any server, stick or share.
const (
	installFile = "INSTALL.txt"
	changesFile = "CHANGES.txt"
	indexFile   = "index.html"
)

// install is INSTALL.txt, with places for the version and the list of files.
//
//go:embed INSTALL.txt
var install string

// pages writes what is read in the folder of a release: how the program is installed, as a text and as a page with
// relative links, and what has changed. So the folder can be put on a web server as it is.
func (m *material) pages(to string) error {
	entries, err := os.ReadDir(to)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	text := strings.NewReplacer("{version}", m.version, "{files}", "  "+strings.Join(names, "\n  ")).Replace(install)
	changes, err := os.ReadFile("docs/changes.md")
	if err != nil {
		return err
	}
	for name, data := range map[string]string{installFile: text, changesFile: string(changes), indexFile: linked(text, names)} {
		if err := os.WriteFile(filepath.Join(to, name), []byte(data), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// linked is the text as a page, in which the names of files are links to them.
func linked(text string, names []string) string {
	var links []string
	for _, name := range append(slices.Clone(names), sumsFile, changesFile) {
		name = html.EscapeString(name)
		links = append(links, name, `<a href="`+name+`">`+name+`</a>`)
	}
	title, _, _ := strings.Cut(text, "\n")
	return "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + html.EscapeString(title) +
		"</title>\n<pre style=\"white-space: pre-wrap\">\n" + strings.NewReplacer(links...).Replace(html.EscapeString(text)) + "</pre>\n</html>\n"
}
