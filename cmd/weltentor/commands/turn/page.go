package turn

import (
	"errors"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/store/faults"
)

// PageCmd writes the page of a game into a file, or the data of a realm's page.
type PageCmd struct {
	Dir      string       `arg:"" optional:""`
	Realm    call.Number  `arg:"" optional:""`
	Turn     *call.Number `arg:"" optional:""`
	Named    call.Number  `name:"realm" hidden:"" placeholder:"N"`
	Rulebook string       `placeholder:"NAME"`
	Output   string       `short:"o" required:"" placeholder:"FILE"`
}

// Run writes a page that everybody may read, or data that only the game master can read, like the world itself.
func (k *PageCmd) Run(c *call.Call) error {
	realm, err := call.OneRealm(k.Realm, k.Named)
	if err != nil {
		return err
	}
	if (k.Rulebook == "") == (k.Dir == "") || k.Dir != "" && realm == 0 {
		return complaint.Usage("page-one")
	}
	if k.Rulebook != "" {
		rb, err := c.Rulebook(k.Rulebook)
		if err != nil {
			return err
		}
		html, _, ok := pages.Page(rb.Name())
		if !ok {
			return complaint.No("page-none")
		}
		return replace(k.Output, ".page-*", 0o644, html)
	}
	w, err := folder.Open(c, k.Dir)
	if err != nil {
		return err
	}
	data, err := notices.Laid(w.World, int(realm), call.OrNewest(k.Turn))
	if errors.Is(err, faults.ErrReport) {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("no-page", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if err != nil {
		return w.Wrong(err)
	}
	return replace(k.Output, ".page-*", 0o600, data)
}
