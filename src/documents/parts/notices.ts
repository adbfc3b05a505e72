/** Notices above everything else, one line each: a rehearsal, what was missing, what is not covered or not finished. */

import { fingerprintText } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { OutputType } from '../../session/vocabulary.ts';
import { sayDegradation } from '../../wording/labels.ts';
import { inline } from '../markdown/text.ts';
import type { Printing } from '../printing.ts';

/** A block quote with every notice that applies; empty if there is none. `inShared`: in a file of several sessions each names its own. */
export function printNotices(printing: Printing, { inShared }: { inShared: boolean }): string {
  const { session, say } = printing;
  const lines = listNotices(printing).map((notice) =>
    inShared ? say('notice.session', { session: inline(session.id), notice }) : notice,
  );
  return lines.map((line) => `> **${line}**`).join('\n>\n');
}

/** The notices as sentences, in order of weight. */
export function listNotices(printing: Printing): string[] {
  const { session, say, form } = printing;
  const { outcome, text } = session;
  const missing = (outcome?.degradation ?? []).map((one) =>
    sayDegradation(one, say, { seat: printing.nameSeat, item: (id) => inline(printing.printId(id)) }),
  );
  const left = session.subject?.left_out ?? [];
  const round = session.rounds.length;
  const uncovered = session.agenda
    .filter(({ critical, status }) => critical && status !== 'covered')
    .map(({ name }) => inline(name));
  return [
    ...(session.rehearsal ? [say('notice.rehearsal')] : []),
    ...(left.length === 0 ? [] : [say('notice.cut', { files: left.map((file) => inline(file)).join(', ') })]),
    ...(session.status === 'completed' ? [] : [say(`notice.${session.status}`, { round })]),
    ...(text === null ? [say('notice.no_text')] : []),
    ...(isChanged(session) ? [say('notice.changed')] : []),
    ...missing,
    ...(missing.length === 0 && outcome?.degraded === true ? [say('notice.degraded')] : []),
    // Where a writer wrote the text, it may well cover what no statement of the discussion did.
    ...(outcome !== null && text?.written_by !== 'synthesizer' && uncovered.length > 0
      ? [say('notice.uncovered', { topics: uncovered.join(', ') })]
      : []),
    ...(text === null || form.type === session.output_type
      ? []
      : [say('notice.other_type', { name: say(`type.${session.output_type satisfies OutputType}`) })]),
  ];
}

/** Whether the text is not the one that was put to the last vote. */
export function isChanged({ text, artifacts }: Pick<Session, 'text' | 'artifacts'>): boolean {
  return text !== null && text.frozen_hash !== null && fingerprintText(text, artifacts) !== text.frozen_hash;
}
