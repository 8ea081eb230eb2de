import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import type { Campaign } from '../../api/types.js';
import { Card } from '../../kit/layout/card.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

/** Lists start, pauses, resumptions, stops and changes of a campaign with their actors, from the audit log. */
export function HistoryCard({ campaign }: { campaign: Campaign }) {
  const { f } = useI18n();
  const messages = useCampaignMessages();
  const actions: Readonly<Record<string, string>> = messages.actions;
  const { app } = useApplication();
  const query = useQuery(queries.history(app.key, campaign.key));
  return (
    <Card title={messages.history}>
      <Loaded query={query} skeleton={<Skeleton lines={3} height={24} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.historyNone} />
          ) : (
            <ol className={css['history']}>
              {items.map(({ at, by, action, to }) => (
                <li key={`${at} ${action}`}>
                  <span>
                    <strong>{by.name}</strong> {actions[action] ?? action}
                    {to !== null && <>: {action === 'campaign.move' && to.endsWith('Z') ? f.moment(to) : to}</>}
                  </span>
                  <time dateTime={at} className={css['caption']}>
                    {f.moment(at)}
                  </time>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
