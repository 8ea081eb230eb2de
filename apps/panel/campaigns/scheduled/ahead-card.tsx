import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign } from '../../api/types.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { Figure } from '../../kit/layout/figure.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useScheduledMessages } from './messages.js';
import { useForecast } from './use-forecast.js';

const TICK_MS = 15_000;
const MINUTE = 60;

/** Shows when a campaign leaves, how long until then, and its approvers. */
export function AheadCard({ campaign }: { campaign: Campaign }) {
  const { f } = useI18n();
  const messages = useScheduledMessages();
  const { app } = useApplication();
  const { check } = useForecast(campaign);
  const { state, localTime, author, options, key } = campaign;
  const now = useNow();
  const dueAt = campaign.dueAt ?? check?.startsAt ?? null;
  const time = dueAt === null ? '' : f.moment(dueAt);
  const seconds = dueAt === null ? 0 : (new Date(dueAt).getTime() - now) / 1000;
  const history = useQuery(queries.history(app.key, key)).data?.items ?? [];
  const approvers = history.filter(({ action }) => action === 'approval.give').map(({ by }) => by.name);
  const needsApproval = typeof options === 'object' && options !== null && 'approval' in options;
  return (
    <Card>
      {state === 'HELD' ? (
        <Figure value={messages.approval} unit={dueAt === null ? messages.heldNow : messages.heldUntil(time)} />
      ) : seconds >= MINUTE ? (
        <Figure value={f.span(Math.floor(seconds / MINUTE) * MINUTE)} unit={messages.leaves(time)} />
      ) : (
        <Figure value={messages.now} unit={messages.leavesNow(time)} />
      )}
      {localTime !== null && <p>{messages.local(f.wall(localTime))}</p>}
      {state === 'PAUSED' && <p role="status">{messages.pausedUntil(time)}</p>}
      <div className={css['facts']}>
        <Facts
          facts={[
            ...(author ? [{ name: messages.author, value: author.name }] : []),
            {
              name: messages.approval,
              value:
                approvers.length > 0 ? (
                  messages.approvedBy(approvers.join(', '))
                ) : state === 'HELD' ? (
                  <Link href={paths.approvals(app.key, key)}>{messages.open}</Link>
                ) : needsApproval ? (
                  messages.waitsFor
                ) : (
                  messages.noApproval
                ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** The time in ms since 1970, new every few seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
