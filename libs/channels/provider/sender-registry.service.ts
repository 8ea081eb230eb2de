import type { CheckStep } from './account-check.types.js';
import type { Provider, SenderServices } from './provider.types.js';
import type { Account, Sender } from '../sender/channels.types.js';

/** The senders of a process, one for each provider, made when the first message of it leaves. */
export class SenderRegistryService {
  private readonly senders = new Map<string, Sender>();

  constructor(
    private readonly providerOf: (name: string) => Provider,
    private readonly services: SenderServices,
  ) {}

  get({ provider }: Pick<Account, 'provider'>): Sender {
    const sender = this.senders.get(provider) ?? this.providerOf(provider).createSender(this.services);
    this.senders.set(provider, sender);
    return sender;
  }

  /** Tries the credentials of an account; see `Provider.check`. */
  check(account: Account): Promise<CheckStep[]> {
    return this.providerOf(account.provider).check(account, this.services);
  }

  /** Closes all connections after the messages in flight. */
  async close(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
  }
}
