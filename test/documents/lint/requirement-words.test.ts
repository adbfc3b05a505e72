/** What the rules on words find in one statement of an English or German document, and what they leave alone. */
import { describe, expect, it } from 'vitest';
import { lintFile } from '../../../src/documents/lint/lint-file.ts';

/** The rules that a statement breaks, in a document whose language is told by the words around it or by `lang`. */
const findIn = (language: 'en' | 'de' | 'fr') => (statement: string) => {
  const text = `---\nlang: ${language}\n---\n# R\n\n**REQ-001 · Title** (must)\n${statement}\n`;
  return lintFile(text, 'x.md').problems.map(({ rule, message }) =>
    `${rule} ${/"(.*?)"/.exec(message)?.[1] ?? ''}`.trim(),
  );
};

describe('English statements that say what they mean', () => {
  it.each([
    'The service shall delete finished jobs after 7 days.',
    'The service must delete finished jobs.',
    'The download service shall not send cookies to another host.',
    'When a person signs in, the portal shall show the last 10 orders.',
    'If the disk is full, the recorder shall stop.',
    'Where two lanes are set, while a lane is full, when a job arrives, the queue shall use the other lane.',
    'The shop shall write one entry. The log must keep it for 30 days.',
    'The shop shall refuse an order; the log shall name it.',
    'The service shall show the first and shall not start a second.',
    'The service shall list files that must be scanned and that must be kept.',
    'The service shall send one call, except for a leaked key, for which it shall send none.',
    'The service shall isolate errors (one error must not stop another job).',
    'The system shall show the message "Try again, maybe quickly, etc." after a failed payment.',
    'The exporter shall write the field `best_effort` as a decimal number.',
    'The service shall list the fast lanes by number.',
    'The service shall answer quickly enough for the limits of table 2 (200 ms).',
    'The service shall be as fast as the old one.',
    'The service shall be robust against lost packets.',
    'The service shall update the plan as needed to keep the date.',
    'The service shall make an entry where no reasonable match is there (confidence below 0.4).',
    'The service shall follow the best practices of RFC 9110.',
    'The service shall list whoever may cancel an order.',
  ])('%s', (statement) => {
    expect(findIn('en')(statement)).toEqual([]);
  });
});

describe('English statements that do not', () => {
  it.each([
    ['Finished jobs are deleted after a week.', 'req/one-shall shall'],
    ['The user can cancel a job.', 'req/one-shall shall'],
    ['The portal shall show orders and shall send a mail.', 'req/one-shall'],
    ['The portal shall show orders, the shop shall send a mail and the log shall keep it.', 'req/one-shall'],
    ['It shall send a mail when a job ends.', 'req/ears it'],
    ['We must keep logs for 30 days.', 'req/ears we'],
    ['The service shall answer quickly.', 'req/weak-word quickly'],
    ['The service shall be fast.', 'req/weak-word fast'],
    ['The service shall send an appropriate error.', 'req/weak-word appropriate'],
    ['The service shall have the best availability.', 'req/weak-word best'],
    ['The lock shall close as soon as possible.', 'req/weak-word as soon as possible'],
    ['The pump shall stop if necessary.', 'req/weak-word if necessary'],
    ['The report shall list orders and/or returns.', 'req/weak-word and/or'],
    ['The report shall list orders, returns, etc.', 'req/weak-word etc'],
  ])('%s: %s', (statement, rule) => {
    expect(findIn('en')(statement).map((found) => found.toLowerCase())).toEqual([rule]);
  });
});

describe('German statements that say what they mean', () => {
  it.each([
    'Wenn ein Download fehlschlägt, muss der Dienst ihn dreimal wiederholen.',
    'Wenn der Dienst neu startet, muss er die offenen Uploads wieder aufnehmen.',
    'Der Dienst muss alle schon bestätigten Bytes behalten.',
    'Dateien, die geprüft werden müssen, muss der Dienst in einem eigenen Ordner ablegen.',
    'Der Dienst muss den Block ablehnen; der Client darf ihn noch einmal senden.',
    'Der Dienst darf Kennwörter nicht protokollieren.',
    'Der einfache Upload muss unverändert bleiben.',
    'Der Dienst muss schneller als der alte antworten.',
    'Der Dienst muss schnell genug für die Grenzen der Tabelle 2 antworten.',
    'Der Dienst muss die Meldung „So schnell wie möglich, usw.“ anzeigen.',
    'Der Dienst muss den Bestand nach 30 Tagen neu zählen.',
    'Die Protokolle sind nach 30 Tagen zu löschen.',
  ])('%s', (statement) => {
    expect(findIn('de')(statement)).toEqual([]);
  });
});

describe('German statements that do not', () => {
  it.each([
    ['Fertige Aufträge stehen eine Woche im Protokoll.', 'req/one-shall muss'],
    [
      'Der Dienst muss den Block ablehnen, muss den Stand behalten und muss es protokollieren.',
      'req/one-shall',
    ],
    ['Der Dienst muss mahnen und der Betreiber muss löschen.', 'req/one-shall'],
    ['Er muss den Block ablehnen, wenn der Ordner voll ist.', 'req/ears er'],
    ['Der Dienst muss schnell antworten.', 'req/weak-word schnell'],
    ['Der Dienst muss eine angemessene Meldung zeigen.', 'req/weak-word angemessene'],
    ['Der Dienst muss die beste Leitung wählen.', 'req/weak-word beste'],
    ['Der Dienst muss Reste nach Möglichkeit löschen.', 'req/weak-word nach möglichkeit'],
    ['Der Dienst muss Bilder, Videos usw. annehmen.', 'req/weak-word usw'],
  ])('%s: %s', (statement, rule) => {
    expect(findIn('de')(statement).map((found) => found.toLowerCase())).toEqual([rule]);
  });
});

describe('the language of a document', () => {
  const weak = (text: string) =>
    lintFile(text, 'x.md').problems.filter(({ rule }) => rule === 'req/weak-word').length;
  const english = '# R\n\nThis is what the service has to do for a person who uploads.\n\n';
  const german = '# A\n\nDas ist, was der Dienst für die Person tun muss, die etwas hochlädt.\n\n';
  const french = '# E\n\nVoici ce que le service doit faire pour la personne qui téléverse des fichiers.\n\n';

  it.each([
    ['is what its words tell: English', `${english}**REQ-001** The service shall answer quickly.\n`, 1],
    ['is what its words tell: German', `${german}**REQ-001** Der Dienst muss schnell antworten.\n`, 1],
    [
      'is what the front matter says',
      `---\nlanguage: de-AT\n---\n${german}**REQ-001** Er muss schnell sein.\n`,
      1,
    ],
    [
      'goes before the words',
      `---\nlang: fr\n---\n${english}**REQ-001** The service shall answer quickly.\n`,
      0,
    ],
    ['is unknown, and nothing is said of words', `${french}**REQ-001** Le service doit répondre etc.\n`, 0],
  ])('%s', (_, text, count) => {
    expect(weak(text)).toBe(count);
  });

  it('of another kind still has ids and fields', () => {
    const one = (id: string) => `**${id} · Titre** (must)\nLe service doit répondre.\n\n`;
    const text = `${french}${one('REQ-001')}${one('REQ-002')}${one('REQ-001')}`;
    expect(lintFile(text, 'x.md').problems.map(({ rule }) => rule)).toEqual(['req/unique-id']);
    expect(findIn('fr')('Le service doit répondre quickly, etc.')).toEqual([]);
  });
});
