import type { Campaign } from '../../api/types.js';
import { Card } from '../../kit/layout/card.js';
import { Code } from '../../kit/layout/code.js';
import { Columns, Stack } from '../../kit/layout/screen.js';
import { useI18n } from '../../i18n/i18n.js';
import { HistoryCard } from './history-card.js';
import { PayloadsCard } from './payloads-card.js';

/** Shows message and audience of a campaign as they were frozen at its start. */
export function MessageView({ campaign, uid }: { campaign: Campaign; uid: string | undefined }) {
  const { w } = useI18n();
  return (
    <Columns>
      <Stack>
        <Card title={w.campaign.definition}>
          <Code label={w.campaign.definition} value={campaign.message} />
        </Card>
        <PayloadsCard campaign={campaign} uid={uid} />
      </Stack>
      <Stack>
        <Card title={w.campaign.target}>
          <Code label={w.campaign.target} value={campaign.target} />
        </Card>
        <Card title={w.campaign.options}>
          <Code label={w.campaign.options} value={campaign.options} />
        </Card>
        <HistoryCard campaign={campaign} />
      </Stack>
    </Columns>
  );
}
