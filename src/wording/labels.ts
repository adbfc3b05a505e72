/**
 * The words that the program itself puts into a document: headings, labels, heads of tables, notices. English and German ship;
 * for other languages the writer of the text brings the few that matter most, and the rest stays English.
 */

import type { Degradation } from '../session/codes.ts';
import { readSubtag } from '../session/rules/language.ts';

const english = {
  'adr.context': 'Context and Problem Statement',
  'adr.drivers': 'Decision Drivers',
  'adr.options': 'Considered Options',
  'adr.outcome': 'Decision Outcome',
  'adr.consequences': 'Consequences',
  'adr.against': 'Arguments Against',
  'adr.parts': 'Parts and Interfaces',
  'adr.work': 'Order of Work',
  'adr.risks': 'Risks',
  'adr.confirmation': 'Confirmation',
  'adr.revisit': 'When to Revisit',
  'adr.appendix': 'Ready to Paste',
  'requirements.today': 'Current State',
  'requirements.needs': 'User Needs',
  'requirements.terms': 'Terms',
  'requirements.options': 'Options and Choice',
  'requirements.interface': 'Interface',
  'requirements.requirements': 'Requirements',
  'requirements.limits': 'Limits',
  'requirements.exclusions': 'Exclusions',
  'requirements.tensions': 'Conflicting Demands',
  'requirements.against': 'Arguments Against',
  'requirements.risks': 'Risks',
  'requirements.work': 'Order of Work',
  'architecture.goals': 'Introduction and Goals',
  'architecture.constraints': 'Architecture Constraints',
  'architecture.context': 'Context and Scope',
  'architecture.strategy': 'Solution Strategy',
  'architecture.blocks': 'Building Block View',
  'architecture.runtime': 'Runtime View',
  'architecture.deployment': 'Deployment View',
  'architecture.concepts': 'Cross-cutting Concepts',
  'architecture.decisions': 'Architecture Decisions',
  'architecture.quality': 'Quality Requirements',
  'architecture.risks': 'Risks and Technical Debt',
  'architecture.glossary': 'Glossary',
  'summary.today': 'Current State',
  'summary.ideas': 'Ideas, Best First',
  'summary.options': 'Options',
  'summary.against': 'Arguments Against',
  'summary.plan': 'Plan',
  'summary.risks': 'Risks',
  'summary.work': 'Next Steps',
  'summary.appendix': 'Ready to Paste',
  'plan.goal': 'What Is Built',
  'plan.packages': 'Work Packages',
  'plan.done': 'Done Already',
  'plan.coverage': 'Coverage',
  'plan.changes': 'What Changed',
  'plan.gone': 'No Longer to Be Done',
  'compared.package': 'Package',
  'compared.state': 'Since the plan before',
  'compared.why': 'Why',
  'compared.same': 'as before',
  'compared.changed': 'changed',
  'compared.new': 'new',
  'compared.done': 'done',
  'compared.gone': 'no longer to be done',
  'compared.lost': 'left out',
  'coverage.demand': 'Demand',
  'coverage.title': 'What it says',
  'coverage.package': 'Fulfilled by',
  'coverage.done': 'done already',
  'coverage.none': 'no package',
  'review.change': 'What It Does',
  'review.findings': 'Findings',
  'section.further': 'Further Items',
  'section.synthesis': 'Where the Discussion Stands',
  'section.not_agreed': 'Not Agreed',
  'section.questions': 'Open Questions',

  'type.adr': 'decision record',
  'type.requirements': 'requirements',
  'type.architecture': 'architecture description',
  'type.summary': 'summary',
  'type.review': 'review',
  'type.plan': 'implementation plan',

  'head.proposed': 'Proposed, not agreed',
  'head.collected': 'Collected, not voted on',
  'head.firmness': 'How firm',
  'head.decided': 'Decided by {name} on {date}',
  'head.person': 'a person',
  'head.assistant': 'an assistant',
  'head.policy': 'the policy for unattended runs',
  'head.dissent': 'Dissent',
  'head.not_agreed': 'Not agreed, see below',
  'head.carried': 'the same values stand in {places} as if it were',
  'head.replaced': 'Replaces',
  'head.replaces': 'Would replace, once approved',
  'head.revisits': 'Looks again at',
  'verdict.holds': 'it holds',
  'verdict.amended': 'it is amended',
  'verdict.superseded': 'it is superseded',
  'verdict.none': 'not decided',
  'question.text': 'Open question',
  'question.who': 'Who answers',
  'question.until': 'By when',
  'question.meanwhile': 'Until then',

  'item.why': 'Why',
  'item.check': 'Check',
  'item.right': 'What would be right',
  'item.fulfils': 'Fulfils',
  'item.touches': 'Touches',
  'item.waits_for': 'Waits for',
  'item.risk': 'Risk',
  'item.replaces': 'Replaces',
  'item.replaced_by': 'Replaced by {item} on {date}',
  'item.value': 'value {grade}',
  'item.feasibility': 'feasibility {grade}',
  'grade.high': 'high',
  'grade.medium': 'medium',
  'grade.low': 'low',
  'severity.blocking': 'blocking',
  'severity.major': 'major',
  'severity.minor': 'minor',
  'priority.must': 'must',
  'priority.should': 'should',
  'priority.could': 'could',
  'priority.wont': 'won’t',
  'way.name': 'Option',
  'way.chosen': 'chosen',
  'way.for': 'For',
  'way.against': 'Against',
  'way.because': 'Verdict',
  'vote.ratify': 'For',
  'vote.stand_aside': 'stands aside',
  'vote.block': 'against',
  'vote.lifted_by': 'What would change this',
  'record.line': 'The record of the discussion',

  'notice.rehearsal': 'This is a rehearsal: the built-in panel made all of this up. Do not act on it.',
  'notice.active': 'The discussion is still running. This is its state after round {round}.',
  'notice.paused': 'The discussion is paused. This is its state after round {round}.',
  'notice.closed': 'The discussion was closed before its end. This is its state after round {round}.',
  'notice.no_text': 'The panel has not written its text yet.',
  'notice.other_type': 'The panel wrote this text as another kind of document: {name}.',
  'notice.changed':
    'This text is not the one that was voted on: somebody changed the session after the vote.',
  'notice.uncovered': 'Not covered by the discussion: {topics}.',
  'notice.degraded': 'This result is degraded.',
  'notice.cut': 'Not looked at, because it is too large or may hold secrets: {files}.',
  'notice.session': 'Session {session}: {notice}',
  'missing.seat_silent': 'Degraded: {seat} gave no answer (round {rounds}).',
  'missing.own_question': 'Degraded: the program asked its own question (round {rounds}).',
  'missing.own_synthesis': 'Degraded: the program assembled the synthesis itself (round {rounds}).',
  'missing.no_review': 'Degraded: {seat} did not review the draft.',
  'missing.no_vote': 'Degraded: {seat} did not vote on {items}.',
  'missing.text_assembled':
    'Degraded: no writer was available; the program assembled this text from the statements.',
  'missing.not_revised':
    'Degraded: the text could not be revised; this is the draft, and its review is unanswered.',
  'missing.not_voted': 'Degraded: nobody voted on this text.',
  'missing.text_problems': 'Degraded: this text still fails checks ({count}); the record lists them.',
} as const;

