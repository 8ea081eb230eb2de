import { CHANNELS, type Channel, type Sender } from './channels.types.js';

/** The senders of a process, one for each channel. */
export type SenderList = readonly { [C in Channel]: Sender<C> }[Channel][];

/** Finds the sender of a channel. */
export class Senders {
  constructor(private readonly all: SenderList) {}

  /** @throws when there is none, or more than one, for a channel: a fault of the build, found at start by `assertEveryChannelHasOneSender` */
  for<C extends Channel>(channel: C): Sender<C> {
    const [sender, ...others] = this.all.filter(
      (each): each is Extract<SenderList[number], Sender<C>> => each.channel === channel,
    );
    if (sender === undefined || others.length > 0) {
      throw new Error(`${channel} has ${sender === undefined ? 'no sender' : 'more than one sender'}`);
    }
    return sender;
  }

  /** Lets what is in flight finish and ends all connections. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((sender) => sender.close()));
  }
}

/**
 * The boot check: every channel has exactly one sender.
 *
 * @throws an error that names every channel that has not
 */
export function assertEveryChannelHasOneSender(all: SenderList): void {
  const faults = Object.keys(CHANNELS).flatMap((channel) => {
    const count = all.filter((sender) => sender.channel === channel).length;
    return count === 1 ? [] : [`${channel} has ${count}`];
  });
  if (faults.length > 0) {
    throw new Error(`Every channel needs exactly one sender: ${faults.join(', ')}`);
  }
}
