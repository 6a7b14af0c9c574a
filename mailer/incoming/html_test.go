package incoming

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// pageOf reads a page as the only one of its mail.
func pageOf(page string) *htmlWriter {
	left := newBudget(context.Background())
	return htmlParts(page, &left)
}

// seen is what a reader of the page sees.
func seen(page string) string {
	left := newBudget(context.Background())
	return htmlText(page, &left)
}

// A page reads as a browser shows it, with "> " before what is quoted.
func TestHTMLText(t *testing.T) {
	for name, c := range map[string]struct{ page, want string }{
		"text as typed":             {"$A\r\n  1 &lt; 2\n", "$A\n  1 < 2\n"},
		"as typed, in a body":       {"<html><body>$A\n1</body></html>", "$A\n1\n"},
		"as typed, with bold words": {"<b>$A</b>\n1", "$A\n1\n"},
		"one break":                 {"$A\n1<br>2", "$A 1\n2\n"},
		"a break that closes":       {"$A\n1<br/>2", "$A 1\n2\n"},
		"two breaks":                {"1<br><br>2", "1\n\n2\n"},
		"paragraphs":                {"<p>1\n2</p>\n<p>3 </p><p> 4</p>", "1 2\n3\n4\n"},
		"a list":                    {"<ul><li>1<li>2</ul>3", "1\n2\n3\n"},
		"an empty rule":             {"1<hr><hr/>2", "1\n2\n"},
		"an end alone":              {"<p>1<b>2</b></section>3", "12\n3\n"},
		"no blank":                  {"<p>1<b>2</b>3</p>", "123\n"},
		"a blank before a tag":      {"<p>1 <b>2</b></p>", "1 2\n"},
		"a blank behind a tag":      {"<p>1<b> 2</b></p>", "1 2\n"},
		"a blank between tags":      {"<p><b>1</b>\t<b>2</b></p>", "1 2\n"},
		"a blank used up":           {"<p>1 <b>2</b><b>3</b></p>", "1 23\n"},
		"blanks of all kinds":       {"<p>1 \t\r\n\f 2</p>", "1 2\n"},
		"no-break spaces":           {"<p>1&nbsp;&nbsp;2</p>", "1\u00a0\u00a02\n"},
		"cells": {"<table><tr><th>1</th><td>2</td></tr><tr><td>3</td><td></td><td>4</td></tr>" +
			"</table>", "1 2\n3 4\n"},
		"a cell before a pre": {"<table><tr><td><span style=white-space:pre>1</span>2</td></tr></table>", "12\n"},
		"hidden": {"<head><title>1</title><style>2</style></head><script>3</script><p>4<select>" +
			"<option>5</select></p>", "4\n"},
		"hidden twice":           {"<template>1<select>2</select>3</template><p>4</p>", "4\n"},
		"an end hides nothing":   {"<p>1</p></template><template>2</template><p>3</p>", "1\n3\n"},
		"never closed":           {"<p>1</p><template/><p>2</p>", "1\n"},
		"a hidden end of a line": {"<p>1<template><br></template>2</p>", "1\n2\n"},
		"preformatted":           {"<pre>1\n   2\n\n3  \n</pre>4\n5", "1\n   2\n\n3\n4 5\n"},
		"a field of a form":      {"<p>0\n1</p><textarea>1\n2</textarea>3\n4", "0 1\n1\n2\n3 4\n"},
		"preformatted twice":     {"<pre>1<pre>2\n3</pre>4\n5</pre>6\n7", "1\n2\n3\n4\n5\n6 7\n"},
		"an end of pre alone":    {"<p>0</p></pre><pre>1\n2</pre>", "0\n1\n2\n"},
		"by style":               {`<div style="color:red; white-space: pre-wrap">1` + "\n2</div>3\n4", "1\n2\n3 4\n"},
		"by another style":       {`<div style="white-space:normal">1` + "\n2</div>", "1 2\n"},
		"not by a name":          {`<div title="white-space:pre">1` + "\n2</div>", "1 2\n"},
		"no blank from the line": {`<p>1 <br><span style="white-space:pre">2</span>3</p>`, "1\n23\n"},
		"quoted": {"<p>1</p><blockquote>2<blockquote>3</blockquote>4<br><br></blockquote>5",
			"1\n> 2\n> > 3\n> 4\n> \n5\n"},
		"an end of a quote alone": {"</blockquote>1<blockquote>2</blockquote>3", "1\n> 2\n3\n"},
		"by name":                 {`<div name="quote">1<div>2</div>3<p>4</p></div>5`, "> 1\n> 2\n> 3\n> 4\n5\n"},
		"by another name":         {`<div name="quoted">1</div>`, "1\n"},
		"by id":                   {`<div id="quote">1</div>`, "1\n"},
		"by class":                {`<div class="ydp1 yahoo_quoted">1</div>2`, "> 1\n2\n"},
		"by class, of others":     {`<div class="protonmail_quote">1</div><div class=tutanota_quote>2</div>3`, "> 1\n> 2\n3\n"},
		"by a tag":                {`<div>1</div><includetail><div>2</div></includetail>`, "1\n> 2\n"},
		"between its quotes": {`<div class=protonmail_quote><div>1</div><blockquote>2</blockquote><div>3</div><blockquote>4</blockquote>5</div>6`,
			"> 1\n> > 2\n3\n> 4\n5\n6\n"},
		"by names of others":      {`<div name="messageReplySection">1</div><div data-marker=__QUOTED_TEXT__>2</div>3`, "> 1\n> 2\n3\n"},
		"by ids of others":        {`<div id="mail-editor-reference-message-container">1</div>2<div id=appendonsend></div>3`, "> 1\n2\n> 3\n"},
		"by another class":        {`<div class="quote">1</div>`, "1\n"},
		"two by name":             {`<div name="quote">1<div name="quote">2</div>3</div>4`, "> 1\n> > 2\n> 3\n4\n"},
		"an end of a div alone":   {`</div>1<div name="quote">2</div>3</div>4`, "1\n> 2\n3\n4\n"},
		"a quote without an end":  {`1<blockquote/>2`, "1\n> 2\n"},
		"in a deep quote":         {strings.Repeat("<blockquote>", 9) + "1", strings.Repeat("> ", 8) + "1\n"},
		"an ended div in a quote": {`<blockquote><div name="quote">1</blockquote>2</div><p>3</p>`, "> > 1\n> 2\n3\n"},
		"a quote that ends first": {`<div name="quote">1</blockquote>2</div><blockquote>3</blockquote>`,
			"> 1\n> 2\n> 3\n"},
		"an indented passage":   {`1<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>2</div></blockquote>3`, "1\n2\n3\n"},
		"one that is cited":     {`1<blockquote type="cite" style="margin:0 0 0 40px;border:none">2</blockquote>3`, "1\n> 2\n3\n"},
		"one with a border":     {`1<blockquote style="margin:0 0 0 .8ex;border-left:1px #ccc solid">2</blockquote>3`, "1\n> 2\n3\n"},
		"one below who wrote":   {`Am 1.2.2026 um 10:00 schrieb Probe &lt;game@demo.test&gt;:<blockquote style="margin:0 0 0 40px;border:none">2</blockquote>3`, "Am 1.2.2026 um 10:00 schrieb Probe <game@demo.test>:\n> 2\n3\n"},
		"one within a quote":    {`<blockquote>1<blockquote style="margin:0 0 0 40px;border:none">2</blockquote>3</blockquote>4`, "> 1\n> 2\n> 3\n4\n"},
		"a pre that ends first": {`<div style="white-space:pre">1</pre>2</div><pre>3` + "\n4</pre>", "1\n2\n3\n4\n"},
	} {
		if got := seen(c.page); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What a mail program does not show is not what its writer says.
func TestUnseenStyle(t *testing.T) {
	for style, want := range map[string]bool{
		"display:none": true, "color:red; DISPLAY : None !important": true, "display:/**/none": true,
		"visibility:hidden": true, "visibility:collapse": true, "mso-hide:all": true, "content-visibility:hidden": true,
		"opacity:0": true, "opacity:.0": true, "opacity:0%": true, "opacity:0.01": true, "opacity:0.9": false,
		"font-size:0": true, "font-size:0px": true, "font-size:0.5px": true, "font-size:0.01em": true,
		"font-size:0.9em": false, "font-size:10px": false, "font:0/0 Arial": true, "font:italic 0px Arial": true,
		"font:0.9em/1.2 Arial": false, "font:10px Arial": false, "color:transparent": true,
		"color:red;background:transparent": false, "max-height:0": true, "max-width:0px": true, "height:0": false,
		"height:0;overflow:hidden": true, "overflow:hidden;width:0px": true, "overflow:hidden;width:100px": false,
		"transform:scale(0)": true, "transform:scale(1)": false, "clip:rect(0,0,0,0)": true,
		"clip: rect(1px, 1px, 1px, 1px)": true, "clip-path:inset(50%)": true, "text-indent:-9999px": true,
		"margin-top:-999em": true, "margin-left:-10px": false, "position:absolute;left:-5000px": true,
		"": false, "display": false, ";:;": false,
		"color:#fff": true, "color:#fefefe;background:#eee": true, "color:#ffffff;background:black": false,
		"color:white;background-color:rgb(0, 0, 80)": false, "color:#0000": true, "color:#00000000": true,
		"color:#000": false, "color:#000000ff": false, "color:rgba(0,0,0,0)": true, "color:rgb(0 0 0 / 0%)": true,
		"color:rgb(1,2,3)": false, "color:rgb(255,255,255)": true, "color:hsl(0,0%,100%)": true, "color:windowtext": false,
		"color:white;color:red": false, "color:var(--x, #172b4d)": false, "color:var(--x)": false,
		"--x:white;color:var(--x, red)": false, "font-size:calc(1px - 1px)": true, "font-size:1px": true,
		"text-decoration:underline": false, "text-decoration: line-through red": true, "text-decoration-line:line-through": true,
		"height:0;overflow-y:hidden": true, "line-height:0;height:1px;overflow:hidden": true, "margin:0 0 0 -9999px": true,
		"margin:0 -10px": false, "transform:translateX(-9999px)": true, "transform:scale(0,0)": true, "transform:none": false,
		"color:oklch(0.21 0.034 264.665)": false, "color:oklch(98% 0 0)": true, "color:hsl(210,11%,15%)": false, "color:hsl(210 11% 15% / 0)": true,
		"color:hsla(210,11%,15%,0)": true, "color:lab(20% 1 2)": false, "color:rgb(13.5,13,13)": false, "color:rgb(250.5,250,250)": true,
		"font-size:clamp(14px,2vw,18px)": false, "font-size:clamp(0px,0px,18px)": true, "font-size:max(1em,14px)": false,
		"font-size:min(1px,14px)": true, "font-size:calc(1em + 1px)": false, "font-size:calc(9px*0)": true, "max-width:min(100%,600px)": false,
		"font-size:calc(9px + -9px)": true, "contain:inline-size": false, "contain:size paint": true,
		"animation:none 0s ease 0s 1 normal none running": false, "transform:matrix(1,0,0,1,0,0)": false, "transform:matrix(0,0,0,0,0,0)": true,
		"transform:rotate(0deg)": false, "transform:scale(1,1)": false, "transform:scale(1,0)": true, "filter:brightness(1)": false,
		"clip:rect(auto,auto,auto,auto)":         false,
		"color:inherit;background-color:inherit": false, "color:initial;background:initial": false, "padding:calc(1rem + 2px)": false,
		"padding:env(safe-area-inset-bottom)": false, "margin:0 0 0 100%": false, "margin-right:-200pt": false, "margin-left:-.5in": false, "position:absolute;left:-90px": true, "text-indent:-99px": true, "height:3px;overflow:hidden": true,
		"line-height:.01;overflow:hidden": true, "line-height:1.2;overflow:hidden": false, "contain:strict": true, "contain:layout": false,
		"display:table-column": true, "display:table-cell": false, "animation:a 0s forwards": true, "offset-path:path(a)": true,
		"font-size:2": false, "mask-type:luminance": false, "-webkit-transform:translateZ(0)": false, "transform:translate3d(0px, 0, 0)": false,
		"transform:translate(0, -900px)": true, "margin-left:calc(0px - 99em)": true,
		"color:#000;background:#000": true, "color:black;background-color:black": true, "color:#101010;background:#111": true,
		"color:black;background:red": false, "left:-99em;position:absolute": true, "left:-9e9px": true, "left:-99%": true,
		"top:-99vh": true, "text-indent:-.25in": false, "text-indent:-18.0pt": false, "right:9999px": true, "padding-left:9999px": true,
		"margin-inline-start:-9999px": true, "margin:0 auto": false, "padding:5.25pt 0cm": false, "letter-spacing:-1em": true,
		"letter-spacing:-.5px": false, "font-size:.1em": true, "font-size:3%": true, "font-size:1e-9px": true, "font-size:90%": false,
		"font-size:small": false, "font-size:11.0pt": false, "font:.4px a": true, "font:1px/1 a": true, "font:400 12px/1 Arial": false,
		"max-height:1px;overflow:hidden": true, "max-width:600px;overflow:hidden": false, "height:1pt;overflow:hidden": true,
		"height:0;overflow:auto": true, "block-size:0;overflow:clip": true, "overflow:auto;height:auto": false,
		"line-height:1;overflow:hidden": false, "opacity:1e-3": true, "opacity:-1": true, "opacity:5%": true, "opacity:50%": false,
		"zoom:1%": true, "color:#00000001": true, "color:#000000e0": false, "color:canvas": true, "z-index:-1": true, "z-index:1": false,
		"mask-image:linear-gradient(transparent,transparent)": true, "-webkit-transform:scale(0)": true, "-webkit-clip-path:inset(50%)": true,
		"-webkit-mask:none": false, "-webkit-text-security:disc": true, "-webkit-text-stroke-width:0px": false,
		"filter:opacity(0)": true, "zoom:0": true, "zoom:1": false, `d\69splay:none`: true, `content:"a;display:none"`: false,
	} {
		if got := (&sheet{}).styleOf(bare(style)).does(false); (got == hides || got == strikes) != want {
			t.Errorf("%q: does %d, hidden is %t", style, got, want)
		}
	}
	for page, want := range map[string]string{
		`<p>1<span style="display:none"><div>2</span>3</div></span><p>4`:       "1\n4\n",
		`<p>1<b style="display:none">2</b>3`:                                   "13\n",
		`<p>1<s>2</s> <del>3</del><strike>4</strike>5`:                         "1~~ ~~~~5\n",
		`<p>1<p style="display:none">2<p>3</p><p>4</p>`:                        "1\n3\n4\n",
		`<ul><li>1<li hidden>2<ul><li>3</ul><li>4</ul>`:                        "1\n4\n",
		`<table><tr><td hidden>1<td>2<tr hidden><td>3<tr><td>4</table>`:        "2\n4\n",
		`1<div style="text-decoration:line-through">2</div>3`:                  "1\n~~\n3\n",
		`<div popover>1</div>2`:                                                "2\n",
		`<div hidden/>1</div>2`:                                                "2\n",
		`<label hidden><div><b>1</b></label>2</div></label>3`:                  "3\n",
		`<div hidden><table><td></div>1</table></div>2`:                        "2\n",
		`<details><summary>1</summary>2</details>3<details open>4`:             "3\n4\n",
		`<dialog>1</dialog><ruby>2<rp>3</rp></ruby>`:                           "2\n",
		`<font color=white>1</font><font color=FFFFFF>2</font>3`:               "3\n",
		`<table><td bgcolor=navy><font color=white>1</font></table>2`:          "1\n2\n",
		`<body bgcolor=white text=white><p>1<p style="color:red">2`:            "",
		`<noscript><style>.x{display:none}</style></noscript><p class=x>1<p>2`: "2\n",
		`<p>1<iframe>2</iframe><svg>3</svg><p>4`:                               "1\n4\n",
	} {
		if got := seen(page); got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}

// What a rule of the page hides is unseen like what its element's style hides, unless it is shown to somebody.
func TestUnseenSheet(t *testing.T) {
	for name, c := range map[string]struct{ css, of string }{
		"a class":                         {".x{display:none}", `class=x`},
		"a class among others":            {".x{display:none}", `class="a x b"`},
		"an id":                           {"#x{visibility:hidden}", `id=x`},
		"a tag":                           {"p{font-size:0}", ``},
		"a tag and a class":               {"p.x{mso-hide:all}", `class=x`},
		"two classes":                     {".x.y{opacity:0}", `class="y x"`},
		"a list":                          {"h1, .x ,#y{display:none}", `class=x`},
		"all":                             {"*{display:none}", ``},
		"two that hide together":          {".x{height:0}.y{overflow:hidden}", `class="x y"`},
		"in capitals":                     {".X{Display:NONE}", `class=x`},
		"with comments":                   {"/* } */.x/**/{/*;*/display:none}", `class=x`},
		"in a comment of HTML":            {"<!-- .x{display:none} -->", `class=x`},
		"below an import":                 {"@import url(a.css);.x{display:none}", `class=x`},
		"below a font":                    {"@font-face{src:url(a)}.x{display:none}", `class=x`},
		"below a broken string":           {`.y{content:"}"}.x{display:none}`, `class=x`},
		"never closed":                    {".x{display:none", `class=x`},
		"on each screen":                  {"@media screen{.x{display:none}}", `class=x`},
		"in the body":                     {"body .x{display:none}", `class=x`},
		"in the body of the page":         {"html>body > .x{display:none}", `class=x`},
		"an earlier rule that shows":      {".x{display:block}.x{display:none}", `class=x`},
		"a lighter rule that shows":       {".x{display:none}p{display:block}", `class=x`},
		"important":                       {".x{display:none!important}.x{display:block}", `class=x style="display:block"`},
		"shown in print":                  {".x{display:none}@media print{.x{display:block}}", `class=x`},
		"one of two ways is shown":        {".x{display:none;font-size:0}", `class=x style="display:block"`},
		"by its own style":                {".x{color:red}", `class=x style="display:none"`},
		"seen: another class":             {".x{display:none}", `class=xy`},
		"seen: a class that is an id":     {".x{display:none}", `id=x`},
		"seen: another tag":               {"h1.x{display:none}", `class=x`},
		"seen: one of two classes":        {".x.y{display:none}", `class=x`},
		"seen: a later rule":              {".x{display:none}.x{display:block}", `class=x`},
		"seen: a heavier rule":            {"#y{display:block}.x{display:none}", `class=x id=y`},
		"seen: its own style":             {".x{display:none}", `class=x style="display:block"`},
		"seen: by what is important":      {".x{display:block!important}.x{display:none}", `class=x`},
		"in doubt: on some screens":       {"@media (max-width:600px){.x{display:none}}", `class=x`},
		"in doubt: shown on some screens": {".x{display:none}@media screen and (max-width:600px){.x{display:block}}", `class=x`},
		"seen: hidden in print":           {"@media print{.x{display:none}}", `class=x`},
		"seen: below a pointer":           {".x:hover{display:none}", `class=x`},
		"in doubt: within others":         {"div .x{display:none}", `class=x`},
		"in doubt: shown within others":   {".x{display:none}div .x{display:block}", `class=x`},
		"in doubt: within nothing":        {"> .x{display:none}", `class=x`},
		"seen: no selector":               {"{display:none}", ``},
		"in doubt: if it can":             {"@supports (display:grid){.x{display:none}}", `class=x`},
		"in doubt: if the page is so":     {"div:first-child + p:not(.y){display:none}", ``},
		"in doubt: an attribute":          {`p[class="x"]{display:none}`, `class=x`},
		"in doubt: a list in one":         {":is(.x, .y){display:none}", `class=x`},
		"in doubt: any value":             {`[class^=y]{display:none}`, `class=x`},
		"seen: another attribute":         {`p[title]{display:none}`, `class=x`},
		"in doubt: the first":             {".x:first-child{display:none}", `class=x`},
		"in doubt: one thing":             {"p:is(.x){display:none}", `class=x`},
		"in doubt: not pointed at":        {".x:not(:hover){display:none}", `class=x`},
		"in doubt: of a layer":            {"@layer a{.x{display:none}}", `class=x`},
		"in doubt: for a wide page":       {"@media screen and (min-width:0){.x{display:none}}", `class=x`},
		"in doubt: within a rule":         {"p{color:red;&.x{display:none}}", `class=x`},
		"in doubt: by a variable":         {".x{--d:none;display:var(--d)}", `class=x`},
		"a brace in a string":             {`.a{content:'{'}.x{display:none}`, `class=x`},
		"a comment in a string":           {`.a{content:"/*"}.x{display:none}`, `class=x`},
		"escaped":                         {`.\78{d\69splay:none}`, `class=x`},
		"white":                           {".x{color:white}", `class=x`},
		"seen: white on black":            {".x{color:white;background:#000}", `class=x`},
		"seen: a rule in it":              {"p{color:red;&.y{display:none}}", `class=x`},
		"seen: an unknown variable":       {".x{display:var(--d)}", `class=x`},
		"seen: a step of a movement":      {"@keyframes a{p{display:none}}", ``},
	} {
		want := "1\n3\n"
		if strings.HasPrefix(name, "seen: ") {
			want = "1\n2\n3\n"
		}
		body := "<div>1</div><p " + c.of + ">2</p><div>3</div>"
		if strings.HasPrefix(name, "in doubt: a list") || name == "all" {
			want = ""
		}
		for _, page := range []string{"<style>" + c.css + "</style>" + body, body + "<STYLE type='text/css'>" + c.css + "</STYLE>",
			"<style>h1{}</style>" + body + "<style media='all'>" + c.css + "</style>"} {
			if got := seen(page); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
	if got := seen("<style media=print>p{display:none}</style><p>1"); got != "1\n" {
		t.Errorf("a sheet for paper: %q", got)
	}
	if unseen := pageOf("<style>.x{display:none}</style><p>1<p class=x>2").unseen.String(); strings.TrimSpace(unseen) != "2" {
		t.Errorf("unseen is %q", unseen)
	}
}

// Sheets that would cost too much are read to a limit. Nobody can tell what is seen of such a page, and nothing of its end
// is.
func TestSheetsWithoutEnd(t *testing.T) {
	for name, css := range map[string]string{
		"rules":      strings.Repeat(".x{left:0}", 200_000),
		"selectors":  strings.Repeat("p,", maxTried) + "p{" + strings.Repeat("left:0;", 15_000) + "}",
		"steps":      strings.Repeat("body ", 200_000) + "{left:0}" + strings.Repeat("p{left:0}", 2_000),
		"blocks":     strings.Repeat("@media all{", 20_000) + strings.Repeat("}", 20_000) + strings.Repeat("p{left:0}", 2_000),
		"compounds":  strings.Repeat("p.a{left:0}", 2_000),
		"properties": strings.Repeat("p{left:0;top:0;right:0;bottom:0;margin:0;padding:0;inset:0;opacity:1;zoom:1;z-index:1;font:9px a}", 100),
		"one rule":   ".a" + strings.Repeat(".x", 2_000) + "{left:0}",
		"marks":      strings.Repeat("p{left:0}", 2_000),
		"nothing":    strings.Repeat("p,", maxTried) + "p{border:0}p{left:0}",
	} {
		page := "<style>" + css + "</style>" + strings.Repeat("<p class='a x'>1</p>", 2_000) + "<p>2</p>"
		if got := seen(page); strings.Contains(got, "2") {
			t.Errorf("%s: its end is seen", name)
		}
	}
}

// A page whose time is up is read no further, and nothing of it is seen.
func TestPagesEndWithTheirTime(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	left := newBudget(over)
	if got := htmlText("<p>1<p>2", &left); strings.TrimSpace(got) != "" {
		t.Errorf("%q is seen", got)
	}
}

// A sheet has no more properties than are known here, however many names it writes.
func TestPropertiesAreFew(t *testing.T) {
	css := ""
	for n := range 1_000 {
		css += fmt.Sprintf("mask%d:none;mask-border-x%d:none;margin-a%[1]d:0;-webkit-inset-%[1]d:0;", n, n)
	}
	if says := (&sheet{}).styleOf(css); len(says) > 0 {
		t.Errorf("%d properties are kept", len(says))
	}
}

// What the pages of one mail may cost, they may cost together.
func TestSheetsOfAMailAreCountedTogether(t *testing.T) {
	page := "<style>" + strings.Repeat("p{left:0}", 100) + "</style>" + strings.Repeat("<p>1</p>", 1_000) + "<p>2</p>"
	left := newBudget(t.Context())
	for n := range 20 {
		if seen, want := strings.Contains(htmlText(page, &left), "2"), n < maxTried/200_400; seen != want {
			t.Errorf("page %d: its end is seen: %v", n+1, seen)
		}
	}
}

// A tag looks at no more than a bounded number of elements around it, however deep a page nests them. What is beyond is
// hidden, and what was dark is not taken for dark any more.
func TestNestingIsBounded(t *testing.T) {
	many := func(tag string) string { return strings.Repeat(tag, 3*deepest) }
	for name, c := range map[string]struct{ page, want string }{
		"hidden":                     {`1<div style="display:none">` + many("<div>") + "2" + many("</div>") + "3", "1\n"},
		"hidden, closed by nothing":  {`1<b style="display:none">` + many("<b>") + many("</i>") + "2", "1"},
		"dark":                       {`1<div style="background:#000">` + many("<div>") + "2" + many("</div>") + "3", "1\n"},
		"light where the dark ended": {`1<p style="background:#000">` + many("<b>") + `</p><p style="color:white">2</p>`, "1\n"},
		"many in a row":              {`1<div style="background:#000">` + many("<p>x</p>") + "</div>2", "1\n" + many("x\n") + "2\n"},
		"neither":                    {"1" + many("<div>") + "2" + many("</div>") + "3", "1\n2\n3\n"},
	} {
		w := pageOf(c.page)
		if len(w.veiled) > deepest || len(w.dark) > deepest {
			t.Errorf("%s: %d hidden and %d dark elements are kept", name, len(w.veiled), len(w.dark))
		}
		if got := w.out.String(); strings.TrimRight(got, "\n") != strings.TrimRight(c.want, "\n") {
			t.Errorf("%s: %.40q, want %.40q", name, got, c.want)
		}
	}
}
