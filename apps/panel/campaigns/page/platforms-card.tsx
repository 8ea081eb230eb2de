import type { Campaign, PlatformProgress, Progress } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { ProgressBar } from '../../widgets/progress-bar.js';
import { LineChart, type Point } from '../../kit/charts/line-chart.js';
import { Card } from '../../kit/layout/card.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

/** Progress of each platform, and how fast all of them are. */
export function PlatformsCard({ campaign, rates }: { campaign: Campaign; rates: readonly Point[] }) {
  const { w, f } = useI18n();
  const messages = useCampaignMessages();
  const number = (
    id: 'sent' | 'failed' | 'skipped' | 'waiting' | 'clicked',
    name: string,
    from: 'always' | 'wide' = 'always',
  ): Column<PlatformProgress>[] =>
    campaign.byPlatform.some((row) => row[id] !== undefined)
      ? [{ id, name, isNumber: true, from, renderCell: (row) => f.number(row[id] ?? 0) }]
      : [];
  const columns: Column<PlatformProgress>[] = [
    {
      id: 'platform',
      name: w.campaigns.platform,
      isName: true,
      renderCell: ({ platform }) => platformName(platform, w),
    },
    {
      id: 'bar',
      name: w.campaigns.progress,
      from: 'middle',
      renderCell: (row) => (
        <div className={css['bar']}>
          <ProgressBar progress={wholeOf(row)} isSmall />
        </div>
      ),
    },
    ...number('sent', w.campaign.sent),
    ...number('failed', w.campaign.failed),
    ...number('skipped', w.campaign.skipped),
    ...number('waiting', w.campaign.waiting, 'wide'),
    ...number('clicked', w.campaign.clicked),
  ];
  const isMoving = campaign.state === 'SENDING' || campaign.state === 'STARTING' || rates.length > 1;
  return (
    <Card title={w.campaign.byPlatform} isFlush>
      <Table
        caption={w.campaign.byPlatform}
        columns={columns}
        rows={campaign.byPlatform}
        keyOf={({ platform }) => platform}
      />
      {isMoving && (
        <div className={css['chart']}>
          <h3>{w.campaign.rateChart}</h3>
          {rates.length > 1 ? (
            <>
              <p className={css['caption']}>{messages.rateChartHelp}</p>
              <LineChart title={w.campaign.rateChart} unit={w.campaign.rateChart} points={rates} />
            </>
          ) : (
            <p className={css['caption']}>{messages.rateNone}</p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Platforms that have only results count them as the whole. */
function wholeOf({ planned, sent, failed, skipped = 0, inDoubt = 0, waiting = 0 }: PlatformProgress): Progress {
  return { planned: planned ?? sent + failed + skipped, sent, failed, skipped, inDoubt, waiting };
}
