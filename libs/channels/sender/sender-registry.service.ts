import { CHANNELS, type Channel, type Sender } from './channels.types.js';

/** The senders of a process, one for each channel. */
export type SenderList = readonly { [C in Channel]: Sender<C> }[Channel][];

/** Finds the sender of a channel. */
export class SenderRegistryService {
  constructor(private readonly senders: SenderList) {}

  /** @throws when there is none, or more than one, for a channel: a fault of the build, found at start by `assertEveryChannelHasOneSender` */
  get<C extends Channel>(channel: C): Sender<C> {
    const [sender, ...duplicates] = this.senders.filter(
      (candidate): candidate is Extract<SenderList[number], Sender<C>> => candidate.channel === channel,
    );
    if (sender === undefined || duplicates.length > 0) {
      throw new Error(`${channel} has ${sender === undefined ? 'no sender' : 'more than one sender'}`);
    }
    return sender;
  }

  /** Lets what is in flight finish and ends all connections. */
  async close(): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.close()));
  }
}

/**
 * The boot check: every channel has exactly one sender.
 *
 * @throws an error that names every channel that has not
 */
export function assertEveryChannelHasOneSender(senders: SenderList): void {
  const faults = Object.keys(CHANNELS).flatMap((channel) => {
    const count = senders.filter((sender) => sender.channel === channel).length;
    return count === 1 ? [] : [`${channel} has ${count}`];
  });
  if (faults.length > 0) {
    throw new Error(`Every channel needs exactly one sender: ${faults.join(', ')}`);
  }
}
