/** Lists the items of a decision record by kind, and writes its annex: what implementers need and signers do not. */
import type { Item } from '../../domain/records.ts';
import type { ItemType } from '../../domain/vocabulary.ts';
import { shown } from '../markdown/text.ts';
import { part, renderUnvoted } from '../parts/beside.ts';
import { formatConflict } from '../parts/disputes.ts';
import { formatItem, listChecks } from '../parts/items.ts';
import { placeItem } from '../parts/standing.ts';
import type { Rendering } from '../rendering.ts';
import type { Layout } from './layout.ts';

/** The kinds in print order, each with its title. */
const kindTitles: Readonly<Record<ItemType, string>> = {
  DEC: 'Decisions',
  ARCH: 'Architecture',
  COMP: 'Components',
  INT: 'Interfaces',
  REQ: 'Requirements',
  NFR: 'Quality Requirements',
  BR: 'Business Rules',
  EX: 'Exceptions',
  OOS: 'Out of Scope',
  IDEA: 'Ideas',
  POINT: 'Drivers, Comparisons and Other Points',
  RISK: 'Risks That Were Named',
  MIT: 'Mitigations',
};
const kinds = Object.keys(kindTitles) as ItemType[];
const checksTitle = 'How to Verify the Items of the Main Part';
const annexTitle = 'Annex: All Further Items';
const unsettledTitle = 'Further Items That Are Not Settled';
const contestedTitle = 'Further Points Without a Majority';
const furtherTitle = (kind: ItemType): string => `Further ${kindTitles[kind]}`;

/** All headings that the items and the annex may use; no option may take one of them as its title. */
export const annexTitles: readonly string[] = [
  ...kinds.flatMap((kind) => [kindTitles[kind], furtherTitle(kind)]),
  checksTitle,
  annexTitle,
  unsettledTitle,
  contestedTitle,
  'Raised in the Review, Not Voted On',
  'Facts Checked in the Project',
  'Called Agreed by the Facilitator, Not Voted On',
  'Dissent',
  'Open Questions',
];

/** Markdown list items under one heading per kind; no headings if all items are of the same kind. */
export function listByKind(items: readonly Item[], rendering: Rendering): string[] {
  const groups = groupByKind(items);
  return groups.flatMap(([kind, group]) => [
    ...(groups.length === 1 ? [] : [`\n#### ${kindTitles[kind]}\n`]),
    ...group.map((item) => formatItem(item, rendering, { withChecks: false, withReason: true })),
  ]);
}

/** The annex as markdown; empty if the main part already contains everything. */
export function renderAnnex(layout: Layout, rendering: Rendering): string {
  const format = (items: readonly Item[]) =>
    items.map((item) => formatItem(item, rendering, { withReason: true }));
  const { session } = rendering;
  const printed = new Set<string>();
  const ofConflicts = new Set(layout.furtherConflicts.flatMap(({ item_ids: ids }) => ids));
  const inAnnex = new Set([
    ...layout.further,
    ...layout.furtherUnsettled,
    ...layout.furtherContested,
    ...session.artifacts.filter(({ id }) => ofConflicts.has(id)),
  ]);
  const isInMain = (item: Item): boolean =>
    layout.raised.includes(item) ||
    (!inAnnex.has(item) && !['gone', 'review', 'rejected'].includes(placeItem(item, session)));
  const parts = [
    ...groupByKind(layout.further).flatMap(([kind, group]) => part(furtherTitle(kind), format(group))),
    ...part(contestedTitle, [
      ...layout.furtherConflicts.map((conflict) => formatConflict(conflict, rendering, { printed })),
      ...format(layout.furtherContested),
    ]),
    ...part(unsettledTitle, format(layout.furtherUnsettled)),
    ...renderUnvoted(rendering, (item) => layout.raised.includes(item)),
    ...part(
      checksTitle,
      session.artifacts.filter(isInMain).flatMap((item) => {
        const checks = listChecks(item, session);
        return checks.length === 0 ? [] : [[`* **${shown(item.id)}**`, ...checks].join('\n  * ')];
      }),
    ),
  ];
  return parts.length === 0 ? '' : [`## ${annexTitle}`, ...parts].join('\n\n');
}

function groupByKind(items: readonly Item[]): [ItemType, Item[]][] {
  return kinds
    .map((kind): [ItemType, Item[]] => [kind, items.filter(({ type }) => type === kind)])
    .filter(([, group]) => group.length > 0);
}
