package turn

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/public"
)

// PublicCmd shows what everybody may know about a world, or writes it into files for a web server.
type PublicCmd struct {
	Dirs   []string `arg:"" name:"dirs"`
	Output string   `short:"o" placeholder:"FOLDER"`
	JSON   bool     `name:"json"`
}

// Run prints the page in the game master's language, or as JSON. With a folder it writes the world's public files there,
// whole or not at all, and leaves unchanged files alone. If nothing is public it does nothing.
func (k *PublicCmd) Run(c *call.Call) error {
	if k.JSON && k.Output != "" {
		return complaint.Usage("public-one")
	}
	if len(k.Dirs) > 1 {
		if k.Output == "" {
			return complaint.Usage("public-several")
		}
		return mailing.PublishAll(c, k.Dirs, k.Output)
	}
	w, err := folder.Look(c, k.Dirs[0])
	if err != nil {
		return err
	}
	if k.Output != "" {
		_, err := mailing.Publish(w, k.Output)
		return err
	}
	page, err := gamemaster.PublicOf(w.World)
	switch {
	case err != nil:
		return w.Wrong(err)
	case len(page.Public) == 0:
		return mailing.NothingPublic(k.Dirs[0])
	case k.JSON:
		return c.JSON().Encode(page)
	}
	_, err = c.Out.Write(page.Text(c.Voice.Book.Lang, public.Columns))
	return err
}
