/** The items of the text, with how the seats voted on each. */
import type { VNode } from 'preact';
import { readVotes } from '../../session/rules/votes.ts';
import type { Item } from '../../session/text.ts';
import { sayItem, sayVotes, voteWords } from '../../wording/votes.ts';
import { useShown } from '../page-context.ts';
import { Fold, nameSeat } from '../parts.tsx';
import { Line, SourceButton } from '../rich.tsx';

export function Items(): VNode | null {
  const { artifacts, outcome } = useShown().session;
  const groups = [
    ['not-agreed', 'not agreed'],
    ['decided', 'decided'],
    ['draft', outcome === null ? 'in work' : 'collected'],
    ['agreed', 'agreed'],
  ] as const;
  if (artifacts.length === 0) return null;
  const found = groups
    .map(([status, name]) => ({ name, items: artifacts.filter((item) => item.status === status) }))
    .filter(({ items }) => items.length > 0);
  return (
    <Fold
      id="items"
      title="Items and votes"
      hint={found.map(({ name, items }) => `${items.length} ${name}`).join(', ')}
    >
      <ul class="plain items">
        {found.flatMap(({ items }) => items.map((item) => <ItemRow key={item.id} item={item} />))}
      </ul>
    </Fold>
  );
}

function ItemRow({ item }: { item: Item }): VNode {
  const { session } = useShown();
  const votes = [...readVotes(item).values()];
  const against = votes.filter(({ vote }) => vote !== 'ratify');
  const said = [
    // What was only collected has votes of the review, and no last call.
    item.status === 'draft' && votes.length > 0 ? '' : sayItem(item),
    against.length === 0
      ? sayVotes(item)
      : against.map(({ seat, vote }) => `${nameSeat(session, seat)} ${voteWords[vote]}`).join(', '),
  ];
  return (
    <li data-status={item.status}>
      <SourceButton source={{ kind: 'item', id: item.id }} text={item.id} />{' '}
      <Line text={item.title || item.text} />{' '}
      <span class="quiet">{said.filter((part) => part !== '').join(': ')}</span>
    </li>
  );
}
