import type { ComparedCampaign, ComparedFigures } from '../../api/campaigns/comparison.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './compare.module.css';
import { compareShares, LEAST_OF, type Share } from './difference.js';
import { useCompareMessages } from './messages.js';

interface Row {
  id: string;
  name: string;
  /** Denominator of the shares; undefined: it is no share. */
  ofWhat?: string;
  /** Undefined: there is no such figure. */
  shares: readonly (Share | undefined)[];
}

interface FiguresTableProps {
  caption: string;
  pair: readonly [ComparedCampaign, ComparedCampaign];
  /** Undefined: the campaign did not go to this platform. */
  figures: readonly (ComparedFigures | undefined)[];
  /** Null: not known. Absent: they are of no single platform. */
  unsubscribed?: readonly (number | null)[];
}

/** The figures of two campaigns, what each is of, and the difference of the shares. */
export function FiguresTable({ caption, pair, figures, unsubscribed }: FiguresTableProps) {
  const messages = useCompareMessages();
  const nameOf = ({ name, key }: ComparedCampaign): string => name ?? key;
  const rows = useRows(figures, unsubscribed);
  const columns: Column<Row>[] = [
    {
      id: 'figure',
      name: messages.figure,
      isName: true,
      renderCell: ({ name, ofWhat }) => (
        <span className={css['figure']}>
          {name}
          {ofWhat !== undefined && <span className={css['quiet']}>{ofWhat}</span>}
        </span>
      ),
    },
    ...pair.map((campaign, index) => ({
      id: String(index),
      name: nameOf(campaign),
      isNumber: true,
      renderCell: ({ shares, ofWhat }: Row) => <Figure share={shares[index]} isShare={ofWhat !== undefined} />,
    })),
    {
      id: 'difference',
      name: messages.difference,
      renderCell: ({ shares: [first, second], ofWhat }) =>
        first && second && ofWhat !== undefined ? (
          <Verdict first={first} second={second} name={nameOf(pair[1])} />
        ) : (
          messages.none
        ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function useRows(
  figures: FiguresTableProps['figures'],
  unsubscribed: FiguresTableProps['unsubscribed'],
): readonly Row[] {
  const messages = useCompareMessages();
  const share = (n: keyof ComparedFigures, of: keyof ComparedFigures) =>
    figures.map((entry) => entry && { n: Number(entry[n]), of: Number(entry[of]) });
  const ofPlanned = figures.some((entry) => entry?.platform === null) ? messages.ofPlanned : messages.ofResults;
  const hasMails = figures.some((entry) => entry !== undefined && entry.openable > 0);
  return [
    { id: 'planned', name: messages.planned, shares: share('planned', 'planned') },
    { id: 'sent', name: messages.delivered, ofWhat: ofPlanned, shares: share('sent', 'planned') },
    { id: 'failed', name: messages.failed, ofWhat: ofPlanned, shares: share('failed', 'planned') },
    ...(hasMails
      ? [{ id: 'opened', name: messages.opened, ofWhat: messages.ofMails, shares: share('opened', 'openable') }]
      : []),
    { id: 'clicked', name: messages.clicked, ofWhat: messages.ofDelivered, shares: share('clicked', 'sent') },
    ...(hasMails && unsubscribed
      ? [
          {
            id: 'unsubscribed',
            name: messages.unsubscribed,
            ofWhat: messages.ofMails,
            shares: unsubscribed.map((n, index) => (n === null ? undefined : { n, of: figures[index]?.openable ?? 0 })),
          },
        ]
      : []),
  ];
}

/** A number, below it what share it is. */
function Figure({ share, isShare }: { share: Share | undefined; isShare: boolean }) {
  const { f } = useI18n();
  const messages = useCompareMessages();
  if (share === undefined || (isShare && share.of === 0)) {
    return messages.noData;
  }
  return (
    <span className={css['figure']}>
      {f.number(share.n)}
      {isShare && (
        <span className={css['quiet']}>{messages.share(f.percent(share.n / share.of), f.number(share.of))}</span>
      )}
    </span>
  );
}

/** The difference in points with its bounds, and in words. @param name  of the second campaign */
function Verdict({ first, second, name }: { first: Share; second: Share; name: string }) {
  const { f } = useI18n();
  const messages = useCompareMessages();
  const difference = compareShares(first, second);
  if (!difference) {
    const isEqual = first.n * second.of === second.n * first.of && Math.min(first.of, second.of) >= LEAST_OF;
    return <span className={css['quiet']}>{isEqual ? messages.equal : messages.tooFew}</span>;
  }
  const { points, low, high, verdict } = difference;
  const written = (share: number): string =>
    `${share > 0 ? '+' : share < 0 ? '−' : ''}${f.rate(Math.abs(share) * 100)}`;
  return (
    <span className={css['figure']}>
      {messages.points(written(points), written(low), written(high))}
      <span className={verdict === 'same' ? css['quiet'] : css['clear']}>
        {verdict === 'same' ? messages.same : messages[verdict](name)}
      </span>
    </span>
  );
}
