import type { Account, Sender } from './channels.types.js';

/** The senders of a process, one for each provider, made when the first message of it leaves. */
export class SenderRegistryService {
  private readonly senders = new Map<string, Sender>();

  /** @param create  makes the sender of a provider, by its name */
  constructor(private readonly create: (provider: string) => Sender) {}

  get({ provider }: Pick<Account, 'provider'>): Sender {
    const sender = this.senders.get(provider) ?? this.create(provider);
    this.senders.set(provider, sender);
    return sender;
  }

  /** Closes all connections after the messages in flight. */
  async close(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
  }
}
