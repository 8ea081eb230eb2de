import type { AccountStateService } from '#libs/delivery';
import type { ApplicationService } from '#libs/tenancy';
import type { MetricSource, MetricValue } from '#platform/health';

/** Provider accounts that do not send now, and why. Read from the database at each scrape. */
export function accountMetrics(applications: ApplicationService, accounts: AccountStateService): MetricSource[] {
  return [
    {
      name: 'herald_provider_account_stopped',
      help: '1 for an account that does not send now: it is paused, or its circuit breaker is open',
      labels: ['app', 'channel', 'state', 'why', 'code'],
      async read() {
        const stopped: MetricValue[] = [];
        for (const { id, name: app } of await applications.listApplications()) {
          for (const { channel, paused, breaker } of await accounts.listStatuses(id)) {
            const stop = paused ?? breaker;
            if (stop) {
              const state = paused ? 'paused' : 'resting';
              stopped.push({ labels: { app, channel, state, why: stop.why, code: stop.code }, value: 1 });
            }
          }
        }
        return stopped;
      },
    },
  ];
}
