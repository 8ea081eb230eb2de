import { useQuery } from '@tanstack/react-query';
import { type Drill, drills, type DrillWait, isOpen } from '../../api/drills.js';
import { Link } from '../../kit/controls/link.js';
import { Badge } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { Fold } from '../../kit/layout/fold.js';
import { Table } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './drill.module.css';
import { DrillStart } from './drill-start.js';
import { VerdictView } from './verdict-view.js';
import { useDrillMessages } from './messages.js';

/** Drills of a campaign that is over. It is absent where none was made and the member can start none. */
export function DrillCard({ campaignKey }: { campaignKey: string }) {
  const messages = useDrillMessages();
  const { app, may } = useApplication();
  const query = useQuery(drills(app.key, campaignKey));
  const { data } = query;
  if (data === undefined ? query.error === null : !(data.possible && may('rehearse')) && data.items.length === 0) {
    return null;
  }
  return (
    <Card title={messages.title} note={messages.note}>
      <Loaded query={query}>
        {({ possible, items, wait }) => {
          const [newest, ...earlier] = items;
          return (
            <div className={css['drills']}>
              <p className={css['quiet']}>{messages.about}</p>
              {newest && <DrillReport drill={newest} wait={wait} />}
              {possible && may('rehearse') && !items.some(isOpen) && <DrillStart campaignKey={campaignKey} />}
              {earlier.length > 0 && (
                <Fold title={messages.earlier}>
                  <EarlierDrills drills={earlier} />
                </Fold>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

function DrillReport({ drill, wait }: { drill: Drill; wait: DrillWait | undefined }) {
  const { f } = useI18n();
  const messages = useDrillMessages();
  const { app } = useApplication();
  const { plan, copyKey, verdict, state, why, by, at } = drill;
  return (
    <div className={css['report']}>
      <div role="status">
        {state === 'ASKED' && <p>{messages.asked}</p>}
        {state === 'RUNNING' && <p>{messages.running}</p>}
        {state === 'RUNNING' && wait && <Waits wait={wait} />}
        {state === 'FAILED' && (
          <p>
            <Badge tone="doubt">{messages.broken}</Badge> {why}
          </p>
        )}
        {verdict && <VerdictView verdict={verdict} />}
      </div>
      <p className={css['quiet']}>
        {messages.by(by.name, f.moment(at))} ·{' '}
        {messages.faults(
          f.percent(plan.unavailable),
          f.percent(plan.reset),
          f.percent(plan.timeout),
          f.number(plan.size),
        )}
        {verdict && <> · {messages.took(f.number(verdict.seconds))}</>}
        {copyKey !== null && (
          <>
            {' '}
            · <Link href={paths.campaign(app.key, copyKey)}>{messages.copy}</Link>
          </>
        )}
      </p>
    </div>
  );
}

/** Lists the participants that a drill waits for, and the longest wait. */
function Waits({ wait: { planned, open, retries, nextAt, lastAt } }: { wait: DrillWait }) {
  const { f } = useI18n();
  const messages = useDrillMessages();
  return (
    <>
      <p>
        {messages.open(f.number(open), f.number(planned))}{' '}
        {nextAt !== null && lastAt !== null && messages.retries(f.number(retries), f.clock(nextAt), f.clock(lastAt))}
      </p>
      <p className={css['quiet']}>{messages.patience}</p>
    </>
  );
}

function EarlierDrills({ drills: rows }: { drills: readonly Drill[] }) {
  const { f } = useI18n();
  const messages = useDrillMessages();
  return (
    <Table
      caption={messages.earlier}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { id: 'at', name: messages.at, isName: true, isShort: true, renderCell: ({ at }) => f.moment(at) },
        {
          id: 'result',
          name: messages.result,
          renderCell: ({ verdict, why }) =>
            verdict
              ? `${f.number(verdict.lost)} ${messages.lost} · ${f.number(verdict.twice)} ${messages.twice} · ${f.number(verdict.listed)} ${messages.listed}`
              : (why ?? '–'),
        },
      ]}
    />
  );
}
