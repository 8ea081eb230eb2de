import { type AccountStatus, AccountStateService } from '#libs/delivery';
import { ACCOUNT_CHANNELS, ApplicationService } from '#libs/tenancy';
import { type MetricSource, SharedReading } from '#platform/health';

/** `resting`: the circuit breaker is open. */
const STATES = ['ready', 'resting', 'paused'] as const;

type LabelledStatus = AccountStatus & { app: string };

/**
 * Provider accounts and those that do not send now, and why.
 *
 * @param maxAgeMs  how long one reading of the database serves
 */
export function accountMetrics(
  applications: ApplicationService,
  accounts: AccountStateService,
  maxAgeMs?: number,
): MetricSource[] {
  const statuses = new SharedReading(async () => {
    const all: LabelledStatus[] = [];
    for (const { id, name: app } of await applications.listApplications()) {
      all.push(...(await accounts.listStatuses(id)).map((status) => ({ ...status, app })));
    }
    return all;
  }, maxAgeMs);
  return [
    {
      name: 'herald_provider_account_stopped',
      help: '1 for an account that does not send now: it is paused, or its circuit breaker is open',
      labels: ['app', 'channel', 'state', 'why', 'code'],
      read: async () =>
        (await statuses.get()).flatMap(({ app, channel, paused, breaker }) => {
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
        return ACCOUNT_CHANNELS.flatMap((channel) =>
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
