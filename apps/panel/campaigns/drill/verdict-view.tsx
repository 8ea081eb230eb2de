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
  const messages = useDrillMessages();
  const { lost, twice, listed, unlisted, waiting, channels } = verdict;
  const isClean = lost === 0 && unlisted === 0;
  return (
    <div className={css['verdict']}>
      <div className={css['figures']}>
        <Figure value={f.number(lost)} unit={messages.lost} />
        <Figure value={f.number(twice)} unit={messages.twice} />
        <Figure value={f.number(listed)} unit={messages.listed} />
      </div>
      <p className={css['line']}>
        <Mark tone={isClean ? 'sent' : 'failed'} />
        {isClean ? messages.clean : messages.unclean(f.number(lost), f.number(unlisted))}
      </p>
      {waiting > 0 && (
        <p className={css['line']}>
          <Mark tone="waiting" />
          {messages.waiting(f.number(waiting))}
        </p>
      )}
      <Table<ChannelFigures>
        caption={messages.title}
        rows={channels}
        keyOf={({ channel }) => channel}
        columns={[
          {
            id: 'channel',
            name: messages.channel,
            isName: true,
            renderCell: ({ channel }) => messages.channels[channel] ?? channel,
          },
          ...(
            [
              ['recipients', messages.recipients, 'always'],
              ['arrived', messages.arrived, 'always'],
              ['failed', messages.failed, 'middle'],
              ['lost', messages.lostName, 'always'],
              ['twice', messages.twiceName, 'middle'],
              ['listed', messages.listedName, 'middle'],
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
