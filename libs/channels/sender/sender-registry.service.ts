import type { Channel, Sender } from './channels.types.js';

/** The senders of a process, exactly one for each channel. */
export type Senders = { readonly [C in Channel]: Sender<C> };

/** Finds the sender of a channel. */
export class SenderRegistryService {
  constructor(private readonly senders: Senders) {}

  get<C extends Channel>(channel: C): Sender<C> {
    return this.senders[channel];
  }

  /** Closes all connections after the messages in flight. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.senders).map((sender) => sender.close()));
  }
}
