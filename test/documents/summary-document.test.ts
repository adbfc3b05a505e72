/** What a reader of a summary has to find in it, seen on a played brainstorm. */
import { describe, expect, it } from 'vitest';
import { renderDocument } from '../../src/documents/render-document.ts';
import { readPanel } from '../support/played-panel.ts';
import { shippedTemplates as templates } from '../support/shipped-templates.ts';

describe('the summary of a brainstorm', () => {
  it('has below each idea its plan and then its risk, and no votes where none were held', async () => {
    const session = await readPanel('brainstorm-cellar');
    const text = renderDocument({ session, type: 'summary', templates });
    expect(text).toMatch(
      /^1\. \*\*IDEA-009\*\* .*\n {4}\* \*\*POINT-001\*\* For IDEA-009: .*\n.*\n {4}\* \*\*RISK-001\*\* POINT-001 fails/m,
    );
    for (const { id, raised_in: raisedIn } of session.artifacts)
      if (raisedIn === 'round' && !id.startsWith('IDEA-')) expect(text.split(`* **${id}** `)).toHaveLength(2);
    expect(text).not.toMatch(/\d for[,;)]/);
    expect(text).not.toContain('## Collected');
    expect(text).toContain(
      '1. **IDEA-009** Steps ticked off: The report is the work and not a thing after it.',
    );
    expect(text).toContain('According to the review, cannot both hold: IDEA-004 and POINT-002.');
    // A vote that somebody took is shown.
    const artifacts = session.artifacts.map((item) =>
      item.id === 'POINT-003'
        ? {
            ...item,
            stances: [
              ...item.stances,
              { seat: 'ux-researcher', stance: 'block' as const, reason: 'No.', round: 3 },
            ],
          }
        : item,
    );
    const voted = renderDocument({ session: { ...session, artifacts }, type: 'summary', templates });
    expect(voted).toMatch(/\*\*POINT-003\*\* .*\(1 for, 1 against\)/);
  });
});
