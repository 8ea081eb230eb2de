import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Account, accounts, type AccountTest, resumeAccount, testAccount } from '../api/setup/accounts.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useChannelNames } from '../widgets/channel-names.js';
import { useReasonMessages } from '../widgets/reason-messages.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './account-card.module.css';
import { useAccountMessages } from './messages.js';

/** One account: whether it sends, its last fault, and a try on demand. */
export function AccountCard({ account }: { account: Account }) {
  const { w } = useI18n();
  const messages = useAccountMessages();
  const nameOf = useChannelNames();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const test = useMutation({ mutationFn: () => testAccount(app.key, account.account) });
  const resume = useMutation({
    mutationFn: () => resumeAccount(app.key, account.account),
    onSuccess: (list) => client.setQueryData(accounts(app.key).queryKey, list),
  });
  const error = test.error ?? resume.error;
  return (
    <Card
      title={nameOf(account.account)}
      note={messages.by(account.simulator ? messages.simulated : messages.real, account.provider)}
    >
      <div className={css['row']}>
        <div className={css['texts']}>
          <State account={account} />
          <LastFault account={account} />
        </div>
        <div className={css['actions']}>
          {account.simulator && may('users.private') && (
            <Link kind="button" href={paths.simulators(app.key, { channel: account.channel })}>
              {messages.arrived}
            </Link>
          )}
          {may('accounts.write') && account.stop && (
            <Button onPress={() => resume.mutate()} isPending={resume.isPending}>
              {messages.resume}
            </Button>
          )}
          {may('accounts.write') && (
            <Button onPress={() => test.mutate()} isPending={test.isPending}>
              {messages.test}
            </Button>
          )}
        </div>
      </div>
      <div role="status">
        {test.isPending && <p className={css['quiet']}>{messages.testing}</p>}
        {error && (
          <p className={css['bad']}>
            {refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault)}
          </p>
        )}
        {test.data && !test.isPending && <Result test={test.data} />}
      </div>
    </Card>
  );
}

function State({ account: { stop } }: { account: Account }) {
  const { f } = useI18n();
  const messages = useAccountMessages();
  if (!stop) {
    return (
      <p>
        <Badge tone="sent">{messages.ready}</Badge>
      </p>
    );
  }
  const isPaused = stop.state === 'paused';
  return (
    <p>
      <Badge tone={isPaused ? 'failed' : 'skipped'}>{isPaused ? messages.paused : messages.resting}</Badge>{' '}
      {stop.until === null ? messages.pausedSince(f.moment(stop.since)) : messages.restsUntil(f.moment(stop.until))}
    </p>
  );
}

function LastFault({ account: { lastError } }: { account: Account }) {
  const { w, f } = useI18n();
  const messages = useAccountMessages();
  const adviceOf = useAdvice();
  if (!lastError) {
    return <p className={css['quiet']}>{messages.noFault}</p>;
  }
  const { at, since, times } = lastError;
  return (
    <div className={css['fault']}>
      <p className={css['quiet']}>
        {messages.lastFault}: {f.moment(at)}, {messages.times(w.times(times), f.moment(since))}
      </p>
      <p className={css['words']}>{lastError.words === '' ? lastError.code : lastError.words}</p>
      <p>{lastError.endedAt === null ? adviceOf(lastError) : messages.mended(f.moment(lastError.endedAt))}</p>
    </div>
  );
}

function Result({ test: { steps, works, simulator, paused } }: { test: AccountTest }) {
  const messages = useAccountMessages();
  const adviceOf = useAdvice();
  return (
    <>
      <ul className={css['steps']}>
        {steps.map(({ name, works: isGood, words: provider, fault }) => (
          <li key={name}>
            <Badge tone={isGood ? 'sent' : 'failed'}>{isGood ? messages.good : messages.bad}</Badge>
            <div className={css['texts']}>
              <p>{name}</p>
              {provider !== '' && <p className={css['words']}>{provider}</p>}
              {fault && <p>{adviceOf(fault)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {works && <p className={css['quiet']}>{messages.works}</p>}
      {simulator && <p className={css['quiet']}>{messages.isSimulated}</p>}
      {works && paused && <p>{messages.stillPaused}</p>}
    </>
  );
}

/** The server's advice on a fault is English and detailed; readers of other languages get the meaning of its reason. */
function useAdvice(): (fault: { why: string; advice: string }) => string {
  const { language } = useI18n();
  const meanings: Readonly<Record<string, string>> = useReasonMessages().meanings;
  return ({ why, advice }) => (language === 'en' ? advice : (meanings[why] ?? advice));
}
