/** A plan as issues: one JSON object a line, with `title` and `body`, for the command lines of code hosts. */
import { orderPackages } from '../../session/rules/packages.ts';
import type { Session } from '../../session/session.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { printItem } from '../parts/items.ts';
import { createPrinting } from '../printing.ts';
import { planKind } from './kind.ts';

/** The packages that were agreed, in order. */
export function describeIssues(session: Session): { title: string; body: string }[] {
  const printing = createPrinting(session, { form: planKind.form });
  const agreed = session.artifacts.filter(({ status }) => status === 'agreed' || status === 'decided');
  return orderPackages(agreed).map((item) => {
    const [, ...body] = printItem(item, printing).split('\n\n');
    return { title: `${printing.printId(item.id)}: ${cleanLine(item.title)}`, body: body.join('\n\n') };
  });
}
