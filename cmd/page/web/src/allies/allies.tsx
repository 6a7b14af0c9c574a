// Allies: a file for them with what one sees, and theirs, drawn as they told it. No receipt uses it.
import { useState } from 'preact/hooks';
import { save } from '../inout/send';
import { useParts, type Ally, type Store } from '../state';
import { wordsOf } from '../text';
import { allyOf, read, share, shiftTo } from './shared';

const say = wordsOf({
  none: ['Legt zuerst Daten auf den Tisch.', 'Put data on the table first.'],
  share: ['Teilen, was Ihr seht', 'Share what you see'],
  about: ['Die Datei enthält Eure Karte und gesehene Armeen: keine Befehle, kein Geld, keine Passwörter. Schickt sie Verbündeten mit Eurem Mailprogramm.',
    'The file contains your map and the armies you have seen: no orders, no money, no passwords. Send it to allies with your mail program.'],
  own: ['auch die eigenen Armeen', 'your own armies as well'], save: ['Datei für Verbündete speichern', 'Save file for allies'],
  take: ['Dateien von Verbündeten wählen …', 'Choose files of allies …'],
  told: ['Was Verbündete erzählt haben', 'What allies have told you'],
  nobody: ['Noch hat niemand etwas erzählt.', 'Nobody has told anything yet.'],
  line: ['Reich {realm} {name}, nach Zug {turn}: {cells} Felder, {armies} Armeen', 'Realm {realm} {name}, after turn {turn}: {cells} fields, {armies} armies'],
  where: ['Ihr Feld 0/0 ist Euer Feld', 'Their field 0/0 is your field'],
  placed: ['Auf Eurer Karte gezeichnet, so wie sie es erzählten.', 'Drawn on your map, as they told it.'],
  unplaced: ['Noch nicht gezeichnet: Es ist nicht klar, wo ihr Feld 0/0 liegt. Fragt sie und tragt es ein.',
    'Not drawn yet: it is not clear where their field 0/0 is. Ask them, and enter it.'],
  remove: ['Entfernen', 'Remove'], apply: ['Eintragen', 'Enter'], unknownField: ['Feld {at} ist auf Eurer Karte nicht bekannt.', 'Field {at} is not known on your map.'],
  json: ['{file} ist keine Datei von Verbündeten: Sie lässt sich nicht lesen.', '{file} is not a file of allies: it cannot be read.'],
  kind: ['{file} ist keine Datei von Verbündeten. Eigene Daten (TISCH.json) öffnet der Reiter „Dateien“.', '{file} is not a file of allies. Your own data (TABLE.json) is opened on the tab “Files”.'],
  schema: ['{file} hat eine andere Fassung. Nehmt beide die neueste Seite.', '{file} has another version. Both of you should use the newest page.'],
  form: ['{file} ist beschädigt.', '{file} is damaged.'],
  other: ['{file} ist von einem anderen Spiel: {world}.', '{file} is from another game: {world}.'],
  large: ['{file} ist zu groß: höchstens 8 MB.', '{file} is too large: 8 MB at most.'],
  yours: ['{file} ist von Euch selbst.', '{file} is your own.'],
  taken: ['{name} liegt auf dem Tisch.', '{name} is on the table.'],
});

const mostBytes = 8 << 20;

export function Allies({ store }: { store: Store }) {
  const { lang, table, opened, allies } = useParts(store, 'lang', 'table', 'opened', 'allies');
  const [own, setOwn] = useState(true);
  if (!table || !opened) return <p>{say(lang, 'none')}</p>;

  const give = () => save(`${lang === 'de' ? 'verbuendete' : 'allies'}-${table.realm}-${table.facts.turn}.json`,
    JSON.stringify(share(table, opened, own)), 'application/json');
  const take = async (files: FileList | null) => {
    for (const file of [...(files ?? [])]) {
      if (file.size > mostBytes) { store.say(say(lang, 'large', { file: file.name }), true); continue; }
      const s = read(await file.text());
      if (typeof s === 'string') { store.say(say(lang, s, { file: file.name }), true); continue; }
      if (s.rulebook !== table.rulebook || s.world !== table.world) { store.say(say(lang, 'other', { file: file.name, world: s.world }), true); continue; }
      if (s.realm === table.realm) { store.say(say(lang, 'yours', { file: file.name }), true); continue; }
      const ally = allyOf(s, opened.chart ?? { title: '', terrains: [], cells: [] });
      const before = store.state.allies.find((a) => a.realm === s.realm);
      if (!ally.shift && before?.shift) ally.shift = before.shift;
      store.set({ allies: [...store.state.allies.filter((a) => a.realm !== s.realm), ally].sort((a, b) => a.realm - b.realm) });
      store.say(say(lang, 'taken', { name: s.name }));
    }
  };
  return (
    <div class="allies">
      <section><h2>{say(lang, 'share')}</h2>
        <p>{say(lang, 'about')}</p>
        <label class="line"><input type="checkbox" checked={own} onChange={(e) => setOwn(e.currentTarget.checked)} /> {say(lang, 'own')}</label>
        <button type="button" class="main" onClick={give}>{say(lang, 'save')}</button></section>
      <section><h2>{say(lang, 'told')}</h2>
        <p><label class="button picker">
          <input type="file" accept=".json,application/json" multiple onChange={(e) => { void take(e.currentTarget.files); e.currentTarget.value = ''; }} />
          <span>{say(lang, 'take')}</span></label></p>
        {allies.length === 0 && <p>{say(lang, 'nobody')}</p>}
        <ul>{allies.map((a) => <Told key={a.realm} ally={a} store={store} />)}</ul></section>
    </div>
  );
}

function Told({ ally: a, store }: { ally: Ally; store: Store }) {
  const lang = store.state.lang;
  const [at, setAt] = useState('');
  const put = (shift: Ally['shift']) => store.set({ allies: store.state.allies.map((x) => (x.realm === a.realm ? { ...x, shift } : x)) });
  const enter = () => {
    const shift = store.state.opened?.chart ? shiftTo(store.state.opened.chart, at) : null;
    if (shift) put(shift); else store.say(say(lang, 'unknownField', { at }), true);
  };
  return (
    <li>
      <p>{say(lang, 'line', { realm: a.realm, name: a.name, turn: a.turn, cells: a.chart.cells.length, armies: a.armies.length })}</p>
      <p>{say(lang, a.shift ? 'placed' : 'unplaced')}</p>
      {a.chart.cells.some((c) => c.label.includes('/')) && <p><label>{say(lang, 'where')}{' '}
        <input value={at} size={8} maxLength={20} onInput={(e) => setAt(e.currentTarget.value)} /></label>{' '}
        <button type="button" onClick={enter}>{say(lang, 'apply')}</button></p>}
      <button type="button" onClick={() => store.set({ allies: store.state.allies.filter((x) => x.realm !== a.realm) })}>{say(lang, 'remove')} · {a.name}</button>
    </li>
  );
}
