import type { Campaign } from '../../api/types.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { CheckFigures } from '../../widgets/sends/check/check-figures.js';
import { CheckProgress } from '../../widgets/sends/check/check-progress.js';
import { Button } from '../../kit/controls/button.js';
import { Card } from '../../kit/layout/card.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../look/page.module.css';
import { useScheduledMessages } from './messages.js';
import { useForecast } from './use-forecast.js';

/** Counts the recipients of a campaign that has not begun, with those left out and why. */
export function ForecastCard({ campaign }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const messages = useScheduledMessages();
  const { app, may } = useApplication();
  const { check, share, isPending, fault, countAgain } = useForecast(campaign);
  return (
    <Card
      title={messages.forecast}
      {...(typeof check?.endedAt === 'string' && { note: messages.countedAt(f.clock(check.endedAt)) })}
    >
      <div className={css['platforms']}>
        <div className={css['platforms']} role="status" aria-busy={isPending}>
          {fault !== null && (
            <p className={css['fault']}>
              {refusalText(fault instanceof Refusal ? fault : undefined, w.state.offline, w.state.serverFault)}
            </p>
          )}
          {isPending && share > 0 && share < 1 && <CheckProgress share={share} />}
          {check ? (
            <CheckFigures app={app.key} check={check} canSeePeople={may('users.read')} />
          ) : (
            isPending && (
              <>
                <p className={css['caption']}>{messages.counting}</p>
                <Skeleton lines={4} height={24} />
              </>
            )
          )}
        </div>
        <p>
          <Button isPending={isPending} onPress={countAgain}>
            {messages.again}
          </Button>
        </p>
      </div>
    </Card>
  );
}
