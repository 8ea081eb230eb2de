import type { OverlappingList } from '../../../api/compose/overlapping-campaigns.js';
import { Link } from '../../../kit/controls/link.js';
import { Table, type Column } from '../../../kit/tables/table.js';
import { paths } from '../../../navigation/paths.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from '../sends.module.css';
import { useOverlappingMessages } from './messages.js';

type Row = OverlappingList['items'][number];

interface OverlappingTableProps {
  /** Key of the application. */
  app: string;
  overlapping: OverlappingList;
  /** Users of both were counted. */
  hasBoth?: boolean;
}

/** Lists other campaigns around a time, with their recipients. */
export function OverlappingTable({ app, overlapping: { items, isCut }, hasBoth = false }: OverlappingTableProps) {
  const { f } = useI18n();
  const messages = useOverlappingMessages();
  if (items.length === 0) {
    return <p className={css['quiet']}>{messages.none}</p>;
  }
  const columns: Column<Row>[] = [
    {
      id: 'campaign',
      name: messages.campaign,
      isName: true,
      renderCell: ({ key, name }) => <Link href={paths.campaign(app, key)}>{name ?? messages.unnamed}</Link>,
    },
    { id: 'at', name: messages.at, renderCell: ({ at }) => f.moment(at) },
    {
      id: 'recipients',
      name: messages.recipients,
      isNumber: true,
      renderCell: ({ planned, users }) =>
        planned !== null ? f.number(planned) : users === null ? messages.uncounted : messages.about(f.number(users)),
    },
    ...(hasBoth
      ? [
          {
            id: 'both',
            name: messages.both,
            isNumber: true,
            renderCell: ({ both }: Row) => (both === null ? messages.uncounted : f.number(both)),
          },
        ]
      : []),
  ];
  return (
    <div>
      <Table caption={messages.title} columns={columns} rows={items} keyOf={({ key, at }) => `${key} ${at}`} />
      <p className={css['quiet']}>
        {[messages.help, hasBoth && messages.bothHelp, isCut && messages.cut].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}