export type LabelKey = keyof typeof english;

const german: Readonly<Record<LabelKey, string>> = {
  'adr.context': 'Kontext und Problemstellung',
  'adr.drivers': 'Entscheidungstreiber',
  'adr.options': 'Betrachtete Optionen',
  'adr.outcome': 'Entscheidung',
  'adr.consequences': 'Konsequenzen',
  'adr.against': 'Was dagegen spricht',
  'adr.parts': 'Teile und Schnittstellen',
  'adr.work': 'Reihenfolge der Arbeit',
  'adr.risks': 'Risiken',
  'adr.confirmation': 'Überprüfung',
  'adr.revisit': 'Wann neu zu entscheiden ist',
  'adr.appendix': 'Zum Übernehmen',
  'requirements.today': 'Wie es heute ist',
  'requirements.needs': 'Was die Menschen brauchen',
  'requirements.terms': 'Begriffe',
  'requirements.options': 'Wege und Wahl',
  'requirements.interface': 'Schnittstelle',
  'requirements.requirements': 'Anforderungen',
  'requirements.limits': 'Grenzen',
  'requirements.exclusions': 'Was ausgeschlossen ist',
  'requirements.tensions': 'Was auseinanderzieht',
  'requirements.against': 'Was dagegen spricht',
  'requirements.risks': 'Risiken',
  'requirements.work': 'Reihenfolge der Arbeit',
  'architecture.goals': 'Einführung und Ziele',
  'architecture.constraints': 'Randbedingungen',
  'architecture.context': 'Kontextabgrenzung',
  'architecture.strategy': 'Lösungsstrategie',
  'architecture.blocks': 'Bausteinsicht',
  'architecture.runtime': 'Laufzeitsicht',
  'architecture.deployment': 'Verteilungssicht',
  'architecture.concepts': 'Querschnittliche Konzepte',
  'architecture.decisions': 'Architekturentscheidungen',
  'architecture.quality': 'Qualitätsanforderungen',
  'architecture.risks': 'Risiken und technische Schulden',
  'architecture.glossary': 'Glossar',
  'summary.today': 'Wie es heute ist',
  'summary.ideas': 'Ideen, die besten zuerst',
  'summary.options': 'Wege',
  'summary.against': 'Was dagegen spricht',
  'summary.plan': 'Was getan würde',
  'summary.risks': 'Risiken',
  'summary.work': 'Nächste Schritte',
  'summary.appendix': 'Zum Übernehmen',
  'plan.goal': 'Was gebaut wird',
  'plan.packages': 'Arbeitspakete',
  'plan.done': 'Was schon da ist',
  'plan.coverage': 'Abdeckung',
  'plan.changes': 'Was sich geändert hat',
  'plan.gone': 'Was nicht mehr zu tun ist',
  'compared.package': 'Paket',
  'compared.state': 'Seit dem Plan davor',
  'compared.why': 'Warum',
  'compared.same': 'wie zuvor',
  'compared.changed': 'geändert',
  'compared.new': 'neu',
  'compared.done': 'erledigt',
  'compared.gone': 'nicht mehr zu tun',
  'compared.lost': 'weggelassen',
  'coverage.demand': 'Forderung',
  'coverage.title': 'Was sie sagt',
  'coverage.package': 'Erfüllt durch',
  'coverage.done': 'schon erfüllt',
  'coverage.none': 'kein Paket',
  'review.change': 'Was sich ändert',
  'review.findings': 'Befunde',
  'section.further': 'Weitere Punkte',
  'section.synthesis': 'Stand der Diskussion',
  'section.not_agreed': 'Nicht vereinbart',
  'section.questions': 'Offene Fragen',

  'type.adr': 'Entscheidungsprotokoll',
  'type.requirements': 'Anforderungen',
  'type.architecture': 'Architekturbeschreibung',
  'type.summary': 'Zusammenfassung',
  'type.review': 'Durchsicht',
  'type.plan': 'Umsetzungsplan',

  'head.proposed': 'Vorgeschlagen, nicht vereinbart',
  'head.collected': 'Zusammengestellt, nicht abgestimmt',
  'head.firmness': 'Wie fest',
  'head.decided': 'Entschieden von {name} am {date}',
  'head.person': 'einer Person',
  'head.assistant': 'einem Assistenten',
  'head.policy': 'der Regel für unbeaufsichtigte Läufe',
  'head.dissent': 'Widerspruch',
  'head.not_agreed': 'Nicht vereinbart, siehe unten',
  'head.carried': 'dieselben Werte stehen in {places}, als wäre es vereinbart',
  'head.replaced': 'Ersetzt',
  'head.replaces': 'Würde ersetzen, sobald jemand zustimmt',
  'head.revisits': 'Prüft neu',
  'verdict.holds': 'sie gilt weiter',
  'verdict.amended': 'sie wird geändert',
  'verdict.superseded': 'sie wird abgelöst',
  'verdict.none': 'nicht entschieden',
  'question.text': 'Offene Frage',
  'question.who': 'Wer antwortet',
  'question.until': 'Bis wann',
  'question.meanwhile': 'Bis dahin gilt',

  'item.why': 'Warum',
  'item.check': 'Prüfung',
  'item.right': 'Was richtig wäre',
  'item.fulfils': 'Erfüllt',
  'item.touches': 'Berührt',
  'item.waits_for': 'Wartet auf',
  'item.risk': 'Risiko',
  'item.replaces': 'Ersetzt',
  'item.replaced_by': 'Am {date} ersetzt durch {item}',
  'item.value': 'Nutzen {grade}',
  'item.feasibility': 'Machbarkeit {grade}',
  'grade.high': 'hoch',
  'grade.medium': 'mittel',
  'grade.low': 'gering',
  'severity.blocking': 'verhindert die Übernahme',
  'severity.major': 'schwer',
  'severity.minor': 'leicht',
  'priority.must': 'muss',
  'priority.should': 'soll',
  'priority.could': 'kann',
  'priority.wont': 'jetzt nicht',
  'way.name': 'Weg',
  'way.chosen': 'gewählt',
  'way.for': 'Dafür',
  'way.against': 'Dagegen',
  'way.because': 'Urteil',
  'vote.ratify': 'Dafür',
  'vote.stand_aside': 'hält sich heraus',
  'vote.block': 'dagegen',
  'vote.lifted_by': 'Was das ändern würde',
  'record.line': 'Das Protokoll der Diskussion',

  'notice.rehearsal':
    'Dies ist eine Probe: Das eingebaute Panel hat erfunden, was hier steht, und niemand sollte danach handeln.',
  'notice.active': 'Die Diskussion läuft noch. So stand es nach Runde {round}.',
  'notice.paused': 'Die Diskussion ist unterbrochen. So stand es nach Runde {round}.',
  'notice.closed': 'Die Diskussion wurde vor ihrem Ende geschlossen. So stand es nach Runde {round}.',
  'notice.no_text': 'Das Panel hat seinen Text noch nicht geschrieben.',
  'notice.other_type': 'Das Panel hat diesen Text als andere Art von Dokument geschrieben: {name}.',
  'notice.changed':
    'Dieser Text ist nicht der, über den abgestimmt wurde: Jemand hat die Sitzung danach geändert.',
  'notice.uncovered': 'Von der Diskussion nicht behandelt: {topics}.',
  'notice.degraded': 'Dieses Ergebnis ist eingeschränkt.',
  'notice.cut': 'Nicht angesehen, weil zu groß oder womöglich mit Geheimnissen: {files}.',
  'notice.session': 'Sitzung {session}: {notice}',
  'missing.seat_silent': 'Eingeschränkt: {seat} hat nicht geantwortet (Runde {rounds}).',
  'missing.own_question': 'Eingeschränkt: Das Programm hat selbst gefragt (Runde {rounds}).',
  'missing.own_synthesis': 'Eingeschränkt: Das Programm hat selbst zusammengefasst (Runde {rounds}).',
  'missing.no_review': 'Eingeschränkt: {seat} hat den Entwurf nicht geprüft.',
  'missing.no_vote': 'Eingeschränkt: {seat} hat über {items} nicht abgestimmt.',
  'missing.text_assembled':
    'Eingeschränkt: Niemand hat diesen Text geschrieben; das Programm hat ihn aus dem Gesagten zusammengestellt.',
  'missing.not_revised':
    'Eingeschränkt: Der Text konnte nicht überarbeitet werden; dies ist der Entwurf, und seine Prüfung blieb ohne Antwort.',
  'missing.not_voted': 'Eingeschränkt: Über diesen Text hat niemand abgestimmt.',
  'missing.text_problems':
    'Eingeschränkt: Fehler, die das Programm in diesem Text fand, wurden nicht behoben ({count}); das Protokoll nennt sie.',
};

