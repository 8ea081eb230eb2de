import type { Campaign } from '../../api/types.js';
import { Card } from '../../kit/layout/card.js';
import { Code } from '../../kit/layout/code.js';
import { Fold } from '../../kit/layout/fold.js';
import { Columns, Stack } from '../../kit/layout/screen.js';
import { TargetClauses } from '../../widgets/sends/target-clauses.js';
import { useI18n } from '../../i18n/i18n.js';
import { HistoryCard } from './history-card.js';
import { useCampaignMessages } from './messages.js';
import css from '../look/page.module.css';
import { PayloadsCard } from './payloads-card.js';

/** Shows message and audience of a campaign as they were frozen at its start. */
export function MessageView({ campaign, uid }: { campaign: Campaign; uid: string | undefined }) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  return (
    <Columns>
      <Stack>
        <PayloadsCard campaign={campaign} uid={uid} />
        <Card title={w.campaign.definition}>
          <Fold title={messages.json}>
            <Code label={w.campaign.definition} value={campaign.message} />
          </Fold>
        </Card>
      </Stack>
      <Stack>
        <Card title={messages.audience}>
          <Audience target={campaign.target} />
        </Card>
        <Card title={w.campaign.options}>
          <Fold title={messages.json}>
            <Code label={w.campaign.options} value={campaign.options} />
          </Fold>
        </Card>
        <HistoryCard campaign={campaign} />
      </Stack>
    </Columns>
  );
}

/** The audience in words. @param target  null: the member may not see it */
function Audience({ target }: Pick<Campaign, 'target'>) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  if (typeof target !== 'object' || target === null) {
    return <p className={css['caption']}>{messages.hiddenAudience}</p>;
  }
  return (
    <div className={css['platforms']}>
      {'type' in target && target.type === 'all' ? (
        <p>{messages.everybody}</p>
      ) : (
        <TargetClauses label={messages.audience} target={target} />
      )}
      <Fold title={messages.json}>
        <Code label={w.campaign.target} value={target} />
      </Fold>
    </div>
  );
}
