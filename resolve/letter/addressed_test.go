package letter

import (
	"strings"
	"testing"
)

// Below, a line of a letter to realm 2 is followed by whom its head names; "" is nobody else. Realm 1 writes.
const headed = `
Reich 3 → 3
--- Reich 3 --- → 3
=== An Reich 3 === → 3
# Reich 3 → 3
_An Reich 3_ → 3
**Reich 3:** → 3
Reich 3 - Bob will dich angreifen. → 3
Reich 3, Bob will dich angreifen. → 3
An Reich 3 – Bob will dich angreifen. → 3
an Reich 3; Bob will dich angreifen. → 3
An 3 → 3
An: 3 → 3
to: 3 → 3
an die 3: er lügt → 3
Zu #3: nein. → 3
Zu Nr. 3: nein. → 3
#3: nein. → 3
3: er lügt → 3
Reich3 → 3
R3: er lügt → 3
Realm no. 3: he lies → 3
Reich Nr. 3: er lügt → 3
Reich #3: er lügt → 3
Spieler 3: er lügt → 3
Player 3: → 3
nation 3: → 3
Reich 3 (Cid): er lügt → 3
Betreff: Reich 3 → 3
2. Brief: Reich 3 → 3
2) LETTER 3 → 3
Zweiter Brief (Reich 3): → 3
cc Reich 3: er lügt → 3
For realm 3 only: he lies → 3
To realm 3 only: → 3
Bitte an Reich 3 weiterleiten: er lügt → 3
Und das hier bitte an Reich 3: er lügt → 3
Und Brief 3 bitte auch: er lügt → 3
Und jetzt an Reich 3 → 3
Für Reich 3 - nein. → 3
Reich 3 und Reich 4: nein. → 3,4
Hallo Reich 3, er lügt → 3
Lieber Nachbar in Reich 3: → 3
hallo reich 3. er lügt → 3
Ich sage Reich 3: nein. → 3
Graumark → 4
@Graumark: er lügt → 4
Hallo liebes Graumark, er lügt → 4
PS an Graumark: er lügt → 4
An alle: er lügt → A
To the game master only: he lies → M
For the game master only: he lies → M
An die Spielleitung allein: er lügt → M
Nur an Graumark, niemanden sonst: er lügt → 4
To Graumark only: he lies → 4
Forward to 3: he lies → 3
P.S. for the GM: he lies → M
PS to 3: he lies → 3
Fwd to 3: he lies → 3
Please pass this on to 3: he lies → 3
Private to 3: he lies → 3
Confidential, for 3: he lies → 3
Vertraulich an 3: er lügt → 3
To players 3 and 4: he lies → 3,4
For GM eyes only: he lies → M
To the GM's eyes only: he lies → M
To the gamemaster and nobody else: he lies → M
An den Meister: er lügt → M
Referee: he lies → M
An alle außer Graumark: er lügt → A
Bitte weiter an 3: er lügt → 3
SL: darf er das? → M
@SL → M
Spielleitung, darf er das? → M
Spielleiter! → M
Na, SL, → M
Frage SL: darf er das? → M
NB SL: darf er das? → M
PS für die SL - darf er das? → M
(An die SL: darf er das?) → M
Werter Spielleiter, → M
Dear Mr. Game Master, → M
Greetings, game master, → M
Hi Gamemaster - → M
Hi Spiel-Leitung, → M
Hallo Spielleitungsteam, → M
Hallo, liebe Spielleitung → M
Hallo (an die Spielleitung): → M
Hallo ihr von der Spielleitung, → M
Liebe Spielleitung und Bob, → M
Sehr geehrte Damen und Herren der Spielleitung, → M

We go on to 3, and only then to 4: he lies. →
Ich gab Reich 3 all mein Gold. →
Reich 3 und ich haben Frieden geschlossen, und er hält. →
Reich 3 lügt. →
Greif Reich 3 an! →
Was ist mit Reich 3? →
Und Reich 3? →
If you attack realm 3, then I help. →
Wenn du mit Reich 3, dann ohne mich. →
The gold went to realm 3. →
to realm 3. →
The game master says: he lies. →
Die Spielleitung sagt, er darf das. →
Ich habe die Spielleitung gefragt: er darf das. →
Graumark wrote me: he lies. →
18:30 at the gate. →
3. Punkt: kein Gold. →
In Zug 3, sagst du, kommt er. →
Im Spiel sind bisher nur: Reich3 (3), Reich4 (4). →
Viele Grüße →
Ann, Reich 1 →
Reich 1 →
Hallo Reich 2, er lügt →
`

