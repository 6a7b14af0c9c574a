// The fight one has in mind: the engine's own battle, many times, with what comes of it.
import { useEffect, useState } from 'preact/hooks';
import { faultText } from '../faults';
import type { Odds, Stage } from '../data';
import { useParts, type Store } from '../state';
import { wordsOf } from '../text';
import { Grid } from '../report/report';

const say = wordsOf({
  none: ['Legt zuerst Daten auf den Tisch.', 'Put data on the table first.'],
  table: ['In diesem Spiel rechnet die Maschine keine Kämpfe: Sie werden am Spieltisch ausgetragen.',
    'In this game the machine fights no battles: they are fought at the table.'],
  about: ['Der Kampf wird mit den Regeln des Spiels oft ausgetragen. Was Ihr vom Gegner nicht wisst, ist angenommen: Ändert es.',
    'The fight is fought many times by the rules of the game. What you do not know of the enemy is assumed: change it.'],
  choose: ['Ein Kampf aus Eurer Lage', 'A fight from your position'], own: ['Ein eigener Text', 'A text of your own'],
  text: ['Der Kampf', 'The fight'], fight: ['Kämpfen', 'Fight'], fighting: ['Es wird gekämpft …', 'Fighting …'],
  times: ['{n} {n:Kampf|Kämpfe}', '{n} {n:fight|fights}'], ending: ['Ausgang', 'Ending'], share: ['Anteil', 'Share'],
  margin: ['mit 95 % zwischen', 'with 95 % between'], side: ['Seite', 'Side'], left: ['Von der Stärke bleibt: Durchschnitt', 'Of the strength is left: average'],
  spread: ['8 von 10 Mal zwischen', '8 times in 10 between'], middle: ['Median', 'median'],
  attackers: ['Angreifer', 'Attackers'], defenders: ['Verteidiger', 'Defenders'],
  protocol: ['Einer dieser Kämpfe', 'One of these fights'], line: ['Zeile {n}: {text}', 'Line {n}: {text}'],
  alone: ['Neben Euch steht niemand, den Ihr kennt. Schreibt den Kampf selbst: Die Form steht in den Regeln.',
    'Nobody that you know stands beside you. Write the fight yourself: the rules explain the form.'],
  failed: ['Das ging nicht: {why}', 'That did not work: {why}'],
});

// percent writes permille as a percentage with one digit behind the mark.
function percent(permille: number, lang: 'de' | 'en'): string {
  return `${Math.trunc(permille / 10)}${lang === 'de' ? ',' : '.'}${Math.abs(permille % 10)} %`;
}

const most = 1000, budget = 1000; // fights, milliseconds

// about is the stage that is of a battle of the report, or about a field: the first whose title names it, if one does
// with the field from which an army comes there; or else the first.
export function about(stages: readonly Stage[], at: string | null, battle = 0, from = ''): number {
  const again = battle > 0 ? stages.findIndex((s) => s.battle === battle) : -1;
  const has = (...names: string[]) => stages.findIndex((s) => { const words = s.title.split(/[\s,;:()]+/); return names.every((n) => words.includes(n)); });
  const named = again >= 0 ? again : at === null ? -1 : from && has(at, from) >= 0 ? has(at, from) : has(at);
  return Math.max(0, named);
}

// at and battle: the field, and the battle of the report, that the reader has in mind.
export function WhatIf({ store, at = null, battle = 0 }: { store: Store; at?: string | null; battle?: number }) {
  const { lang, opened } = useParts(store, 'lang', 'opened');
  const [stages, setStages] = useState<Stage[]>([]);
  const [text, setText] = useState(''), [chosen, choose] = useState(0);
  const [odds, setOdds] = useState<Odds | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    setStages([]);
    setOdds(null);
    if (opened?.battles) {
      const { army, way } = store.state; // an army on its way to the field stands beside it
      // and without one the nearest stands beside it
      const from = army ? [way.at, ...way.steps.map((s) => s.at)].filter((x) => x !== at).at(-1) : '';
      store.engine.stages(army ?? '', army ? from : battle > 0 ? '' : at ?? '').then((s) => {
        if (gone) return;
        setStages(s);
        const first = about(s, at, battle, from);
        choose(first);
        setText((now) => now || s[first]?.text || '');
      }, (e: unknown) => store.say(say(lang, 'failed', { why: faultText(lang, e) }), true));
    }
    return () => { gone = true; };
  }, [opened]);
  if (!opened) return <p>{say(lang, 'none')}</p>;
  if (!opened.battles) return <p>{say(lang, 'table')}</p>;
  const fight = () => {
    setBusy(true);
    store.engine.battle(text, most, budget)
      .then(setOdds, (e: unknown) => store.say(say(lang, 'failed', { why: faultText(lang, e) }), true))
      .finally(() => setBusy(false));
  };
  return (
    <div class="whatif">
      <p>{say(lang, stages.length > 0 ? 'about' : 'alone')}</p>
      {stages.length > 0 && <label class="line">{say(lang, 'choose')}{' '}
        <select value={String(chosen)} onChange={(e) => { const i = Number(e.currentTarget.value), s = stages[i]; if (s) { choose(i); setText(s.text); } }}>
          {stages.map((s, i) => <option key={i} value={String(i)}>{s.title}</option>)}
        </select></label>}
      <label class="line">{say(lang, 'text')}
        <textarea rows={14} spellcheck={false} value={text} onInput={(e) => setText(e.currentTarget.value)} maxLength={20000} /></label>
      <button type="button" class="main" onClick={fight} disabled={busy || !text.trim()}>{say(lang, busy ? 'fighting' : 'fight')}</button>
      <div role="status" class="hidden">{odds && odds.times > 0 ? say(lang, 'times', { n: odds.times }) : ''}</div>
      {odds && odds.problems.length > 0 && <ul class="problems">{odds.problems.map((p, i) =>
        <li key={i}>{p.line > 0 ? say(lang, 'line', { n: p.line, text: p.text }) : p.text}</li>)}</ul>}
      {odds && odds.times > 0 && <Outcome odds={odds} lang={lang} />}
    </div>
  );
}

function Outcome({ odds, lang }: { odds: Odds; lang: 'de' | 'en' }) {
  const sides = (['attackers', 'defenders'] as const).map((side) => {
    const s = odds[side];
    return [say(lang, side), percent(s.mean, lang), percent(s.p50, lang), `${percent(s.p10, lang)} – ${percent(s.p90, lang)}`];
  });
  return (
    <section>
      <h2>{say(lang, 'times', { n: odds.times })}</h2>
      <Grid label={say(lang, 'ending')} heads={[say(lang, 'ending'), say(lang, 'share'), say(lang, 'margin')]}
        rows={odds.endings.map((e) => [e.text, percent(Math.round(1000 * e.times / odds.times), lang),
          `${percent(e.low, lang)} – ${percent(e.high, lang)}`])} />
      <Grid label={say(lang, 'left')} heads={[say(lang, 'side'), say(lang, 'left'), say(lang, 'middle'), say(lang, 'spread')]} rows={sides} />
      <details><summary>{say(lang, 'protocol')}</summary><pre class="protocol" tabIndex={0}>{odds.protocol}</pre></details>
    </section>
  );
}
