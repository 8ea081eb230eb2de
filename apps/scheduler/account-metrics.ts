import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { type AccountStatus, AccountStateService } from '#libs/delivery/accounts';
import { ApplicationService } from '#libs/tenancy';
import { type MetricSource, CachedFigures } from '#platform/health';
import type { ClockService } from '#platform/runtime';

/** `resting`: the circuit breaker is open. */
const STATES = ['ready', 'resting', 'paused'] as const;

type LabelledStatus = AccountStatus & { app: string };
type AccountError = NonNullable<AccountStatus['lastError']>;

/**
 * Provider accounts and those that do not send now, and why. The label `channel` of one account is its name: a further
 * account of a channel is `sms:second`.
 *
 * @param maxAgeMs  how long one reading of the database serves
 */
export function accountMetrics(
  applications: ApplicationService,
  accounts: AccountStateService,
  clock: ClockService,
  maxAgeMs?: number,
): MetricSource[] {
  const statuses = new CachedFigures(async () => {
    const all: LabelledStatus[] = [];
    for (const { id, name: app } of await applications.listApplications()) {
      all.push(...(await accounts.listStatuses(id)).map((status) => ({ ...status, app })));
    }
    return all;
  }, maxAgeMs);
  const sinceError = (name: string, help: string, moment: (error: AccountError) => Date | null): MetricSource => ({
    name,
    help,
    labels: ['app', 'channel'],
    read: async () =>
      (await statuses.get()).flatMap(({ app, key: channel, lastError }) => {
        const at = lastError && moment(lastError);
        const seconds = at ? (clock.now().getTime() - at.getTime()) / 1000 : 0;
        return lastError ? [{ labels: { app, channel }, value: Math.max(0, seconds) }] : [];
      }),
  });
  return [
    sinceError(
      'herald_provider_account_error_age_seconds',
      'Since the last message that failed through the fault of the account or its provider; absent: none has',
      ({ at }) => at,
    ),
    sinceError(
      'herald_provider_account_failing_seconds',
      'Since the first such message without a success after it; 0: a message was accepted since',
      ({ since, endedAt }) => (endedAt === null ? since : null),
    ),
    {
      name: 'herald_provider_account_stopped',
      help: '1 for an account that does not send now: it is paused, or its circuit breaker is open',
      labels: ['app', 'channel', 'state', 'why', 'code'],
      read: async () =>
        (await statuses.get()).flatMap(({ app, key: channel, paused, breaker }) => {
          const stop = paused ?? breaker;
          const state = paused ? 'paused' : 'resting';
          return stop ? [{ labels: { app, channel, state, why: stop.why, code: stop.code }, value: 1 }] : [];
        }),
    },
    {
      name: 'herald_provider_accounts',
      help: 'Provider accounts of all applications, by whether they send, rest (circuit breaker) or are paused',
      labels: ['channel', 'state'],
      read: async () => {
        const all = await statuses.get();
        return CHANNEL_NAMES.flatMap((channel) =>
          STATES.map((state) => ({
            labels: { channel, state },
            value: all.filter((status) => status.channel === channel && stateOf(status) === state).length,
          })),
        );
      },
    },
  ];
}

function stateOf({ paused, breaker }: AccountStatus): (typeof STATES)[number] {
  return paused ? 'paused' : breaker ? 'resting' : 'ready';
}
