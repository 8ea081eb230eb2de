import { useState } from 'react';
import type { Campaign, FunnelRow } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { Funnel } from '../../kit/charts/funnel.js';
import { Chips } from '../../kit/controls/chips.js';
import { Card } from '../../kit/layout/card.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

const LEVELS = ['planned', 'sent', 'received', 'opened', 'clicked'] as const;

/** Shows the results of a campaign on each platform, from plan to click. */
export function FunnelCard({ campaign: { funnel = [], planned } }: { campaign: Campaign }) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  const [chosen, setChosen] = useState<string>();
  const row = funnel.find(({ platform }) => platform === chosen) ?? funnel[0];
  return (
    <Card title={w.campaign.funnel}>
      {row === undefined || planned === 0 ? (
        <p className={css['caption']}>{messages.funnelNone}</p>
      ) : (
        <div className={css['platforms']}>
          {funnel.length > 1 && (
            <Chips
              label={w.campaigns.platform}
              value={row.platform}
              options={funnel.map(({ platform }) => [platform, platformName(platform, w)] as const)}
              onChange={setChosen}
            />
          )}
          <Funnel
            title={`${w.campaign.funnel}, ${platformName(row.platform, w)}`}
            levels={LEVELS.map((id) => ({ id, name: w.campaign.levels[id], n: row[id] }))}
          />
          <p className={css['caption']}>{messages.funnelHelp}</p>
          <Machines row={row} />
        </div>
      )}
    </Card>
  );
}

/** Fetches of machines, which stand beside the levels and in none of them. */
function Machines({ row: { machineOpened = 0, machineClicked = 0 } }: { row: FunnelRow }) {
  const { f } = useI18n();
  const messages = useCampaignMessages();
  return machineOpened + machineClicked === 0 ? null : (
    <p className={css['caption']}>{messages.machines(f.number(machineOpened), f.number(machineClicked))}</p>
  );
}
