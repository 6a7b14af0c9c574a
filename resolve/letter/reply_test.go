package letter

import (
	"strings"
	"testing"
)

// What words of a letter that repeat it costs does not grow with how often they are in it.
func TestWithoutManyOfOneWord(t *testing.T) {
	ours, own := strings.Repeat("a ", 8_000), strings.Repeat(strings.Repeat("a ", 40)+"\n", 10_000)
	if got := Without(ours+"\n"+own, ours); strings.Count(got, "a") != 400_000 {
		t.Errorf("%d of 400,000 words are left", strings.Count(got, "a"))
	}
	if !Repeats(own, ours) || Repeats(strings.Repeat("b a a a a ", 100_000), "b b a a b b a") {
		t.Error("a run is not found, or found where there is none")
	}
}

// YES counts beside courtesies. Below a close or within a footer there are only names and what programs add: any other word
// there may take it back.
func TestReply(t *testing.T) {
	for text, want := range map[string]Reply{
		"YES":                        Agrees,
		"Hallo Spielleitung\nJa":     Agrees,
		"Hi Peter,\nYES":             Agrees,
		"Hi Bob\nYES":                Agrees,
		"YES\n\nBest\nBob":           Agrees,
		"YES\n\nBest regards\nBobby": Agrees,
		"Ja\nViele Grüße\nBob Meyer\nMüller & Söhne GmbH\nTel.: 030 123456":                     Agrees,
		"YES\n\nSent from my Fairphone":                                                         Agrees,
		"YES\nGesendet mit der mobilen Mail App":                                                Agrees,
		"YES\nThis message is confidential.":                                                    Agrees,
		"YES\n\nThis message is confidential and intended only for those\nwho are named above.": Agrees,
		"YES\nBest\ntomorrow":                                                                   Refuses,
		"Ja\nschönen Abend\nwarte":                                                              Refuses,
		"Ja\nLG\nErst Morgen":                                                                   Refuses,
		"YES\nRegards\nWenn Ann Zustimmt":                                                       Refuses,
		"YES\n\nBest\nOnly If Cid Agrees":                                                       Refuses,
		"YES\nRegards\nBob\nWenn Ann Zustimmt":                                                  Refuses,
		"Hi Wait\nYES":                                                                          Refuses,
		"YES\nThis message is confidential\nunless Cid agrees":                                  Refuses,
		"YES\nThe information is privileged\nhold until Monday":                                 Refuses,
		"YES\nsent from the wish that this waits until Monday":                                  Refuses,
		"YES\nverfasst von Cid und ungewollt":                                                   Refuses,
		"YES\nwritten with the wish that nothing happens before Ann":                            Refuses,
	} {
		if got := (Answer{Text: text, Names: []string{"Bob Meyer", "r1"}}).Reply(); got != want {
			t.Errorf("%q says %d, want %d", text, got, want)
		}
	}
}

// What the answer's subject has beside ours may take a YES back, as its text may.
func TestReplyBelowASubject(t *testing.T) {
	const ours = "[Weltentor] Leave the game? Please reply W****"
	for subject, want := range map[string]Reply{
		"Re: " + ours:                           Agrees,
		"AW: Re: " + ours:                       Agrees,
		"WAIT: " + ours:                         Beside,
		"Re: " + ours + " (erst wenn Ann geht)": Beside,
		"Re: " + ours + " until Monday":         Beside,
		"Never: " + ours:                        Refuses,
	} {
		if got := (Answer{Subject: subject, Ours: ours, Text: "YES"}).Reply(); got != want {
			t.Errorf("YES below %q says %d, want %d", subject, got, want)
		}
	}
}

// A word of ours within a word of another language says nothing, and one between marks says what it says.
func TestReplyBesideWhatIsLeftOut(t *testing.T) {
	for left, want := range map[string]Reply{
		"Odesláno: po 23. listopadu 2026 17:25": Agrees,
		"Ich bin äußerst zufrieden":             Agrees,
		"heute _nicht_":                         Beside,
		"I don’t want this":                     Beside,
		"das geht erst morgen":                  Beside,
	} {
		if got := (Answer{Text: "YES", Left: left}).Reply(); got != want {
			t.Errorf("YES beside %q says %d, want %d", left, got, want)
		}
	}
}

// What repeats another text from its beginning on is taken out in whole lines. A line with a word of its own stays.
func TestWithout(t *testing.T) {
	const ours = "Realm 2 writes to you:\n\nWe attack Cid together at dawn, and you give me the northern hills for it.\n"
	for text, want := range map[string]string{
		ours + "Never.": "Never.",
		"Realm 2 writes to you: We attack Cid together at\ndawn, and you give me the northern hills for it.\nNever.": "Never.",
		ours + "I will never agree that we attack Cid together at dawn, never.":                                      "I will never agree that we attack Cid together at dawn, never.",
		"Realm 2 writes to you: is how you begin, and I will never agree\nthat We attack Cid together at dawn, never.": "" +
			"Realm 2 writes to you: is how you begin, and I will never agree\nthat We attack Cid together at dawn, never.",
		"You give me the northern hills for it.": "You give me the northern hills for it.",
	} {
		if got := strings.TrimSpace(Without(text, ours)); got != want {
			t.Errorf("of %q is left\n%q, want\n%q", text, got, want)
		}
	}
}
