import type { ReplayReport } from '../../api/journeys.js';
import { Link } from '../../kit/controls/link.js';
import { Facts } from '../../kit/layout/facts.js';
import { Table } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import { BesideReal } from './beside-real.js';
import { useReplayMessages } from './messages.js';
import css from './replay.module.css';

/** The figures of a replay, and how visits ended. */
export function ReplayReportView({ report }: { report: ReplayReport }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  const { entered, sent, converted, inside, mostPerDay, proposedPerDay, decisions, onPresent, cost } = report;
  const { twiceInWeek, afterHours, afterCaps } = report;
  const { reasons } = useJourneyStepMessages();
  const wordOf = (code: string): string => reasons[code] ?? code;
  const rows = [
    ...report.reasons.map(({ reason, count }) => ({ reason: wordOf(reason), count })),
    ...report.refused.map(({ reason, count }) => ({ reason: messages.refused(wordOf(reason)), count })),
  ];
  return (
    <>
      <Facts
        facts={[
          { name: messages.entered, value: f.number(entered) },
          { name: messages.sent, value: f.number(sent) },
          { name: messages.converted, value: f.number(converted) },
          { name: messages.inside, value: f.number(inside) },
          {
            name: messages.mostPerDay,
            note: messages.proposed(f.number(proposedPerDay)),
            value: f.number(mostPerDay),
          },
          { name: messages.twiceInWeek, value: f.number(twiceInWeek) },
          ...(afterHours > 0 ? [{ name: messages.afterHours, value: f.number(afterHours) }] : []),
          ...(afterCaps > 0 ? [{ name: messages.afterCaps, value: f.number(afterCaps) }] : []),
          { name: messages.onPresent, note: messages.ofAll(f.number(decisions)), value: f.number(onPresent) },
          ...cost.map(({ currency, amount }) => ({
            name: messages.cost,
            value: `${f.number(Math.round(amount * 100) / 100)} ${currency}`,
          })),
        ]}
      />
      <BesideReal report={report} />
      {report.difference && <Difference difference={report.difference} />}
      {rows.length > 0 && (
        <>
          <h3 className={css['heading']}>{messages.reasons}</h3>
          <Table
            caption={messages.reasons}
            columns={[
              { id: 'reason', name: messages.reason, isName: true, renderCell: ({ reason }) => reason },
              { id: 'count', name: messages.count, isNumber: true, renderCell: ({ count }) => f.number(count) },
            ]}
            rows={rows}
            keyOf={({ reason }) => reason}
          />
        </>
      )}
    </>
  );
}

/** The difference of two versions in people, with examples. */
function Difference({ difference: { more, fewer } }: { difference: NonNullable<ReplayReport['difference']> }) {
  const { f } = useI18n();
  const messages = useReplayMessages();
  return (
    <Facts
      facts={[
        { name: messages.more, value: f.number(more.people), note: <Examples people={more.examples} /> },
        { name: messages.fewer, value: f.number(fewer.people), note: <Examples people={fewer.examples} /> },
      ]}
    />
  );
}

function Examples({ people }: { people: readonly { uid: string; extId: string | null }[] }) {
  const { app } = useApplication();
  return people.map(({ uid, extId }) => (
    <span key={uid}>
      <Link href={paths.user(app.key, uid)}>{extId ?? uid}</Link>{' '}
    </span>
  ));
}
