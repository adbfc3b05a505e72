/** A review as SARIF 2.1.0 (docs.oasis-open.org/sarif), which code hosts show beside the lines. */
import { findPlace, weighFinding } from '../../session/findings.ts';
import { replaceMarks } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import { type FindingSeverity, findingSeverities } from '../../session/vocabulary.ts';
import { cleanLine, cleanText } from '../../text/clean-text.ts';
import { createPrinting, isNotAgreed } from '../printing.ts';
import { reviewKind } from './kind.ts';

const levels: Readonly<Record<FindingSeverity, string>> = {
  blocking: 'error',
  major: 'warning',
  minor: 'note',
};

/** The findings, the heaviest first; one that was not agreed is for a person to review, and one whose place could not be shown has no location. */
export function describeSarif(session: Session): Record<string, unknown> {
  const { say } = createPrinting(session, { form: reviewKind.form });
  const read = (words: string): string => cleanText(resolveMarks(words, session), { newlines: true });
  const results = session.artifacts
    .toSorted((one, other) => weighFinding(one) - weighFinding(other))
    .map((item) => {
      const severity = findingSeverities[weighFinding(item)] ?? 'minor';
      const place = findPlace(session, item);
      const { right = '' } = item.details;
      const isOpen = isNotAgreed(item);
      const text = [
        isOpen ? `${say('section.not_agreed')} (${say(`severity.${severity}`)})` : '',
        `${cleanLine(read(item.title))}. ${read(item.text)}`,
        read(item.why),
        ...(right === '' ? [] : [`${say('item.right')}: ${read(right)}`]),
      ];
      return {
        ruleId: severity,
        ...(isOpen ? { kind: 'review', level: 'none' } : { level: levels[severity] }),
        message: { text: text.filter((part) => part !== '').join('\n\n') },
        ...(place === null ? {} : { locations: [{ physicalLocation: locate(place) }] }),
        properties: { id: item.id, agreed: !isOpen },
      };
    });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 's2s', rules: findingSeverities.map((id) => ({ id, name: id })) } },
        ...describeRevision(session),
        properties: { session_id: session.id, rehearsal: session.rehearsal },
        results,
      },
    ],
  };
}

/** The commit whose lines are meant; without one, or without an address, which the format demands, nothing. */
function describeRevision({ subject }: Session) {
  const { repository, head } = subject ?? {};
  return repository === undefined || head === undefined
    ? {}
    : { versionControlProvenance: [{ repositoryUri: repository, revisionId: head }] };
}

/** A text with facts as their places and items as their ids. */
function resolveMarks(words: string, { dossier }: Session): string {
  return replaceMarks(words, (id) => {
    const fact = dossier.find((one) => one.id === id);
    return fact === undefined ? id : `${fact.path}${fact.line === null ? '' : `:${fact.line}`}`;
  });
}

function locate({ path, line }: { path: string; line: number | null }) {
  return {
    artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
    ...(line === null ? {} : { region: { startLine: line } }),
  };
}
