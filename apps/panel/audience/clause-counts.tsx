import type { ClauseCount } from '../api/types.js';
import { useClauseTexts } from '../widgets/clauses/clause-texts.js';
import { Table, type Column } from '../kit/tables/table.js';
import { useI18n } from '../i18n/i18n.js';
import css from './audience.module.css';
import { useAudienceMessages } from './messages.js';

interface Row extends ClauseCount {
  place: string;
  depth: number;
}

/** Shows the users of each clause alone, and the users left after it: a clause that empties an audience stands out. */
export function ClauseCounts({ clauses }: { clauses: readonly ClauseCount[] }) {
  const { f } = useI18n();
  const messages = useAudienceMessages();
  const { describe } = useClauseTexts();
  const columns: Column<Row>[] = [
    {
      id: 'clause',
      name: messages.clauses,
      isName: true,
      renderCell: (row) => <span className={css[`depth-${Math.min(row.depth, 3)}`]}>{describe(row)}</span>,
    },
    {
      id: 'alone',
      name: messages.alone,
      isNumber: true,
      isShort: true,
      renderCell: ({ alone }) => (alone === null ? '…' : f.number(alone)),
    },
    {
      id: 'remaining',
      name: messages.remaining,
      isNumber: true,
      isShort: true,
      renderCell: ({ remaining }) =>
        remaining === null ? '–' : <span className={remaining === 0 ? css['empty'] : ''}>{f.number(remaining)}</span>,
    },
  ];
  return <Table caption={messages.clauses} columns={columns} rows={flatten(clauses)} keyOf={({ place }) => place} />;
}

function flatten(clauses: readonly ClauseCount[], above = '', depth = 0): Row[] {
  return clauses.flatMap((clause, index) => {
    const place = `${above}${index}.`;
    return [{ ...clause, place, depth }, ...flatten(clause.children, place, depth + 1)];
  });
}