const shipped: Readonly<Record<string, Readonly<Record<LabelKey, string>>>> = { en: english, de: german };

/** Says a label; each `{name}` in it is replaced by the value of that name. */
export type Say = (key: LabelKey, values?: Readonly<Record<string, string | number>>) => string;

/** The languages whose labels ship, as first subtags of BCP 47. */
export const shippedLanguages = Object.keys(shipped);

/** The labels that a writer is asked for in a language that does not ship; `sayEnglish` gives the English text of each. */
export const labelKeys: readonly LabelKey[] = [
  'item.why',
  'item.check',
  'priority.must',
  'priority.should',
  'priority.could',
  'priority.wont',
  'head.firmness',
  'head.decided',
  'head.dissent',
  'head.not_agreed',
  'section.questions',
  'question.text',
  'question.who',
  'question.until',
  'question.meanwhile',
  'way.name',
  'way.chosen',
  'way.for',
  'way.against',
  'way.because',
  'section.not_agreed',
  'vote.ratify',
  'vote.stand_aside',
  'vote.block',
  'record.line',
];

/** The labels of a language; `brought` are those that the writer brought. One that lacks a value of the English text is not used. */
export function chooseLabels(
  language: string | null,
  brought: readonly { key: string; text: string }[] = [],
): Say {
  const own = shipped[readSubtag(language)];
  const extra = new Map(own === undefined ? brought.map(({ key, text }) => [key, text]) : []);
  return (key, values = {}) => {
    const text = own?.[key] ?? cleanLabel(extra.get(key) ?? '', english[key]) ?? english[key];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

/** A label that a model brought, as plain words; null if it lacks a value that the English text has, or says nothing. */
function cleanLabel(text: string, expected: string): string | null {
  const values: readonly string[] = expected.match(/\{\w+\}/g) ?? [];
  const words = text
    .split(/(\{\w+\})/)
    .map((part) =>
      values.includes(part) ? part : part.replace(/[^\p{L}\p{M}\p{N} .,;()'’-]|\.(?=\S)/gu, ''),
    )
    .join('')
    .trim();
  return /\p{L}/u.test(words) && values.every((value) => words.includes(value)) ? words : null;
}

/** The labels in English. */
export const sayEnglish: Say = chooseLabels('en');

/** What was missing from a run, as a sentence. `name` gives seats and items the names by which readers know them. */
export function sayDegradation(
  one: Degradation,
  say: Say,
  name: { seat: (id: string) => string; item: (id: string) => string },
): string {
  switch (one.code) {
    case 'seat_silent':
      return say('missing.seat_silent', { seat: name.seat(one.seat), rounds: one.rounds.join(', ') });
    case 'own_question':
    case 'own_synthesis':
      return say(`missing.${one.code}`, { rounds: one.rounds.join(', ') });
    case 'no_review':
      return say('missing.no_review', { seat: name.seat(one.seat) });
    case 'no_vote':
      return say('missing.no_vote', {
        seat: name.seat(one.seat),
        items: one.items.map(name.item).join(', '),
      });
    case 'text_problems': {
      const count = one.problems.reduce((sum, problem) => sum + problem.count, 0);
      return say('missing.text_problems', { count });
    }
    default:
      return say(`missing.${one.code}`);
  }
}
