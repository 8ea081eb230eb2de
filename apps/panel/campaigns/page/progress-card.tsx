import type { Campaign } from '../../api/types.js';
import { ProgressBar } from '../../widgets/progress-bar.js';
import { addsUp, finalOf, partsOf } from '../../widgets/progress-parts.js';
import { Mark } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { Figure } from '../../kit/layout/figure.js';
import { Icon } from '../../kit/layout/icon.js';
import { useI18n } from '../../i18n/i18n.js';
import { endedBeforeStart } from '../scheduled/beginning.js';
import { useScheduledMessages } from '../scheduled/messages.js';
import css from './progress-card.module.css';
import { useCampaignMessages } from './messages.js';

/** How far a campaign is: the number, whether it adds up, and what limits it. */
export function ProgressCard({ campaign }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const messages = useCampaignMessages();
  const scheduled = useScheduledMessages();
  if (campaign.planned === 0 && finalOf(campaign) === 0) {
    return (
      <Card>
        {campaign.state === 'STARTING' || campaign.state === 'SENDING' ? (
          <p role="status">{scheduled.starting}</p>
        ) : (
          <Figure
            value={scheduled.neverLeft}
            unit={endedBeforeStart(campaign) ? scheduled.neverLeftUnit : scheduled.noMatch}
          />
        )}
        {campaign.leftOut > 0 && <p className={css['pace']}>{messages.leftOut(f.number(campaign.leftOut))}</p>}
        <Choices options={campaign.options} />
      </Card>
    );
  }
  const parts = partsOf(campaign, w);
  const isSound = addsUp(campaign);
  const sum = parts
    .filter(({ id, n }) => n > 0 || id === 'sent')
    .map(({ name, n }) => `${f.number(n)} ${name.toLocaleLowerCase()}`)
    .join(' + ');
  return (
    <Card>
      <div className={css['top']}>
        <Figure value={f.number(finalOf(campaign))} unit={w.campaign.final(f.number(campaign.planned))} />
        <p className={css['sum']}>
          <strong className={isSound ? css['sound'] : css['broken']}>
            <Icon name={isSound ? 'check' : 'alert'} />
            {isSound ? w.campaign.addsUp : w.campaign.doesNotAddUp}
          </strong>{' '}
          <span>{w.campaign.sum(sum, f.number(campaign.planned))}</span>
          <span className={css['time']}>{w.campaign.asOf(f.clock(campaign.asOf))}</span>
        </p>
      </div>
      <ProgressBar progress={campaign} />
      <div className={css['bottom']}>
        <ul className={css['legend']}>
          {parts.map(({ id, tone, name, n }) => (
            <li key={id}>
              <Mark tone={tone} />
              {name} {f.number(n)}
            </li>
          ))}
        </ul>
        <Pace campaign={campaign} />
      </div>
      {campaign.leftOut > 0 && <p className={css['pace']}>{messages.leftOut(f.number(campaign.leftOut))}</p>}
    </Card>
  );
}

/** Shows who gets nothing to compare with, and before which others it was launched. */
function Choices({ options }: { options?: unknown }) {
  const { f } = useI18n();
  const { control, priorities } = useCampaignMessages();
  const { holdout, priority } = (options ?? {}) as { holdout?: number; priority?: 'low' | 'high' };
  return (
    <>
      {holdout !== undefined && <p className={css['pace']}>{control(f.percent(holdout))}</p>}
      {priority !== undefined && <p className={css['pace']}>{priorities[priority]}</p>}
    </>
  );
}

/** Rate and end, while it moves; the mean when it is over. */
function Pace({ campaign: { state, rate, expectedEnd, limitedBy } }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const limits: Readonly<Record<string, string>> = useCampaignMessages().limits;
  if (state !== 'SENDING' && state !== 'STARTING') {
    return rate && rate.mean > 0 ? <p className={css['pace']}>{w.campaign.mean(f.rate(rate.mean))}</p> : null;
  }
  return (
    <p className={css['pace']}>
      {rate && w.campaign.rate(f.rate(rate.now))}
      {typeof expectedEnd === 'string' && ` · ${w.campaign.end(f.clock(expectedEnd))}`}
      {typeof limitedBy === 'string' && (
        <>
          {' · '}
          <strong>
            {w.campaign.limited} {limits[limitedBy] ?? limitedBy}
          </strong>
        </>
      )}
    </p>
  );
}
