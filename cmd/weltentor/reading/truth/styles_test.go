package truth_test

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// style is how a mail program heads a mail that it quotes.
type style struct {
	name string
	lang string // of its months and days
	// The lines, in which {N} {A} {T} {S} are name, address, receiver and subject of the quoted mail, and {d} {dd} {m}
	// {mm} {month} {mon} {y} {yy} {be} {day} {H} {h} {M} {s} {ap} {z} its time.
	head   string
	block  bool   // it is a block of lines, with a blank line below: nothing below it is read
	marked bool   // plain text below it has "> "
	sign   string // what marks them instead
	odd    bool   // nothing in it says what it is: no day, and no address but in a second line
}

// text is the head of a mail in a style.
func (s style) text(of earlier) string {
	if s.head == "" {
		return ""
	}
	at := of.date
	c := calendars[s.lang]
	hour, half := at.Hour()%12, "AM"
	if hour == 0 {
		hour = 12
	}
	if at.Hour() >= 12 {
		half = "PM"
	}
	year, month, day := at.Date()
	said := strings.NewReplacer("{N}", of.name, "{A}", of.from, "{T}", of.to, "{S}", of.subject,
		"{d}", fmt.Sprint(day), "{dd}", fmt.Sprintf("%02d", day), "{m}", fmt.Sprint(int(month)),
		"{mm}", fmt.Sprintf("%02d", int(month)), "{month}", c.months[month-1], "{mon}", c.short(int(month-1)),
		"{y}", fmt.Sprint(year), "{be}", fmt.Sprint(year+543), // the Buddhist year
		"{yy}", fmt.Sprintf("%02d", year%100), "{day}", c.days[at.Weekday()],
		"{H}", fmt.Sprintf("%02d", at.Hour()), "{h}", fmt.Sprint(hour), "{M}", fmt.Sprintf("%02d", at.Minute()),
		"{s}", fmt.Sprintf("%02d", at.Second()), "{ap}", half, "{z}", at.Format("-0700")).Replace(s.head)
	return said
}

// mark marks the lines of a quote.
func (s style) mark(text string) string {
	if s.sign == "" {
		return mark(text)
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(s.sign+" "+l, " ")
	}
	return strings.Join(lines, "\n")
}

// calendar are the names of months, from January, and of days, from Sunday.
type calendar struct{ months, days []string }

func (c calendar) short(month int) string {
	name := []rune(c.months[month])
	if len(name) > 3 {
		name = name[:3]
	}
	return string(name)
}

func words(text string) []string { return strings.Fields(text) }

var calendars = map[string]calendar{
	"en": {words("January February March April May June July August September October November December"),
		words("Sun Mon Tue Wed Thu Fri Sat")},
	"de": {words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
		words("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag")},
	"fr": {words("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
		words("dimanche lundi mardi mercredi jeudi vendredi samedi")},
	"fi": {words("tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta " +
		"lokakuuta marraskuuta joulukuuta"), words("su ma ti ke to pe la")},
	"hu": {words("január február március április május június július augusztus szeptember október november december"),
		words("vas. hétfő kedd szerda csütörtök péntek szombat")},
	"pl": {words("stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"),
		words("niedz. pon. wt. śr. czw. pt. sob.")},
	"tr": {words("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
		words("Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi")},
	"ru": {words("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
		words("воскресенье понедельник вторник среда четверг пятница суббота")},
	"el": {words("Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου " +
		"Νοεμβρίου Δεκεμβρίου"), words("Κυρ Δευ Τρί Τετ Πέμ Παρ Σάβ")},
	"es": {words("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
		words("dom lun mar mié jue vie sáb")},
	"pt": {words("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
		words("dom. seg. ter. qua. qui. sex. sáb.")},
	"it": {words("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
		words("dom lun mar mer gio ven sab")},
	"nl": {words("januari februari maart april mei juni juli augustus september oktober november december"),
		words("zo ma di wo do vr za")},
	"sv": {words("januari februari mars april maj juni juli augusti september oktober november december"),
		words("sön mån tis ons tors fre lör")},
	"da": {words("januar februar marts april maj juni juli august september oktober november december"),
		words("søn. man. tirs. ons. tors. fre. lør.")},
	"cs": {words("ledna února března dubna května června července srpna září října listopadu prosince"),
		words("ne po út st čt pá so")},
	"uk": {words("січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"),
		words("нд пн вт ср чт пт сб")},
	"ro": {words("ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"),
		words("dum. lun. mar. mie. joi vin. sâm.")},
	"ja": {words("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"), words("日 月 火 水 木 金 土")},
	"zh": {words("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
		words("星期日 星期一 星期二 星期三 星期四 星期五 星期六")},
	"th": {words("มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"),
		words("อาทิตย์ จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์")},
	"ko": {words("1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월"), words("일 월 화 수 목 금 토")},
}

//go:embed testdata/styles.txt
var heads string

// styles are those of mail programs as they were seen, in many languages.
var styles = readStyles(heads)

// styleLine begins a style.
var styleLine = regexp.MustCompile(`(?m)^-- (.*): (\w+)((?: \w+)*) --\n`)

func readStyles(text string) (all []style) {
	at := styleLine.FindAllStringSubmatchIndex(text, -1)
	for n, m := range at {
		end := len(text)
		if n+1 < len(at) {
			end = at[n+1][0]
		}
		is := words(text[m[6]:m[7]])
		sign := ""
		switch {
		case slices.Contains(is, "initials"):
			sign = "B>"
		case slices.Contains(is, "strokes"):
			sign = "|"
		}
		all = append(all, style{sign: sign, name: text[m[2]:m[3]], lang: text[m[4]:m[5]],
			head:  strings.TrimSuffix(text[m[1]:end], "\n"),
			block: slices.Contains(is, "block"), marked: slices.Contains(is, "marked"), odd: slices.Contains(is, "odd")})
	}
	return all
}

// times are when letters were written, for their heads.
func times(n int) time.Time {
	return time.Date(2026, 11, 23, 9+n%12, 7+n%50, 11, 0, time.FixedZone("", 3600))
}
