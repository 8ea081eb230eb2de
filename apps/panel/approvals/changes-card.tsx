import type { Review } from '../api/compose/approvals.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Table, type Column } from '../kit/tables/table.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { TargetWords } from './audience-card.js';
import css from './approvals.module.css';
import { useDifferenceTexts } from './difference-texts.js';
import { useApprovalMessages } from './messages.js';

type Difference = Review['differences'][number];

const TARGET = 'target';

/** Shows the changes against the earlier request. */
export function ChangesCard({ review }: { review: Review }) {
  const messages = useApprovalMessages();
  const { app } = useApplication();
  const { revises } = review;
  const rows = rowsOf(review.differences);
  return revises === null ? null : (
    <Card title={messages.differences} isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <>
          <p className={css['quiet']}>{messages.same}</p>
          <Link href={paths.approvals(app.key, revises)}>{messages.earlier}</Link>
        </>
      ) : (
        <DifferenceTable rows={rows} review={review} />
      )}
    </Card>
  );
}

/** Joins the parts of an audience: only the whole describes it. */
function rowsOf(differences: readonly Difference[]): Difference[] {
  const isTarget = ({ field }: Difference): boolean => field === TARGET || field.startsWith(`${TARGET}.`);
  const remaining = differences.filter((difference) => !isTarget(difference));
  return remaining.length === differences.length ? remaining : [{ field: TARGET, from: null, to: null }, ...remaining];
}

function DifferenceTable({ rows, review }: { rows: readonly Difference[]; review: Review }) {
  const messages = useApprovalMessages();
  const parts = useDifferenceTexts();
  const cell = (id: 'from' | 'to', name: string, target: object | null): Column<Difference> => ({
    id,
    name,
    renderCell: (row) =>
      row.field === TARGET ? (
        <TargetWords label={`${messages.audience}: ${name}`} target={target} />
      ) : (
        <span className={css['value']}>{parts.valueOf(row, id)}</span>
      ),
  });
  return (
    <Table
      caption={messages.differences}
      rows={rows}
      keyOf={({ field }) => field}
      columns={[
        {
          id: 'field',
          name: messages.field,
          isName: true,
          renderCell: ({ field, from, to }) => (
            <span className={css['value']}>{parts.nameOf(field, from ?? to ?? '')}</span>
          ),
        },
        cell('from', messages.before, review.earlierTarget),
        cell('to', messages.after, review.target),
      ]}
    />
  );
}