// A line within a letter names another reader by its head, whatever stands before the name. A sentence does not.
func TestALineThatNamesAnother(t *testing.T) {
	said := Said{Mine: []string{"1"}, Names: func() []Name { return []Name{{"Graumark", "4"}, {"Mark", "5"}} }}
	for row := range strings.Lines(strings.TrimSpace(headed)) {
		if strings.TrimSpace(row) == "" {
			continue
		}
		line, want, _ := strings.Cut(strings.TrimSpace(row), " →")
		want = strings.TrimSpace(want)
		second := said.second(Wish{To: "2"}, "Lass uns Frieden schließen, ja?\n\n"+line+"\n")
		if (second == line) != (want != "") {
			t.Errorf("a second line is %q; want %q, for %q", second, line, want)
		}
		if alone := said.second(Wish{To: want}, line); want != "" && alone != "" {
			t.Errorf("%q is not for %q", line, want)
		}
	}
}

// The first line greets one of several readers. Below it, a line that names one of them begins another letter.
func TestAGreetingOfOneOfThem(t *testing.T) {
	for _, c := range []struct{ to, text, want string }{
		{"2,3", "Hallo Reich 3, ja.", ""},
		{"2,3", "Ja.\nReich 3: nein.", "Reich 3: nein."},
		{"A", "Hallo Reich 3, ja.", ""},
		{"A", "Ja.\nReich 3: nein.", "Reich 3: nein."},
		{"A", "Liebe Spielleitung,\nja.", "Liebe Spielleitung,"},
		{"2", "Hi all,\nja.", ""},
		{"M", "Liebe Spielleitung,\nja.\nSL: ja.", ""},
	} {
		if got := (Said{}).second(Wish{To: c.to}, c.text); got != c.want {
			t.Errorf("to %s: %q names another in %q, want %q", c.to, c.text, got, c.want)
		}
	}
}

// A line that greets a player by name who is none of the readers is in doubt. A name that a reader has, too, is not, and
// neither is the writer's own below a letter.
func TestAGreetingOfAnother(t *testing.T) {
	said := Said{Mine: []string{"1"}, Signs: []string{"Ann Rot", "ann"},
		Names: func() []Name { return []Name{{"Graumark", "2"}, {"Adam", "3"}, {"Carl", "5"}} },
		Persons: func() []Name {
			return []Name{{"Ann Rot", "1"}, {"Berta", "2"}, {"Eve Weiß", "3"}, {"Carl Theodor", "4"}, {"Berta Blau", "5"}}
		}}
	for _, c := range []struct {
		to, text string
		doubt    bool
	}{
		{"2", "Hi Eve,\n\nBerta is weak.", true},
		{"2", "Hi Eve, Berta is weak.", true},
		{"2", "Liebe Eve Weiß!\nja.", true},
		{"2", "Hallo Carl\n\nja.", true},
		{"2", "Ja.\nEve:\nnein.", true},
		{"2", "Hi Berta and Eve,\nja.", true},
		{"2,3", "Hi Eve,\nja.", false},
		{"2,3", "Hi Berta and Eve,\nja.", false},
		{"2", "Hi Berta,\nEve is weak.", false},
		{"5", "Hi Berta,\nja.", false},
		{"5", "Hi Carl,\nja.", false}, // the realm is called so
		{"2", "Hi Theodor,\nja.", false},
		{"2", "Hi, I spoke with Eve, she is weak.", false},
		{"2", "Hi Bob,\nja.", false},
		{"2", "Ja.\n\nBest,\nAnn,", false},
		{"A", "Hi Eve,\nja.", false},
		{"A", "Ja.\nHi Eve,\nja.", true},
		{"M", "Hi Eve,\nja.", false},
	} {
		if got := said.second(Wish{To: c.to}, c.text); (got != "") != c.doubt {
			t.Errorf("to %s: %q is in doubt in %q, want %v", c.to, got, c.text, c.doubt)
		}
	}
}
