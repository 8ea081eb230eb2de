import type { Recipient } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Mark, type Tone } from '../../kit/layout/badge.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useI18n } from '../../i18n/i18n.js';
import { platformName } from '../platform-names.js';
import { useReasonTitles } from '../reason-titles.js';
import css from './recipients.module.css';

/** Results by which recipients are filtered, and their colour. */
export const RESULTS: readonly (readonly [status: string, tone: Tone])[] = [
  ['SUCCESS', 'sent'],
  ['FAILED', 'failed'],
  ['SKIPPED', 'skipped'],
  ['OPEN', 'waiting'],
];

interface RecipientsTableProps {
  /** The key of the application. */
  app: string;
  items: readonly Recipient[];
  /** The campaign whose results the page of a person shows. */
  campaignKey?: string;
  /** Behind the columns that every table of recipients has. */
  more?: readonly Column<Recipient>[];
}

/** Recipients with what became of each. */
export function RecipientsTable({ app, items, campaignKey, more = [] }: RecipientsTableProps) {
  const { w, f } = useI18n();
  const titleOf = useReasonTitles();
  const columns: Column<Recipient>[] = [
    {
      id: 'user',
      name: w.campaign.user,
      isName: true,
      renderCell: ({ uid, extId, installationId }) =>
        uid !== undefined && uid !== null ? (
          <Link href={paths.user(app, uid, { campaign: campaignKey })}>{extId ?? uid}</Link>
        ) : extId !== null ? (
          <Link href={paths.users(app, { by: 'extId', value: extId })}>{extId}</Link>
        ) : (
          (installationId ?? '–')
        ),
    },
    {
      id: 'status',
      name: w.campaign.status,
      renderCell: ({ status }) => (
        <span className={css['result']}>
          <Mark tone={RESULTS.find(([id]) => id === status)?.[1] ?? 'waiting'} />
          {w.results[status] ?? status}
        </span>
      ),
    },
    {
      id: 'reason',
      name: w.campaign.reason,
      renderCell: ({ reason }) => (reason === null ? '–' : titleOf(reason)),
    },
    {
      id: 'platform',
      name: w.campaigns.platform,
      from: 'middle',
      renderCell: ({ platform }) => platformName(platform, w),
    },
    ...(items.some(({ account }) => account !== undefined)
      ? [
          {
            id: 'account',
            name: w.campaign.account,
            from: 'middle',
            renderCell: ({ account }: Recipient) => account ?? '–',
          } as const,
        ]
      : []),
    { id: 'address', name: w.campaign.address, from: 'wide', renderCell: ({ address }) => address ?? '–' },
    { id: 'at', name: w.campaign.at, isShort: true, from: 'middle', renderCell: ({ at }) => f.moment(at) },
    ...more,
  ];
  return <Table caption={w.campaign.people} columns={columns} rows={items} keyOf={(row) => JSON.stringify(row)} />;
}
