import { Injectable } from '@nestjs/common';
import { providerOf } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { ProviderAccountService } from '#libs/tenancy';

/** An account that sends to the simulators. */
export interface SimulatedAccount {
  channel: Channel;
  /** Its name in the log of the simulators. No secret. */
  sender: string;
}

/** The accounts of an application whose provider is a simulator. */
@Injectable()
export class SimulatedAccountsService {
  constructor(private readonly accounts: ProviderAccountService) {}

  /**
   * Lists the names by which the simulators know the accounts. Their log is one for all applications, and credentials
   * are generated for each: so an application sees its own deliveries alone.
   */
  async list(appId: number): Promise<SimulatedAccount[]> {
    const simulated = (await this.accounts.listAccounts(appId)).filter(({ simulator }) => simulator);
    const found = await Promise.all(simulated.map(({ key }) => this.find(appId, key)));
    return found.filter((account) => account !== undefined);
  }

  /**
   * How an account is subscribed at its simulator.
   *
   * @param sender  its name in the log
   * @param url     where reports and messages of people go
   * @returns path and body for the control interface; undefined: there is nothing to subscribe
   */
  async findSubscription(
    appId: number,
    sender: string,
    url: string,
  ): Promise<readonly [path: string, body: object] | undefined> {
    for (const { key, simulator } of await this.accounts.listAccounts(appId)) {
      const account = simulator && (await this.find(appId, key))?.sender === sender;
      const stored = account ? await this.accounts.findByKey(appId, key) : null;
      if (stored?.simulator) {
        return providerOf(stored.provider).callbacks?.subscribe?.(stored.credentials, url);
      }
    }
    return undefined;
  }

  /** Channels that no real account may send for. */
  async listChannels(appId: number): Promise<Set<Channel>> {
    const accounts = await this.accounts.listAccounts(appId);
    const real = new Set(accounts.filter(({ simulator }) => !simulator).map(({ channel }) => channel));
    return new Set((await this.list(appId)).map(({ channel }) => channel).filter((channel) => !real.has(channel)));
  }

  private async find(appId: number, key: string): Promise<SimulatedAccount | undefined> {
    const account = await this.accounts.findByKey(appId, key);
    if (account?.simulator !== true) {
      return undefined;
    }
    const provider = providerOf(account.provider);
    const sender = provider.simulatedSender(account.credentials);
    // Without a name of its own it would belong to all accounts.
    return sender === '' ? undefined : { channel: account.channel, sender: `${provider.simulator}:${sender}` };
  }
}
