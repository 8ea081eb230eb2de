import { Inject, Injectable } from '@nestjs/common';
import type { Account, Channel } from '#libs/channels';
import { AccountService } from '#libs/tenancy';
import { Clock } from '#platform/clock';
import type { Logger } from '#platform/log';
import { LOGGER } from '#platform/platform';
import { SimulatedOrigins } from './simulated-origins.js';

/** How the account of a channel stands: ready, at rest until somebody resumes it, or not set up. */
export type AccountState = { kind: 'ready'; account: Account } | { kind: 'paused' } | { kind: 'none' };

/** A change of credentials or a pause reaches a running worker this much later, at most. */
const KEPT_MS = 2000;

/**
 * The accounts that messages leave with. Credentials come from tenancy; where a simulated account's provider stands
 * comes from the simulators of this installation, never from request data.
 */
@Injectable()
export class ProviderAccounts {
  private readonly kept = new Map<string, { at: number; state: Promise<AccountState> }>();

  constructor(
    private readonly tenancy: AccountService,
    private readonly simulators: SimulatedOrigins,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(appId: number, channel: Channel): Promise<AccountState> {
    const name = `${appId}:${channel}`;
    const now = this.clock.now().getTime();
    const known = this.kept.get(name);
    if (known && now - known.at < KEPT_MS) {
      return known.state;
    }
    const state = this.read(appId, channel);
    this.kept.set(name, { at: now, state });
    state.catch(() => this.kept.delete(name));
    return state;
  }

  /** Takes an account out of use until an operator resumes it; what was to be sent with it waits. */
  async pause(account: Account, code: string, why: string): Promise<void> {
    this.logger.error({ appId: account.appId, channel: account.channel, code, why }, 'provider account paused');
    await this.tenancy.pause(account, { code, why });
    this.kept.delete(`${account.appId}:${account.channel}`);
  }

  private async read(appId: number, channel: Channel): Promise<AccountState> {
    const found = await this.tenancy.account(appId, channel);
    if (!found) {
      return { kind: 'none' };
    }
    if (found.paused) {
      return { kind: 'paused' };
    }
    const { simulator, paused: _, ...account } = found;
    return {
      kind: 'ready',
      account: simulator ? { ...account, origin: await this.simulators.of(channel) } : account,
    };
  }
}
