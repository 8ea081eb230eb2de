import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign, Payload } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { Chips } from '../../kit/controls/chips.js';
import { Card } from '../../kit/layout/card.js';
import { Code } from '../../kit/layout/code.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import type { Messages } from '../../i18n/en.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './page.module.css';
import { useCampaignMessages } from './messages.js';

/** Shows the payload of each provider: for a user without attributes, or for the addresses of one person. */
export function PayloadsCard({ campaign, uid }: { campaign: Campaign; uid: string | undefined }) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  const { app } = useApplication();
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(queries.payloads(app.key, campaign.key, uid));
  return (
    <Card title={uid === undefined ? messages.payloads : messages.payloadsOf(uid)}>
      <Loaded query={query} skeleton={<Skeleton lines={8} height={20} />}>
        {({ items }) => {
          const names = items.map((item, index) => [String(index), nameOf(item, w, messages.drawn)] as const);
          const item = items[Number(chosen ?? 0)] ?? items[0];
          if (item === undefined) {
            return <p className={css['caption']}>{messages.payloadsNone}</p>;
          }
          return (
            <div className={css['platforms']}>
              {items.length > 1 && (
                <Chips label={messages.payloads} value={chosen ?? '0'} options={names} onChange={setChosen} />
              )}
              {item.payload === null ? (
                <p>{messages.notSent(item.reason ?? '')}</p>
              ) : (
                <Code label={messages.payloads} value={item.payload} />
              )}
              <p className={css['caption']}>
                {item.attributes.length > 0 && `${messages.differs(item.attributes.join(', '))} `}
                {messages.payloadsHelp}
              </p>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

function nameOf({ platform, language, drawnByApp }: Payload, w: Messages, drawn: string): string {
  return [platformName(platform, w), language, drawnByApp ? drawn : null].filter((part) => part !== null).join(' · ');
}
