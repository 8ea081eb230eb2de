import { DayColumns } from '../kit/charts/day-columns.js';
import { Funnel } from '../kit/charts/funnel.js';
import { LineChart } from '../kit/charts/line-chart.js';
import { SetBars } from '../kit/charts/set-bars.js';
import { StackedBar } from '../kit/charts/stacked-bar.js';
import { Card } from '../kit/layout/card.js';
import { useI18n } from '../i18n/i18n.js';
import css from './gallery.module.css';

const START = Date.UTC(2026, 2, 4, 10, 5);
/** Rises, breaks in, and goes on: messages a second, one point a ten seconds. */
const RATES = [0, 1800, 4200, 6900, 8400, 8700, 8800, 8600, 8750, 3600, 3400, 8300, 8700, 8900, 8800, 8850];
const SETS = ['iOS', 'Android', 'Web'];
const COMBINATIONS = [
  { sets: [0], n: 31_007 },
  { sets: [0, 1], n: 12_204 },
  { sets: [0, 1, 2], n: 980 },
];
const DAYS = [1204, 980, 0, 4410, 3902, 5120, 2290];

/** Every chart with its table. */
export function ChartParts() {
  const { w, f } = useI18n();
  const parts = [
    { tone: 'sent' as const, name: w.campaign.sent, n: 731_004 },
    { tone: 'failed' as const, name: w.campaign.failed, n: 62_871 },
    { tone: 'skipped' as const, name: w.campaign.skipped, n: 42_343 },
    { tone: 'doubt' as const, name: w.campaign.inDoubt, n: 30_000 },
  ];
  return (
    <Card title="StackedBar, LineChart, DayColumns, Funnel, SetBars">
      <div className={css['list']}>
        <StackedBar
          label={parts.map(({ name, n }) => `${name} ${f.number(n)}`).join(', ')}
          parts={parts}
          total={1_204_511}
        />
        <StackedBar label={w.none} parts={[]} total={0} isSmall />
        <LineChart
          title={w.campaign.rateChart}
          unit={w.campaign.rateChart}
          points={RATES.map((value, index) => ({ at: new Date(START + index * 10_000).toISOString(), value }))}
        />
        <DayColumns
          title={w.home.week}
          days={DAYS.map((n, index) => ({
            day: `2026-03-0${index + 1}`,
            parts: [
              { tone: 'sent', name: w.campaign.sent, n },
              { tone: 'failed', name: w.campaign.failed, n: Math.round(n / 9) },
              { tone: 'skipped', name: w.campaign.skipped, n: Math.round(n / 14) },
            ],
          }))}
        />
        <Funnel
          title={w.campaign.funnel}
          levels={[
            { id: 'planned', name: w.campaign.levels.planned, n: 59_020 },
            { id: 'sent', name: w.campaign.levels.sent, n: 58_790 },
            { id: 'received', name: w.campaign.levels.received, n: null },
            { id: 'opened', name: w.campaign.levels.opened, n: 14_204 },
            { id: 'clicked', name: w.campaign.levels.clicked, n: 1822 },
          ]}
        />
        <SetBars
          title={w.home.week}
          kind={w.campaign.funnel}
          unit={w.campaign.sent}
          share={w.campaign.sent}
          sets={SETS}
          bars={COMBINATIONS.map(({ sets, n }) => ({
            id: sets.join(),
            name: sets.map((set) => SETS[set]).join(' + '),
            sets,
            n,
          }))}
          shown={2}
        />
      </div>
    </Card>
  );
}
