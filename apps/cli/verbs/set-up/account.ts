import { explainFault } from '#libs/channels';
import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { type AccountStatus, AccountStateService } from '#libs/delivery/accounts';
import { ApplicationService, channelOfKey } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { ClockService } from '#platform/runtime';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp, readAccountKey } from '../arguments.js';
import { formatLastError } from '../last-error.js';

export const accountList: RunVerb = async ({ values }, { tell }) => {
  const { accounts, now } = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    return {
      accounts: await context.get(AccountStateService).listStatuses(app.id),
      now: context.get(ClockService).now(),
    };
  });
  for (const account of accounts) {
    tell(`${account.key.padEnd(8)} ${account.simulator ? 'simulator' : 'provider '}  ${describeState(account, now)}`);
    describeError(account).forEach(tell);
  }
  return { result: accounts };
};

export const accountResume: RunVerb = async ({ values, positionals }, { tell }) => {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new OperatorError(
      `Usage: herald account resume ACCOUNT, one of ${CHANNEL_NAMES.join(', ')}, or CHANNEL:NAME.`,
    );
  }
  const key = readAccountKey(name);
  const resumed = await withAppContext(async (context) => {
    const app = await findApp(context.get(ApplicationService), values['app']);
    return context.get(AccountStateService).resume(app.id, key, operatorOrigin());
  });
  tell(
    resumed
      ? `${key}: resumed; what waited for it is sent within half a minute.`
      : `${key}: was neither paused nor at rest.`,
  );
  return { result: { channel: channelOfKey(key), account: key, resumed } };
};

/** The last fault: with what to do while it lasts. */
function describeError({ key, provider, lastError }: AccountStatus): string[] {
  if (!lastError) {
    return [];
  }
  const { endedAt } = lastError;
  const line = formatLastError(lastError);
  return endedAt
    ? [`         ${line}; over since ${endedAt.toISOString()}`]
    : [
        `         ${line}`,
        `         ${explainFault(provider, lastError).advice} "herald account test ${key}" tries it.`,
      ];
}

const REASONS: Readonly<Record<string, string>> = {
  AUTH: 'its provider refuses the credentials',
  CONFIGURATION: 'its provider refuses how it is set up',
  PROVIDER_UNAVAILABLE: 'its provider is out of order or cannot be reached',
  RATE_LIMITED: 'its provider asked for patience',
  INVALID_TOKEN: 'its provider does not know most of the tokens, as with the key of another app',
  INVALID_PAYLOAD: 'its provider refuses what is sent',
  REFUSED: 'its provider refuses most of what is sent',
  WRONG_SENDER: 'most of the tokens belong to another sender',
};

function describeState({ paused, breaker, pace }: AccountStatus, now: Date): string {
  const limits = Object.entries(pace ?? {}).map(([name, value]) => `${LIMIT_LABELS[name] ?? name} ${value}/s`);
  return [...describeCircuit({ paused, breaker }, now), ...limits].join(', ');
}

const LIMIT_LABELS: Readonly<Record<string, string>> = {
  perSecond: 'at most',
  rampFrom: 'beginning at',
  perDomain: 'each domain',
};

function describeCircuit({ paused, breaker }: Pick<AccountStatus, 'paused' | 'breaker'>, now: Date): string[] {
  const because = ({ why, code }: { why: string; code: string }): string => `${REASONS[why] ?? why} (${why}, ${code})`;
  const isTried = breaker !== null && breaker.trips > 0;
  const next = isTried ? `tried again ${breaker.until > now ? `at ${breaker.until.toISOString()}` : 'now'}` : '';
  if (paused) {
    return [
      `paused since ${paused.since.toISOString()}: ${because(paused)}`,
      ...(isTried ? [next] : ['until it is resumed']),
    ];
  }
  if (breaker) {
    const until = isTried ? next : `until ${breaker.until.toISOString()}`;
    return [`at rest since ${breaker.since.toISOString()}: ${because(breaker)}`, until];
  }
  return ['ready'];
}
