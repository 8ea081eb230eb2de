import type { CampaignCheck } from '../../api/compose/check.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { countGaps, countReached, isBlocked } from '../../widgets/sends/check/is-blocked.js';
import { useSendMessages } from '../../widgets/sends/messages.js';
import { Tick } from '../../kit/controls/tick.js';
import { Button } from '../../kit/controls/button.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../form/composer.module.css';
import { isAtField } from '../form/faults.js';
import { useComposerMessages } from '../form/messages.js';
import { CARDS, focusCard } from '../form/cards.js';
import type { Sending } from './use-sending.js';

interface SendBarProps {
  sending: Sending;
  /** Reason for which it cannot be checked; undefined: none. */
  missing: string | undefined;
  /** Blocks the launch until a conflict of the draft is resolved. */
  isHeld: boolean;
}

/** The commands that end the writing, always in sight: test, check and send. */
export function SendBar({ sending, missing, isHeld }: SendBarProps) {
  const { w } = useI18n();
  const messages = useComposerMessages();
  const sendMessages = useSendMessages();
  const { may } = useApplication();
  const { checked, isCurrent, isChecking, share, error } = sending;
  const isStopped = isCurrent && checked !== undefined && isBlocked(checked);
  const gaps = isCurrent && checked !== undefined && !isStopped ? countGaps(checked) : 0;
  const isUnread = gaps > 0 && !sending.isConfirmed;
  const failure =
    error &&
    faultText(error, { ...messages, stopped: sendMessages.stopped }, (refusal) =>
      refusalText(refusal, w.state.offline, w.state.serverFault),
    );
  return (
    <div className={css['bar']} role="group" aria-label={messages.checkTitle}>
      <div className={css['state']} role="status">
        {missing !== undefined && <p>{missing}</p>}
        {failure !== null && <p className={css['warning']}>{failure}</p>}
        {checked && !isCurrent && <p className={css['warning']}>{messages.changed}</p>}
        {isStopped && <p>{messages.blocked}</p>}
        {gaps > 0 && may('campaigns.send') && (
          <p className={css['confirm']}>
            <Tick label={messages.confirmGaps(gaps)} isTicked={sending.isConfirmed} onChange={sending.confirm} />
            <span aria-hidden="true">{messages.confirmGaps(gaps)}</span>
          </p>
        )}
      </div>
      <div className={css['actions']}>
        {may('users.read') && may('campaigns.send') && (
          <Button kind="quiet" onPress={() => focusCard(CARDS.test)}>
            {messages.test}
          </Button>
        )}
        {isChecking && share > 0 && <Button onPress={sending.stop}>{sendMessages.stop}</Button>}
        <Button
          kind={isCurrent ? 'plain' : 'primary'}
          isDisabled={missing !== undefined}
          isPending={isChecking}
          onPress={sending.check}
        >
          {messages.check}
        </Button>
        {checked && may('campaigns.send') && (
          <Button
            kind="primary"
            className={css['long']}
            isDisabled={!isCurrent || isHeld || countReached(checked) === 0 || isStopped || isUnread}
            isPending={sending.isLaunching}
            onPress={sending.launch}
          >
            {labelOf(checked, messages)}
          </Button>
        )}
      </div>
    </div>
  );
}

type Messages = ReturnType<typeof useComposerMessages>;

/** The button says how many it reaches. */
function labelOf(check: CampaignCheck, messages: Messages): string {
  const { startsAt, needsApproval } = check;
  const planned = countReached(check);
  if (needsApproval) {
    return messages.ask(planned);
  }
  return startsAt === null ? messages.send(planned) : messages.schedule(planned);
}

function faultText(
  error: Error,
  messages: Messages & { stopped: string },
  textOf: (refusal: Refusal | undefined) => string,
): string {
  const refusal = error instanceof Refusal ? error : undefined;
  switch (refusal?.code) {
    case 'changed_meanwhile':
      return ['version', 'launchedAs'].includes(refusal?.problems[0]?.path ?? '') ? messages.moved : messages.meanwhile;
    case 'unconfirmed_gaps':
      return messages.unconfirmed;
    case 'check_stopped':
      return messages.stopped;
    case 'idempotency_reused':
      return messages.twice;
    default:
      return isAtField(error) ? messages.refusedAt : textOf(refusal);
  }
}
