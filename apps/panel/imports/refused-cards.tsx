import { useQuery } from '@tanstack/react-query';
import { importFaults, refusedCsv, refusedLines, type Import, type ImportLine } from '../api/users/imports.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Pages } from '../kit/tables/pages.js';
import { Table } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { useFaultText } from '../session/use-fault-text.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './imports.module.css';
import { useImportMessages } from './messages.js';

interface RefusedCardsProps {
  item: Import;
  line: string | undefined;
  setLine: (line: string | undefined) => void;
}

/** Why lines were refused, and which ones. */
export function RefusedCards({ item, line, setLine }: RefusedCardsProps) {
  const messages = useImportMessages();
  if (item.counts.refused === 0) {
    return item.state === 'FINISHED' ? (
      <Card title={messages.reasons}>
        <p>{messages.reasonsNone}</p>
      </Card>
    ) : null;
  }
  return (
    <>
      <Reasons item={item} />
      <Lines item={item} line={line} setLine={setLine} />
    </>
  );
}

function Reasons({ item: { id, counts } }: { item: Import }) {
  const { f } = useI18n();
  const messages = useImportMessages();
  const sayFault = useFaultText();
  const { app } = useApplication();
  const query = useQuery(importFaults(app.key, id, counts.refused));
  return (
    <Card title={messages.reasons} isFlush>
      <Loaded query={query}>
        {({ items }) => (
          <Table
            caption={messages.reasons}
            rows={items}
            keyOf={({ field, reason }) => `${field} ${reason}`}
            columns={[
              { id: 'reason', name: messages.reason, isName: true, renderCell: ({ reason }) => sayFault(reason) },
              {
                id: 'field',
                name: messages.field,
                from: 'middle',
                renderCell: (fault) => placeOf(fault, messages),
              },
              { id: 'lines', name: messages.lines, isNumber: true, renderCell: ({ lines }) => f.number(lines) },
              {
                id: 'first',
                name: messages.firstLine,
                isNumber: true,
                from: 'middle',
                renderCell: ({ firstLine }) => f.number(firstLine),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Lines({ item: { id, counts }, line, setLine }: RefusedCardsProps) {
  const { w, f } = useI18n();
  const messages = useImportMessages();
  const sayFault = useFaultText();
  const { app } = useApplication();
  const query = useQuery(refusedLines(app.key, id, line, counts.refused));
  const cursor = useCursor(line, query.data?.next, setLine);
  return (
    <Card title={messages.list} note={messages.listNote} isFlush>
      <Loaded query={query}>
        {({ items }) => (
          <>
            <Table
              caption={messages.list}
              rows={items}
              keyOf={(row) => String(row.line)}
              columns={[
                { id: 'line', name: messages.line, isName: true, renderCell: (row) => f.number(row.line) },
                {
                  id: 'field',
                  name: messages.field,
                  from: 'middle',
                  renderCell: (row) => <Faults row={row} textOf={(fault) => placeOf(fault, messages)} />,
                },
                {
                  id: 'reason',
                  name: messages.reason,
                  renderCell: (row) => <Faults row={row} textOf={({ reason }) => sayFault(reason)} />,
                },
              ]}
            />
            <div className={css['foot']}>
              <Link kind="button" href={refusedCsv(app.key, id)} download={`refused-${id}.csv`}>
                {messages.download}
              </Link>
            </div>
            <Pages names={[w.previous, w.next]} {...cursor} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Something of each fault of a line, one below the other. */
function Faults({
  row,
  textOf,
}: {
  row: ImportLine;
  textOf: (fault: Omit<ImportLine, 'line' | 'furtherFaults'>) => string;
}) {
  return [row, ...row.furtherFaults].map((fault) => <div key={`${fault.field} ${fault.reason}`}>{textOf(fault)}</div>);
}

/** The field at fault, and the column of the file where it has another name. */
function placeOf(
  { field, column }: { field: string; column: string | null },
  messages: ReturnType<typeof useImportMessages>,
): string {
  if (field === '') {
    return messages.wholeLine;
  }
  return column === null || column === field ? field : messages.inColumn(field, column);
}
