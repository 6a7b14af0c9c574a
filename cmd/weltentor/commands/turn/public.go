package turn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/public"
)

// PublicCmd shows what everybody may know about a world, or writes it into files for a web server.
type PublicCmd struct {
	Dir    string `arg:""`
	Output string `short:"o" placeholder:"FOLDER"`
	JSON   bool   `name:"json"`
}

// Run prints the page in the game master's language, or as JSON. With a folder it writes public.de.txt, public.en.txt
// and public.json there, and leaves unchanged files alone. If nothing is public it does nothing.
func (k *PublicCmd) Run(c *call.Call) error {
	if k.JSON && k.Output != "" {
		return fault.Usage("public-one")
	}
	w, err := folder.Look(c, k.Dir)
	if err != nil {
		return err
	}
	page, err := master.PublicOf(w.World)
	switch {
	case err != nil:
		return w.Wrong(err)
	case len(page.Public) == 0:
		return fault.No("public-nothing", phrase.Str("file", filepath.Join(k.Dir, settings.File)),
			phrase.Str("words", settings.Listed(public.Parts)))
	case k.JSON:
		return c.JSON().Encode(page)
	case k.Output == "":
		_, err = c.Out.Write(page.Text(c.Voice.Book.Lang, public.Columns))
		return err
	}
	return k.publish(page)
}

// publish writes the files.
func (k *PublicCmd) publish(page public.Page) error {
	files := map[string][]byte{}
	for _, lang := range phrase.Langs {
		files["public."+string(lang)+".txt"] = page.Text(lang, public.Columns)
	}
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(page); err != nil {
		return fmt.Errorf("what is public as JSON: %w", err)
	}
	files["public.json"] = raw.Bytes()
	if err := os.MkdirAll(k.Output, 0o755); err != nil {
		return unwritten(k.Output, err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(k.Output, name)
		if was, err := os.ReadFile(file); err == nil && bytes.Equal(was, files[name]) {
			continue
		}
		if err := replace(file, ".public-*", 0o644, files[name]); err != nil {
			return unwritten(file, err)
		}
	}
	return nil
}

// unwritten complains about a file that could not be written.
func unwritten(file string, err error) error {
	what := phrase.P("public-unwritten", phrase.Str("file", file))
	return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
}
