import type { Report, ReportFigures, ReportLine } from '../api/reports/reports.js';
import { Link } from '../kit/controls/link.js';
import { type Column, Table } from '../kit/tables/table.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useLineName } from './line-name.js';
import css from './reports.module.css';
import { useReportMessages } from './messages.js';

type Row = ReportFigures & Pick<ReportLine, 'name' | 'title' | 'campaigns'> & { isTotal?: true };

/** The figures, and what each is of. */
const FIGURES = [
  ['sent', 'planned', 'ofPlanned'],
  ['failed', 'planned', 'ofPlanned'],
  ['skipped', 'planned', 'ofPlanned'],
  ['waiting', 'planned', 'ofPlanned'],
  ['received', 'receivable', 'ofPushes'],
  ['opened', 'openable', 'ofMails'],
  ['clicked', 'sent', 'ofSent'],
] as const;

/** All lines and their sum, as the file has them. */
export function ReportTable({ report: { by, lines, total } }: { report: Report }) {
  const { f } = useI18n();
  const messages = useReportMessages();
  const { app } = useApplication();
  const nameOf = useLineName(by);
  const columns: Column<Row>[] = [
    {
      id: 'name',
      name: messages.groups[by],
      isName: true,
      renderCell: (row) =>
        row.isTotal ? (
          messages.total
        ) : by === 'campaign' && row.name !== null ? (
          <Link href={paths.campaign(app.key, row.name)}>{nameOf(row)}</Link>
        ) : (
          nameOf(row)
        ),
    },
    ...(by === 'platform'
      ? []
      : [
          {
            id: 'campaigns',
            name: messages.campaigns,
            isNumber: true,
            renderCell: ({ campaigns }: Row) => f.number(campaigns ?? 0),
          },
        ]),
    { id: 'planned', name: messages.planned, isNumber: true, renderCell: ({ planned }) => f.number(planned) },
    ...FIGURES.map(([id, of, ofWhat]) => ({
      id,
      name: messages[id],
      isNumber: true,
      renderCell: (row: Row) => (
        <Rated n={row[id]} of={row[of]} ofWhat={messages[ofWhat]} isEmpty={row.planned === 0} />
      ),
    })),
  ];
  const rows: Row[] = [...lines, { ...total, name: 'total', title: null, isTotal: true }];
  return (
    <Table
      caption={messages.lines}
      columns={columns}
      rows={rows}
      keyOf={({ name, isTotal }) => (isTotal ? ' total' : (name ?? ' others'))}
    />
  );
}

/** A figure, below it what share it is, and of how many. */
function Rated({ n, of, ofWhat, isEmpty }: { n: number; of: number; ofWhat: string; isEmpty: boolean }) {
  const { f } = useI18n();
  const messages = useReportMessages();
  // A dash means that nothing can be counted, as of arrivals of mails; a day without campaigns counts as none.
  if (of === 0 && n === 0 && !isEmpty) {
    return '–';
  }
  return (
    <span className={css['rated']}>
      {f.number(n)}
      {n > 0 && of > 0 && (
        <span className={css['quiet']} title={ofWhat}>
          {messages.share(f.percent(n / of), f.number(of))}
        </span>
      )}
    </span>
  );
}
