/** The searchable entries of one document of the project: the whole text, and each requirement of a specification. */
import { readDecision } from '../../documents/adr/read-decision.ts';
import { readTitle } from '../../documents/adr/record-folder.ts';
import { readMark } from '../../documents/document-mark.ts';
import { readDocumentText } from '../../documents/lint/document-text.ts';
import { findRequirements } from '../../documents/requirements/find-requirements.ts';
import { splitRecordPath } from '../../files/record-paths.ts';
import type { MarkdownFile } from '../../project/decision-files.ts';
import type { Searchable, SearchSource } from '../../session/ports/search.ts';

/** Throws FILE_TOO_LARGE. */
export function describeDocument(
  { path: file, text }: MarkdownFile,
  { holdsRequirements }: { holdsRequirements: boolean },
): SearchSource {
  const { status } = readDecision(text, file);
  const [, by = null] = /superseded by\s+(.+)/i.exec(status) ?? [];
  const title = readTitle({ name: splitRecordPath(file).name, text });
  const session = readMark(text)?.sessionId ?? null;
  const whole: Searchable = {
    kind: 'document',
    id: file,
    title,
    // The lines that lead to the session repeat the words of its topic and say nothing of the matter.
    text: session === null ? text : text.replace(new RegExp(`^.*${session}.*$`, 'gm'), ''),
    status,
    replaced_by: by ?? (/superseded|deprecated|rejected/i.test(status) ? status : null),
    round: null,
  };
  const requirements = holdsRequirements ? findRequirements(readDocumentText(text, file)) : [];
  return {
    session,
    isAside: false,
    entries: [
      whole,
      ...requirements.flatMap(({ id, title, statements, fields, replacedBy }): Searchable[] => {
        if (statements.length === 0) return [];
        const said = [...statements.map((one) => one.text), fields.acceptance ?? ''];
        return [
          {
            kind: 'requirement',
            id,
            title,
            text: [...said, fields.rationale ?? ''].join('\n').trim(),
            status: fields.priority ?? '',
            replaced_by: replacedBy,
            round: null,
          },
        ];
      }),
    ],
  };
}
