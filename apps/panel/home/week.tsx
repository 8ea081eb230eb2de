import type { DayTotals } from '../api/types.js';
import { platformName } from '../widgets/platform-names.js';
import { DayColumns } from '../kit/charts/day-columns.js';
import { ChartLegend } from '../kit/charts/line-bars.js';
import { Facts } from '../kit/layout/facts.js';
import { useI18n } from '../i18n/i18n.js';
import css from './look/home.module.css';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** Messages of the last seven days: a column a day, and the sums of each platform below. */
export function Week({ week }: { week: readonly DayTotals[] }) {
  const { w, f } = useI18n();
  if (week.length === 0) {
    return <p className={css['quiet']}>{w.home.weekNone}</p>;
  }
  const platforms = [...new Set(week.map(({ platform }) => platform))].toSorted();
  return (
    <>
      <DayColumns
        title={w.home.week}
        days={daysOf(week).map((day) => {
          const rows = week.filter((row) => row.day.slice(0, 10) === day);
          const sum = (name: 'sent' | 'failed'): number => rows.reduce((total, row) => total + row[name], 0);
          return {
            day,
            parts: [
              { tone: 'sent', name: w.campaign.sent, n: sum('sent') },
              { tone: 'failed', name: w.campaign.failed, n: sum('failed') },
            ],
          };
        })}
      />
      <ChartLegend
        parts={[
          { tone: 'sent', name: w.campaign.sent },
          { tone: 'failed', name: w.campaign.failed },
        ]}
      />
      <div className={css['sums']}>
        <Facts
          facts={platforms.map((platform) => {
            const rows = week.filter((row) => row.platform === platform);
            return {
              name: platformName(platform, w),
              value: f.number(rows.reduce((total, { sent, failed }) => total + sent + failed, 0)),
            };
          })}
        />
      </div>
    </>
  );
}

/** Seven days up to the last one, those without a message too. */
function daysOf(week: readonly DayTotals[]): string[] {
  const last = week
    .map(({ day }) => day.slice(0, 10))
    .toSorted()
    .at(-1);
  const end = new Date(`${last ?? new Date().toISOString().slice(0, 10)}T00:00:00Z`).getTime();
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(end - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
