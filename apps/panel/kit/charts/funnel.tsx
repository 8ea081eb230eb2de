import { useI18n } from '../../i18n/i18n.js';
import { ChartFrame } from './chart-frame.js';
import css from './charts.module.css';

export interface Level {
  id: string;
  name: string;
  /** Null where it is not known. */
  n: number | null;
}

/** How many are left at each level. A rate is of the level above, and says so. */
export function Funnel({ title, levels }: { title: string; levels: readonly Level[] }) {
  const { w, f } = useI18n();
  const first = levels[0]?.n ?? 0;
  const rows = levels.map((level, index) => {
    const above = levels.slice(0, index).findLast(({ n }) => n !== null)?.n;
    const share = level.n === null || above === undefined || above === null || above === 0 ? null : level.n / above;
    return { ...level, share };
  });
  const number = (n: number | null): string => (n === null ? w.campaign.unknown : f.number(n));
  return (
    <ChartFrame
      title={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', name: w.campaign.status, isName: true, renderCell: ({ name }) => name },
        { id: 'n', name: w.campaigns.recipients, isNumber: true, renderCell: ({ n }) => number(n) },
        {
          id: 'share',
          name: w.campaign.share,
          isNumber: true,
          renderCell: ({ share }) => (share === null ? '–' : f.percent(share)),
        },
      ]}
    >
      <ol className={css['funnel']}>
        {rows.map(({ id, name, n, share }) => (
          <li key={id}>
            <p>
              <span>{name}</span>
              <span>
                {share !== null && <span className={css['above']}>{w.campaign.ofAbove(f.percent(share))}</span>}
                <strong>{number(n)}</strong>
              </span>
            </p>
            <svg width="100%" className={css['level']} aria-hidden="true">
              <rect width={`${first === 0 ? 0 : (100 * (n ?? 0)) / first}%`} height="100%" className={css['sent']} />
            </svg>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
