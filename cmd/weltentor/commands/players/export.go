package players

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/roster"
)

// realmExportCmd shows what is kept about a realm's player, for that player.
type realmExportCmd struct {
	folder.Reads
	Realm  call.Number `arg:""`
	Former string
	JSON   bool `name:"json"`
}

// person is who plays a realm, or who played it before and is called so: by name, number or address. If nobody is, or
// several are, the error lists them.
func person(w *folder.Opened, realm int, former string) (p master.Person, err error) {
	p = master.PlayerOf(w.World, realm)
	if former == "" {
		return p, nil
	}
	past, err := master.FormerOf(w.World, realm)
	if err != nil {
		return p, err
	}
	if found := roster.Named(past, former); len(found) == 1 {
		p.Former = found[0] + 1
		return p, nil
	}
	var all []string
	for i, s := range past {
		if len(s.Mail)+len(s.Stood) > 0 {
			who := strings.TrimSpace(strings.Join(append([]string{s.Player}, s.Mail...), " "))
			all = append(all, fmt.Sprintf("%d %s (%s)", i+1, who, s.Until.In(w.Zone()).Format(time.DateOnly)))
		}
	}
	return p, fault.Usage("former-who", phrase.Num("realm", realm), phrase.Str("who", former),
		phrase.Num("n", len(all)), phrase.Str("list", strings.Join(all, "; ")))
}

// Run prints it as text in the player's language, or as JSON.
func (k *realmExportCmd) Run(c *call.Call, w *folder.Opened) error {
	p, err := person(w, int(k.Realm), k.Former)
	if err != nil {
		return err
	}
	d, err := p.Data()
	if err != nil {
		return err
	}
	if k.JSON {
		return c.JSON().Encode(d)
	}
	_, err = fmt.Fprint(c.Out, d.Print(w.Zone()))
	return err
}
