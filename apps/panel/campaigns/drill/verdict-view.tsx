import type { DrillVerdict } from '../../api/drills.js';
import { Mark } from '../../kit/layout/badge.js';
import { Figure } from '../../kit/layout/figure.js';
import { Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './drill.module.css';
import { useDrillMessages } from './messages.js';

type ChannelFigures = DrillVerdict['channels'][number];

/** The three numbers that a drill is made for, and the same by channel. */
export function VerdictView({ verdict }: { verdict: DrillVerdict }) {
  const { f } = useI18n();
  const words = useDrillMessages();
  const { lost, twice, listed, unlisted, waiting, channels } = verdict;
  const isClean = lost === 0 && unlisted === 0;
  return (
    <div className={css['verdict']}>
      <div className={css['figures']}>
        <Figure value={f.number(lost)} unit={words.lost} />
        <Figure value={f.number(twice)} unit={words.twice} />
        <Figure value={f.number(listed)} unit={words.listed} />
      </div>
      <p className={css['line']}>
        <Mark tone={isClean ? 'sent' : 'failed'} />
        {isClean ? words.clean : words.unclean(f.number(lost), f.number(unlisted))}
      </p>
      {waiting > 0 && (
        <p className={css['line']}>
          <Mark tone="waiting" />
          {words.waiting(f.number(waiting))}
        </p>
      )}
      <Table<ChannelFigures>
        caption={words.title}
        rows={channels}
        keyOf={({ channel }) => channel}
        columns={[
          {
            id: 'channel',
            name: words.channel,
            isName: true,
            renderCell: ({ channel }) => words.channels[channel] ?? channel,
          },
          ...(
            [
              ['recipients', words.recipients, 'always'],
              ['arrived', words.arrived, 'always'],
              ['failed', words.failed, 'middle'],
              ['lost', words.lostName, 'always'],
              ['twice', words.twiceName, 'middle'],
              ['listed', words.listedName, 'middle'],
            ] as const
          ).map(([id, name, from]) => ({
            id,
            name,
            from,
            isNumber: true,
            renderCell: (row: ChannelFigures) => f.number(row[id]),
          })),
        ]}
      />
    </div>
  );
}
