import { Gauge, type Registry } from 'prom-client';
import type { ProviderAccounts } from '#libs/delivery';
import type { ApplicationService } from '#libs/tenancy';

/** Adds to a registry which provider accounts send nothing now, and why; read from the database at each scrape. */
export function addAccountMetrics(
  registry: Registry,
  applications: ApplicationService,
  accounts: ProviderAccounts,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'herald_provider_account_stopped',
      help: '1 for an account that sends nothing now: it is paused, or rests until its provider is tried again',
      labelNames: ['app', 'channel', 'state', 'why', 'code'],
      registers: [],
      async collect() {
        this.reset();
        for (const { id, name: app } of await applications.list()) {
          for (const { channel, paused, rest } of await accounts.standings(id)) {
            const stopped = paused ?? rest;
            if (stopped) {
              const { why, code } = stopped;
              this.set({ app, channel, state: paused ? 'paused' : 'resting', why, code }, 1);
            }
          }
        }
      },
    }),
  );
}
