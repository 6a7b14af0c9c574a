package public

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/picture"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

//go:embed site.html
var pages string

//go:embed site.css
var style string

//go:embed site.js
var script string

// Game is what is public of a world, and of its game.
type Game struct {
	Page  Page
	Story *Story // of a game that is over; nil: it is not shown
	Name  Words  // of the game
	Home  string // the list of worlds, as the page finds it; "": there is none
	Form  bool   // whoever serves the page takes the form of a sign-up, at Join
	Try   bool   // a page on which anybody may practise lies below it, in Practice
	Ended *Card  // a game beside it that is over, as a picture of what a running one will be; nil: none
	URL   string // of the folder with the page, without a stroke at its end; "": unknown
}

// Practice is the folder below a world's page in which anybody may practise the game in the browser.
const Practice = "practice"

// Join is where the form of a sign-up goes, beside the page. Its fields are mail, lang (de, en), and one that people do
// not see: whoever fills it in is a machine.
const Join = "join"

// Files are the public files of a world, by name.
func (g Game) Files() (files map[string][]byte, err error) {
	var card bytes.Buffer
	var undrawn error
	var drawing sync.WaitGroup
	drawing.Go(func() { undrawn = g.picture(&card) })
	files, err = g.Pages()
	drawing.Wait()
	if err = cmp.Or(err, undrawn); err != nil {
		return nil, err
	}
	if card.Len() > 0 {
		files["card.png"] = card.Bytes()
	}
	return files, nil
}

// picture draws card.png, if the map fits.
func (g Game) picture(to io.Writer) error {
	sheet, shows := g.sheet()
	if !shows {
		return nil
	}
	if err := sheet.PNG(to); err != nil {
		return fmt.Errorf("draw the picture of %s: %w", g.Page.World, err)
	}
	return nil
}

// sheet is the picture. shows is false if no map is public, or if it does not fit.
func (g Game) sheet() (s picture.Sheet, shows bool) {
	s = picture.Sheet{Title: g.Page.World, Lang: phrase.En, Chart: g.chart()}
	return s, len(s.Chart.Cells) > 0 && s.Fits()
}

// Pages are the files without the picture, which shows nothing that the page does not.
func (g Game) Pages() (files map[string][]byte, err error) {
	files = map[string][]byte{}
	for _, lang := range phrase.Langs {
		files["public."+string(lang)+".txt"] = g.Page.Text(lang, Columns)
		files["feed."+string(lang)+".xml"] = g.feed(lang)
	}
	if files["public.json"], err = dataOf(g.Page); err == nil {
		files["index.html"], err = printed(map[bool]string{false: "running", true: "finished"}[g.Page.GameOver], g.view())
	}
	return files, err
}

func dataOf(page Page) ([]byte, error) {
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(page); err != nil {
		return nil, fmt.Errorf("what is public as JSON: %w", err)
	}
	return raw.Bytes(), nil
}

// chart is the map that the page shows. It has no fields where none is public.
func (g Game) chart() game.Chart {
	if g.Story != nil {
		return g.Story.Charts[phrase.En]
	}
	return g.Page.Charts[phrase.En]
}

// head is what every page needs.
type head struct {
	Name            string
	Headline, About Words
	Home            string
	Nav             []string
	Feed            bool
	URL             string
	Picture         bool // card.png lies beside it
	CSS             template.CSS
	JS              template.JS
	CSP             string
	Defs            template.HTML
	Data            any // for the script; nil: none
}

// policy allows the page's own style and script, by their sums, forms to where form says, and nothing else.
func policy(css, js, form string) string {
	sum := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return base64.StdEncoding.EncodeToString(h[:])
	}
	return fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; img-src data:; base-uri 'none'; "+
		"form-action %s", sum(css), sum(js), form)
}

func headOf(name string, realms int, scale float64) head {
	css := style + picture.Styles(realms, scale)
	return head{Name: name, CSS: template.CSS(css), JS: template.JS(script), CSP: policy(css, script, "'none'"),
		Defs: drawings(realms)}
}

// printed is a page by its template.
func printed(name string, view any) ([]byte, error) {
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, name, view); err != nil {
		return nil, fmt.Errorf("the page %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// templates are parsed when the first page is written: most calls of the program write none.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("site").Funcs(functions).Parse(pages))
})

var functions = template.FuncMap{
	"say": func(code string, args ...any) template.HTML { return both(said(code, phrases(args)...)) },
	"sayc": func(code string, word Words, address string) template.HTML {
		marks := strings.NewReplacer("\x01", "<code>", "\x02", "</code>")
		of := func(lang phrase.Lang) string {
			return marks.Replace(template.HTMLEscapeString(text(lang, code, phrase.Str("word", "\x01"+word[lang]+"\x02"),
				phrase.Str("address", "\x01"+address+"\x02"))))
		}
		return spans(of(phrase.En), of(phrase.De))
	},
	"text":  func(lang, code string) string { return text(phrase.Lang(lang), code) },
	"in":    func(lang string, w Words) string { return w[phrase.Lang(lang)] },
	"both":  both,
	"crest": func(realm int) template.HTML { return template.HTML(picture.Shield(realm)) },
	"ic":    icon,
	"num":   func(n int64) template.HTML { return both(grouped(n)) },
	"day": func(at time.Time) template.HTML {
		return both(Each(func(lang phrase.Lang) string { return Day(wording.Words(lang), at) }))
	},
	"moment": func(at time.Time) template.HTML {
		return both(Each(func(lang phrase.Lang) string { return wording.Moment(wording.Words(lang), at) }))
	},
	"mail": func(address, word string) template.URL {
		return template.URL("mailto:" + url.PathEscape(address) + "?subject=" + url.PathEscape(word))
	},
}

