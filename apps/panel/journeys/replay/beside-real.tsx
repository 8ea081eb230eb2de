import type { ReplayReport } from '../../api/journeys.js';
import { Fold } from '../../kit/layout/fold.js';
import { Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import { useReplayMessages } from './messages.js';
import css from './replay.module.css';

/** A replayed figure beside the real one. */
interface Line {
  key: string;
  /** Null: entries. */
  platform: string | null;
  replayed: number;
  really: number;
}

/** Entries and messages of the replay beside what really was, in sum and by day. */
export function BesideReal({ report }: { report: ReplayReport }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  const lines = listLines(report);
  if (lines.length === 0) {
    return null;
  }
  const days = [...new Set(lines.map(({ key }) => key))].toSorted();
  return (
    <>
      <div>
        <h3 className={css['heading']}>{messages.besideReal}</h3>
        <p className={css['quiet']}>{messages.besideRealHelp}</p>
      </div>
      <LineTable caption={messages.besideReal} lines={sumLines(lines)} />
      <Fold title={messages.byDay}>
        {days.map((day) => (
          <LineTable
            key={day}
            caption={f.date(day)}
            lines={lines.filter(({ key }) => key === day)}
            first={f.date(day)}
          />
        ))}
      </Fold>
    </>
  );
}

function LineTable({ caption, lines, first }: { caption: string; lines: readonly Line[]; first?: string }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  return (
    <Table
      caption={caption}
      columns={[
        {
          id: 'what',
          name: first ?? messages.figure,
          isName: true,
          renderCell: ({ platform }) => platform ?? messages.entered,
        },
        {
          id: 'replayed',
          name: messages.replayed,
          isNumber: true,
          renderCell: ({ replayed }) => f.number(replayed),
        },
        { id: 'really', name: messages.really, isNumber: true, renderCell: ({ really }) => f.number(really) },
        {
          id: 'difference',
          name: messages.difference,
          isNumber: true,
          renderCell: ({ replayed, really }) => `${replayed > really ? '+' : ''}${f.number(replayed - really)}`,
        },
      ]}
      rows={lines}
      keyOf={({ platform }) => platform ?? ''}
    />
  );
}

/** Days for which both figures are known. */
function listLines({ entries, messages }: ReplayReport): Line[] {
  return [
    ...entries.map(({ day, entered, really }) => ({ key: day, platform: null, replayed: entered, really })),
    ...messages.map(({ day, platform, messages: replayed, really }) => ({ key: day, platform, replayed, really })),
  ].flatMap(({ really, ...line }) => (really === null ? [] : [{ ...line, really }]));
}

function sumLines(lines: readonly Line[]): Line[] {
  const sums = new Map<string | null, Line>();
  for (const { platform, replayed, really } of lines) {
    const sum = sums.get(platform) ?? { key: '', platform, replayed: 0, really: 0 };
    sums.set(platform, { ...sum, replayed: sum.replayed + replayed, really: sum.really + really });
  }
  return [...sums.values()];
}
