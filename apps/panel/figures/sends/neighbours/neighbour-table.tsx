import type { Neighbourhood } from '../../../api/compose/neighbours.js';
import { Link } from '../../../kit/controls/link.js';
import { Table, type Column } from '../../../kit/tables/table.js';
import { paths } from '../../../navigation/paths.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from '../sends.module.css';
import { useNeighbourMessages } from './messages.js';

type Row = Neighbourhood['items'][number];

interface NeighbourTableProps {
  /** Key of the application. */
  app: string;
  neighbourhood: Neighbourhood;
  /** Users of both were counted. */
  hasBoth?: boolean;
}

/** Lists other campaigns around a time, with their recipients. */
export function NeighbourTable({ app, neighbourhood: { items, isCut }, hasBoth = false }: NeighbourTableProps) {
  const { f } = useI18n();
  const words = useNeighbourMessages();
  if (items.length === 0) {
    return <p className={css['quiet']}>{words.none}</p>;
  }
  const columns: Column<Row>[] = [
    {
      id: 'campaign',
      name: words.campaign,
      isName: true,
      renderCell: ({ key, name }) => <Link href={paths.campaign(app, key)}>{name ?? words.unnamed}</Link>,
    },
    { id: 'at', name: words.at, renderCell: ({ at }) => f.moment(at) },
    {
      id: 'recipients',
      name: words.recipients,
      isNumber: true,
      renderCell: ({ planned, users }) =>
        planned !== null ? f.number(planned) : users === null ? words.uncounted : words.about(f.number(users)),
    },
    ...(hasBoth
      ? [
          {
            id: 'both',
            name: words.both,
            isNumber: true,
            renderCell: ({ both }: Row) => (both === null ? words.uncounted : f.number(both)),
          },
        ]
      : []),
  ];
  return (
    <div>
      <Table caption={words.title} columns={columns} rows={items} keyOf={({ key, at }) => `${key} ${at}`} />
      <p className={css['quiet']}>
        {[words.help, hasBoth && words.bothHelp, isCut && words.cut].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}