func text(lang phrase.Lang, code string, args ...phrase.Arg) string {
	return wording.Words(lang).Say(phrase.P("site."+code, args...))
}

func said(code string, args ...phrase.Arg) Words {
	return Each(func(lang phrase.Lang) string { return text(lang, code, args...) })
}

// phrases are the arguments of a sentence in a template: names and values in turn.
func phrases(args []any) (out []phrase.Arg) {
	for i := 0; i+1 < len(args); i += 2 {
		name := args[i].(string)
		switch v := args[i+1].(type) {
		case int:
			out = append(out, phrase.Num(name, v))
		case int64:
			out = append(out, phrase.Num(name, int(v)))
		default:
			out = append(out, phrase.Str(name, fmt.Sprint(v)))
		}
	}
	return out
}

// both writes words in both languages; the style shows one of them. What is the same in both stands once.
func both(w Words) template.HTML {
	en, de := template.HTMLEscapeString(w[phrase.En]), template.HTMLEscapeString(w[phrase.De])
	if en == de {
		return template.HTML(en)
	}
	return spans(en, de)
}

// spans are what is HTML already, in both languages.
func spans(en, de string) template.HTML {
	return template.HTML(`<span lang="en">` + en + `</span><span lang="de">` + de + `</span>`)
}

func grouped(n int64) Words {
	marks := map[phrase.Lang]string{phrase.De: ".", phrase.En: ","}
	return Each(func(lang phrase.Lang) string { return string(phrase.AppendGrouped(nil, n, marks[lang])) })
}

// icons are strokes in a square of 24.
var icons = map[string]string{"sun": "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
	"feed": "M5 19h.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14", "letter": "M3 6h18v12H3zM3 7l9 7 9-7", "play": "M7 5v14l12-7z",
	"eye": "M2 12c4-7 16-7 20 0c-4 7-16 7-20 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
	"down": "M12 4v11M7 11l5 5 5-5M5 20h14", "paper": "M4 5h13v14H4zM17 9h3v8a2 2 0 0 1-3 2M7 9h7M7 13h7M7 16h4",
	"fight": "M5 4l14 14M19 4L5 18M4 15l5 5M20 15l-5 5"}

func icon(name string) template.HTML {
	return template.HTML(`<svg class="ic" aria-hidden="true"><use href="#i-` + name + `"/></svg>`)
}

// drawings define the icons, and the crests of realms.
func drawings(realms int) template.HTML {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(icons)) {
		fmt.Fprintf(&b, `<symbol id="i-%s" viewBox="0 0 24 24"><path d="%s"/></symbol>`, name, icons[name])
	}
	return template.HTML(b.String() + picture.Shields(realms))
}

// Card is a world in the list of several. It is kept beside the world's page, so that whoever writes one of the worlds
// can write the list anew.
type Card struct {
	Folder   string        `json:"-"`
	Name     string        `json:"name"`
	Over     bool          `json:"over"`
	Game     Words         `json:"game"`
	Headline Words         `json:"headline"`
	Practice string        `json:"practice,omitempty"` // where one may practise by mail; "": nowhere
	Try      bool          `json:"try,omitempty"`      // as in Game
	Symbols  template.HTML `json:"symbols"`            // of the small map
	Map      template.HTML `json:"map"`
}

// Card is the world's card. It shows nothing that the page does not.
func (g Game) Card() Card {
	v := g.view()
	c := Card{Name: g.Page.World, Over: g.Page.GameOver, Game: g.Name, Headline: v.Headline, Try: g.Try}
	if s := g.Page.Signup; s != nil && s.Practice {
		c.Practice = s.Address
	}
	s, ok := picture.NewScene(g.chart())
	if !ok {
		return c
	}
	owners, buildings := standing(s.Chart)
	c.Symbols = template.HTML(s.Symbols())
	c.Map = template.HTML(fmt.Sprintf(`<svg class="world" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice" `+
		`aria-hidden="true">%s%s%s</svg>`, s.Width, s.Height, s.Ground(), s.Owned(owners), s.Built(buildings, owners)))
	return c
}

// marked is a card whose symbols have other names than those of other cards, and of the page.
func (c Card) marked(n int) Card {
	mark := strings.NewReplacer(`id="`, fmt.Sprintf(`id="w%d`, n), `href="#`, fmt.Sprintf(`href="#w%d`, n))
	c.Symbols, c.Map = template.HTML(mark.Replace(string(c.Symbols))), template.HTML(mark.Replace(string(c.Map)))
	return c
}

// Index is the list of worlds, as a page. Games that run come first. The symbols of each map have names of their own.
func Index(cards []Card) ([]byte, error) {
	slices.SortStableFunc(cards, func(a, b Card) int {
		return cmp.Compare(map[bool]int{true: 1}[a.Over], map[bool]int{true: 1}[b.Over])
	})
	v := struct {
		head
		Cards     []Card
		Practices bool
	}{head: headOf("Weltentor", 60, 0.6)}
	v.Home, v.Nav, v.About, v.Headline = "index.html", nil, said("worlds-sub"), said("worlds")
	for i, c := range cards {
		c = c.marked(i)
		v.Defs += c.Symbols
		v.Cards, v.Practices = append(v.Cards, c), v.Practices || c.Practice != "" || c.Try
	}
	return printed("index", v)
}

// standing are the owners and buildings of a chart.
func standing(chart game.Chart) (owners []int, buildings []string) {
	for _, c := range chart.Cells {
		owners, buildings = append(owners, c.Owner), append(buildings, c.Building)
	}
	return owners, buildings
}
