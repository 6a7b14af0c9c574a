package public

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"time"

	"weltentor/orders/phrase"
)

// atom is a feed (RFC 4287).
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    phrase.Lang `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Link    atomLink    `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Content string   `xml:"content"`
}

// feed has an entry for each resolved turn, the newest first: its news and who was missing. The id of a turn stays the
// same if it is taken back and resolved again.
func (g Game) feed(lang phrase.Lang) []byte {
	p := &g.Page
	id := "urn:weltentor:" + url.PathEscape(p.World)
	out := atom{Lang: lang, ID: id, Title: p.World, Author: "Weltentor", Link: atomLink{"index.html"},
		Updated: time.Unix(0, 0).UTC().Format(time.RFC3339)}
	missed := map[int][]string{}
	for _, row := range p.Turns {
		for _, r := range row.MissedBy {
			missed[row.Turn] = append(missed[row.Turn], r.Name)
		}
	}
	for _, paper := range p.Newspaper {
		if paper.At.IsZero() {
			continue
		}
		e := atomEntry{ID: fmt.Sprintf("%s:turn:%d", id, paper.Turn), Title: text(lang, "turn", phrase.Num("turn", paper.Turn)),
			Updated: paper.At.Format(time.RFC3339), Link: atomLink{fmt.Sprintf("index.html#t%d", paper.Turn)}}
		e.Content = entryText(lang, paper, missed[paper.Turn])
		if out.Updated < e.Updated || len(out.Entries) == 0 {
			out.Updated = e.Updated
		}
		out.Entries = append(out.Entries, e)
	}
	if n := len(out.Entries); p.GameOver && n > 0 {
		out.Entries = append([]atomEntry{{ID: id + ":end", Title: g.outcome()[lang], Updated: out.Entries[0].Updated,
			Link: atomLink{"index.html"}, Content: g.outcome()[lang]}}, out.Entries...)
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", " ")
	if err := e.Encode(out); err != nil {
		panic(err) // texts
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// entryText is the text of an entry.
func entryText(lang phrase.Lang, paper Paper, missed []string) string {
	var lines []string
	for _, n := range paper.News {
		lines = append(lines, n.Text[lang])
	}
	if len(lines) == 0 {
		lines = append(lines, text(lang, "nothing"))
	}
	if len(missed) > 0 {
		lines = append(lines, text(lang, "missing", phrase.Str("list", strings.Join(missed, ", "))))
	}
	return strings.Join(lines, "\n")
}
