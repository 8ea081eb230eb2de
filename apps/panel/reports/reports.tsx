import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { report, reportCsv, REPORT_GROUPS, type Report } from '../api/reports/reports.js';
import { addDays, dayOf, readDay } from '../widgets/days.js';
import { SaveFile } from '../widgets/saving/save-file.js';
import { Chips } from '../kit/controls/chips.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { faultOf, RangeBar } from './range-bar.js';
import { ReportChart } from './report-chart.js';
import { ReportTable } from './report-table.js';
import css from './reports.module.css';
import { useReportMessages } from './messages.js';

const FIRST_SPAN = 28;

interface ReportsProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Shows the results of the campaigns of some days, as sums that add up to the results. */
export function Reports({ search, setSearch }: ReportsProps) {
  const messages = useReportMessages();
  const { app } = useApplication();
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zone = useMe().member.timeZone ?? ownZone;
  const [openedAt] = useState(() => new Date());
  const today = dayOf(openedAt, zone);
  const usual = { from: addDays(today, 1 - FIRST_SPAN), to: today };
  const wanted = { from: readDay(search['from'], usual.from), to: readDay(search['to'], usual.to) };
  const range = faultOf(wanted) === undefined ? wanted : usual;
  const by = REPORT_GROUPS.find((group) => group === search['by']) ?? 'day';
  const question = { ...range, zone, by };
  const query = useQuery(report(app.key, question));
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle(zone)}
      actions={
        <SaveFile
          label={messages.download}
          source={reportCsv(app.key, question)}
          name={`report-${by}-${range.from}-${range.to}.csv`}
        />
      }
    >
      <Stack>
        <div className={css['filters']}>
          <RangeBar {...range} today={today} onChange={({ from, to }) => setSearch({ from, to })} />
          <Chips
            label={messages.by}
            value={by}
            options={REPORT_GROUPS.map((group) => [group, messages.groups[group]] as const)}
            onChange={(group) => setSearch({ by: group === 'day' ? undefined : group })}
          />
        </div>
        <Loaded query={query}>
          {(shown) =>
            shown.total.planned === 0 ? (
              <Card>
                <Empty title={messages.none} help={messages.noneHelp} />
              </Card>
            ) : (
              <Figures report={shown} isStale={query.isPlaceholderData} />
            )
          }
        </Loaded>
        <Remarks report={query.data} />
      </Stack>
    </Screen>
  );
}

function Figures({ report: shown, isStale }: { report: Report; isStale: boolean }) {
  const { w, f } = useI18n();
  const messages = useReportMessages();
  const { total } = shown;
  const rate = (n: number, of: number): string => (of === 0 ? '–' : messages.share(f.percent(n / of), f.number(of)));
  const facts = [
    { name: messages.campaigns, value: f.number(total.campaigns) },
    { name: messages.planned, value: f.number(total.planned) },
    { name: messages.sent, note: messages.ofPlanned, value: rate(total.sent, total.planned) },
    {
      name: messages.received,
      note: messages.ofPushes,
      // Only apps that report arrivals have any: none at all says nothing of what arrived.
      value: total.received === 0 ? w.campaign.unknown : rate(total.received, total.receivable),
    },
    { name: messages.opened, note: messages.ofMails, value: rate(total.opened, total.openable) },
    { name: messages.clicked, note: messages.ofSent, value: rate(total.clicked, total.sent) },
    ...(total.machineOpened + total.machineClicked > 0
      ? [
          {
            name: messages.machines,
            value: messages.both(f.number(total.machineOpened), f.number(total.machineClicked)),
          },
        ]
      : []),
  ];
  return (
    <div className={css['figures']} aria-busy={isStale}>
      <Card title={messages.chart} note={messages.asOf(f.clock(shown.asOf))}>
        <ReportChart report={shown} />
      </Card>
      <Card title={messages.total}>
        <Facts facts={facts} />
      </Card>
      <Card title={messages.lines} isFlush className={css['whole']}>
        <ReportTable report={shown} />
      </Card>
    </div>
  );
}

/** Lists limits of the figures. */
function Remarks({ report: shown }: { report: Report | undefined }) {
  const { f } = useI18n();
  const messages = useReportMessages();
  return (
    <ul className={css['remarks']}>
      <li>{messages.people}</li>
      <li>{messages.opens}</li>
      <li>{messages.left}</li>
      {shown && shown.from < shown.keptFrom && <li>{messages.gone(f.date(shown.keptFrom))}</li>}
    </ul>
  );
}
