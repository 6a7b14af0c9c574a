// The words of bringing in and sending out.
import { wordsOf } from '../text';

export const say = wordsOf({
  'bring-title': ['Auf den Tisch legen', 'Put on the table'],
  'bring-how': [
    'Legt hier die Datei TISCH.json ab, die mit Eurem Bericht kommt. Ältere Züge und „Mein Tisch“ gehen ebenso, auch mehrere zugleich.',
    'Drop the file TABLE.json here; it comes with your report. Earlier turns and “my table” work as well, also several at once.'],
  'bring-public': [
    'Die öffentliche Datei eines Spiels, das zu Ende ist, prüft diese Seite: Sie spielt es noch einmal und zeigt es Zug um Zug.',
    'The public file of a game that is over is checked by this page: it plays the game again and shows it turn by turn.'],
  'bring-pick': ['Dateien wählen …', 'Choose files …'],
  'bring-wish': [
    'Ihr spielt schon in einem Spiel per Mail und habt noch keine? Die Zeile „Tisch ja“ im Abschnitt $S Eurer Befehle bringt sie mit jedem Bericht.',
    'Do you play in a running game by mail and have none yet? To get it with each report, write the line “Table yes” in the section $S of your orders.'],
  'bring-local': [
    'Alles bleibt auf diesem Gerät: Die Seite holt nichts aus dem Netz und schickt nichts dorthin.',
    'Everything stays on this device: the page loads nothing from the network and sends nothing there.'],
  'bring-link': [
    'Auf diesem Gerät bleibt, was Ihr schreibt: Die Seite holt nur Eure verschlüsselten Daten von {host} und schickt nichts dorthin.',
    'What you write stays on this device: the page only loads your encrypted data from {host}, and sends nothing there.'],
  'paste': ['Oder fügt den Brief hier ein, oder den Link darin', 'Or paste the letter here, or the link in it'],
  'paste-link': ['Der Link zu Eurem Tisch.', 'The link to your table.'],
  'paste-elsewhere': ['Ein Link zu einer anderen Seite: Öffnet ihn in der Adresszeile des Browsers.', 'A link to another page: open it in your browser’s address bar.'],
  'paste-data': ['Die Daten eines Tisches.', 'The data of a table.'],
  'paste-orders': [
    'Das sind Befehle. Zuerst braucht die Seite Euren Bericht, die Datei TISCH.json; dann gehören sie ins Feld Befehle.',
    'These are orders. First the page needs your report, the file TABLE.json; then they go into the field Orders.'],
  'paste-letter': [
    'Ein Brief des Spiels. Die Seite braucht die Datei TISCH.json, die daran hängt. Fehlt sie, schickt dem Spiel das Wort TISCH, allein im Betreff.',
    'A letter of the game. The page needs the file TABLE.json that is attached to it. If there is none, send the game the word TABLE, alone in the subject.'],
  'paste-none': ['Das ist weder ein Link noch ein Brief des Spiels.', 'This is neither a link nor a letter of the game.'],
  'link-open': ['Öffnen', 'Open'],
  'link-insecure': [
    'Diese Seite kann Eure Daten nur entschlüsseln, wenn sie mit https:// geöffnet ist.',
    'This page can only decrypt your data if it was opened with https://.'],
  'link-broken': [
    'Der Link ist nicht vollständig. Kopiert ihn ganz aus dem Brief, mit allem hinter #.',
    'The link is not complete. Copy all of it from the letter, with everything behind #.'],
  'link-unknown': [
    'Dieser Browser kennt keinen Link für Reich {realm}. Öffnet den aus dem neuesten Brief.',
    'This browser has no link for realm {realm}. Open the one from the newest letter.'],
  'link-lacks-orders': [
    'Eure Befehle in Kraft sind zu lang für diese Seite und fehlen hier. Sie gelten; neue ersetzen sie.',
    'Your orders in force are too long for this page and are missing here. They count; new ones replace them.'],
  'link-lacks-letters': ['Ältere Briefe fehlen hier. Ihr habt sie als Mail.', 'Older letters are missing here. You have them as mails.'],
  'link-ended': [
    'Dieser Link ist beendet. Der neueste Brief hat einen neuen. Fehlt er Euch, schickt dem Spiel das Wort TISCH, allein im Betreff.',
    'This link has ended. The newest letter has a new one. If you lack it, send the game the word TABLE, alone in the subject.'],
  'link-away': [
    'Eure Daten sind gerade nicht zu erreichen. Öffnet die Seite noch einmal, wenn es wieder ein Netz gibt.',
    'Your data cannot be reached now. Open the page again when there is a network.'],
  'link-damaged': [
    'Die Daten auf dem Server sind beschädigt. Öffnet den Link später noch einmal.',
    'The data on the server are damaged. Open the link again later.'],
  'link-newer': [
    'Die Daten sind neuer als diese Seite. Ladet sie neu.',
    'The data are newer than this page. Load it again.'],
  'here-title': ['Auf dem Tisch liegt', 'On the table'],
  'here-line': ['{world}, Reich {realm} {name}: {title}', '{world}, realm {realm} {name}: {title}'],
  'here-past': ['Frühere Züge: {turns}', 'Earlier turns: {turns}'],
  'foreign-title': ['Das gehört an einen anderen Tisch', 'This belongs on another table'],
  'foreign-ask': [
    'Die Datei gehört zu {world}, Reich {realm}. Hier liegt {here}, Reich {mine}. Ein neuer Tisch ersetzt Entwürfe, Notizen und Züge.',
    'The file belongs to {world}, realm {realm}. On the table: {here}, realm {mine}. A new table replaces drafts, notes and turns.'],
  'foreign-save': ['Erst „Mein Tisch“ speichern', 'Save “my table” first'],
  'foreign-new': ['Neuen Tisch beginnen', 'Begin a new table'],
  'foreign-leave': ['So lassen', 'Leave it'],
  'foreign': ['Die Daten gehören an einen anderen Tisch ({world}, Reich {realm}). Wählt unter „Dateien“, was geschehen soll.',
    'The data belong on another table ({world}, realm {realm}). Choose under “Files” what to do.'],
  'other': ['Das sind Daten von {game}. Diese Seite ist für {own}.', 'These are data of {game}. This page is for {own}.'],
  'other-word': [
    'Die Seite für {game} bekommt Ihr vom Spiel: Schickt ihm an {address} das Wort TISCH, allein im Betreff.',
    'The game sends you the page for {game}: send the word TABLE, alone in the subject, to {address}.'],
  'other-page': ['Die Seite für {game} ist hier: {page}', 'The page for {game} is here: {page}'],
  'kept': ['Übernommen: {n}. Der neueste Zug bleibt auf dem Tisch.', 'Taken: {n}. The newest turn stays on the table.'],
  'draft': ['Entwurf für Zug {turn}', 'Draft for turn {turn}'],
  'ally': ['{file} ist von einem Verbündeten. Öffnet die Datei unter „Verbündete“.', '{file} is from an ally. Open it under “Allies”.'],
  'facts': ['{file} ist der Bericht für andere Programme. Auf den Tisch gehört TISCH.json; die Zeile „Tisch ja“ unter $S bringt sie.',
    '{file} is the report for other programs. What goes on the table is TABLE.json; to get it, write the line “Table yes” under $S.'],
  'practice-world': ['Übung {n}', 'Practice {n}'], 'practice-you': ['Ihr', 'You'],
  'none-of-ours': ['{file} enthält keine Daten eines Zuges und keinen Tisch.', '{file} contains neither data of a turn nor a table.'],
  'newer': ['{file} ist neuer als diese Seite.', '{file} is newer than this page.'],
  'newer-page': ['Die neue Seite liegt hier: {page}', 'The new page is here: {page}'],
  'newer-word': ['Schickt das Wort TISCH, allein im Betreff: Dann kommt die neue Seite.', 'To get the new page, send TABLE, alone in the subject.'],
  'unread': ['{file} lässt sich nicht lesen.', '{file} cannot be read.'],
  'unfit-packed': ['{file} ist zu groß: Gepackt sind höchstens {packed} MB erlaubt.', '{file} is too large: at most {packed} MB packed are allowed.'],
  'unfit-plain': ['{file} ist zu groß: Entpackt sind höchstens {plain} MB erlaubt.', '{file} is too large: at most {plain} MB unpacked are allowed.'],
  'unfit-entries': ['{file} enthält zu viele Dateien.', '{file} contains too many files.'],
  'unfit-damaged': ['{file} ist beschädigt oder mit Passwort gepackt.', '{file} is damaged or packed with a password.'],
  'unfit-empty': ['{file} enthält keine Datei, die auf .json endet.', '{file} contains no file whose name ends in .json.'],
  'unfit-json': ['{file} ist kein JSON in UTF-8.', '{file} is not JSON in UTF-8.'],
  'wrong': ['{file} ist keine Datei dieses Spiels. Bei {at}: {why}', '{file} is not a file of this game. At {at}: {why}'],
  'wrong-text': ['Erwartet wird Text.', 'Text was expected.'],
  'wrong-number': ['Erwartet wird eine ganze Zahl.', 'A whole number was expected.'],
  'wrong-list': ['Erwartet wird eine Liste.', 'A list was expected.'],
  'wrong-object': ['Erwartet wird ein Objekt.', 'An object was expected.'],
  'wrong-yes': ['Erwartet wird true oder false.', 'True or false was expected.'],
  'wrong-long': ['Der Text ist zu lang.', 'The text is too long.'],
  'wrong-many': ['Es sind zu viele.', 'There are too many.'],
  'wrong-range': ['Die Zahl ist außerhalb ihrer Grenzen.', 'The number is out of range.'],
  'wrong-value': ['Dieser Wert ist nicht erlaubt.', 'This value is not allowed.'],
  'wrong-key': ['Dieser Name ist nicht erlaubt.', 'This name is not allowed.'],

  'mine-title': ['Mein Tisch', 'My table'],
  'mine-how': [
    'Entwürfe, Notizen, frühere Züge und was Verbündete erzählten, in einer Datei. Passwörter sind nie darin.',
    'Drafts, notes, earlier turns and what allies told, in one file. Passwords are never in it.'],
  'mine-save': ['„Mein Tisch“ speichern', 'Save “my table”'],
  'mine-wrong': ['„Mein Tisch“ ist nicht gespeichert. Bei {what}: {why}', '“My table” was not saved. At {what}: {why}'],
  'mine-name': ['mein-tisch', 'my-table'],
  'keep-title': ['In diesem Browser merken', 'Remember in this browser'],
  'keep-how': [
    'Der Browser kann den Tisch von selbst merken. Andere Seiten, die Ihr von dieser Platte öffnet, können dann mitlesen. Sicher ist nur die Datei „Mein Tisch“.',
    'The browser can remember the table by itself. Other pages that you open from this disk can then read it. Only the file “my table” is safe.'],
  'keep-link': [
    'Der Browser merkt sich den Tisch von selbst, nach jeder Änderung. Es ist versiegelt: Nur Eure eigenen Links öffnen es.',
    'The browser remembers the table by itself, after each change. It is sealed: only your own links open it.'],
  'keep-practice': [
    'Der Browser merkt sich die Übung von selbst, nach jeder Änderung. Auf der ersten Seite geht sie weiter.',
    'The browser remembers the practice by itself, after each change. It goes on from the first screen.'],
  'keep-on-with': ['Weiterspielen: {world}', 'Go on with {world}'],
  'keep-yes': ['Merken', 'Remember'],
  'keep-no': ['Nicht mehr merken und Gemerktes löschen', 'Stop remembering, and delete what is remembered'],
  'keep-open': ['Gemerkten Tisch öffnen: {world}, Reich {realm}', 'Open the remembered table: {world}, realm {realm}'],
  'keep-on': ['Der Browser merkt sich den Tisch. Stand: {when}.', 'The browser remembers the table. As of {when}.'],
  'keep-off': ['Der Browser hat alles gelöscht, was er sich vom Tisch gemerkt hatte.', 'The browser has deleted all it remembered about the table.'],
  'keep-unread': [
    'Was der Browser von diesem Tisch weiß, lässt sich nicht lesen. Er überschreibt es nicht. Speichert „Mein Tisch“ als Datei.',
    'What the browser remembers of this table cannot be read. It is not overwritten. Save “my table” as a file.'],
  'keep-fails': ['Der Browser lässt das hier nicht zu. Speichert „Mein Tisch“ als Datei.', 'The browser does not allow this here. Save “my table” as a file.'],

  'out-title': ['Abschicken', 'Send'],
  'out-how': [
    'Die Befehle gehen als Mail an {address}. Erst die Quittung sagt, dass sie gelten.',
    'The orders go by mail to {address}. Only the receipt says that they count.'],
  'out-password': ['Passwort für Datei und Kopie', 'Password for file and copy'],
  'out-password-how': [
    'Ihr findet es im ersten Brief des Spiels, hinter $I {realm}. Von hier kommt es nur in das, was Ihr kopiert, teilt oder speichert. Die Seite behält es nicht, und in den Link für das Mailprogramm kommt es nie.',
    'You find it in the first letter of the game, behind $I {realm}. From here it only goes into what you copy, share or save. The page does not keep it, and it never goes into the link for the mail program.'],
  'out-marked': ['In der Mail steht {mark}. Ersetzt es dort durch Euer Passwort.', 'The mail says {mark}. Replace it there with your password.'],
  'out-bare': ['Dieses Spiel prüft den Absender. Statt eines Passworts steht „-“.', 'This game checks the sender. The line has “-” for the password.'],
  'out-mail': ['Mailprogramm öffnen', 'Open mail program'],
  'out-copy': ['Kopieren', 'Copy'],
  'out-see': ['Der Brief, wie er abgeht', 'The letter as it goes'],
  'out-save': ['Als Datei speichern', 'Save as a file'],
  'out-share': ['Teilen …', 'Share …'],
  'out-copied': ['Die Befehle sind kopiert.', 'The orders are copied.'],
  'out-lacks': ['Setzt statt {mark} noch Euer Passwort ein.', 'Put your password in place of {mark}.'],
  'out-not-copied': ['Der Browser lässt Kopieren nicht zu. Markiert den Text und kopiert ihn von Hand.', 'The browser does not allow copying. Select the text and copy it by hand.'],
  'out-by-hand': ['Text der Mail', 'Text of the mail'],
  'out-long': [
    'Die Befehle sind zu lang für den Link. Sie sind kopiert: Fügt sie in die Mail ein, oder hängt die Datei an.',
    'The orders are too long for the link. They are copied: paste them into the mail, or attach the file.'],
  'out-long-not': [
    'Die Befehle sind zu lang für den Link, und Kopieren ist nicht möglich. Speichert die Datei und hängt sie an.',
    'The orders are too long for the link, and copying is not possible. Save the file and attach it.'],
  'out-replace': [
    'Jetzt in der Mail: Schreibt in der Zeile, die mit $I {realm} beginnt, Euer Passwort an die Stelle von {mark}. Es ist im ersten Brief des Spiels, ebenfalls hinter $I {realm}. Ohne Passwort gelten die Befehle nicht. Die Seite lässt es aus dem Link heraus, damit es geheim bleibt.',
    'Now, in the mail: in the line that begins with $I {realm}, write your password in place of {mark}. It is in the first letter of the game, also behind $I {realm}. Without a password the orders do not count. The page leaves it out of the link, so that it stays secret.'],
  'out-whole': ['Die Mail ist vorbereitet.', 'The mail is prepared.'],
  'out-saved': ['Gespeichert: {file}', 'Saved: {file}'],
  'out-no-address': ['Die Daten nennen keine Adresse.', 'The data name no address.'],
  'out-bad': ['Zeilen, die nicht gelten: {n}. Die Quittung sagt, welche.', 'Lines that do not count: {n}. The receipt says which.'],
  'out-refused': ['So nimmt das Spiel diese Befehle nicht an. {why}', 'The game will not take these orders. {why}'],
  'out-nothing': ['Legt zuerst Daten auf den Tisch.', 'Put data on the table first.'],
});
