import type { Channel } from '#libs/channels';

/** Somebody who waits for a place in each of some channels. */
interface Waiting {
  channels: readonly Channel[];
  /** Has them now. */
  enter(): void;
}

/** So many may be under way in a channel at a time; who comes then waits, in order, for a while. */
export class Places {
  private readonly taken = new Map<Channel, number>();
  private waiting: Waiting[] = [];

  constructor(private readonly most: number) {}

  areFree(channels: readonly Channel[]): boolean {
    return channels.every((channel) => (this.taken.get(channel) ?? 0) < this.most);
  }

  /**
   * Takes a place in each channel.
   *
   * @param patienceMs  how long it may take until all are free
   * @returns gives the places back; undefined when they did not become free in time
   */
  async take(channels: readonly Channel[], patienceMs: number): Promise<(() => void) | undefined> {
    if (this.areFree(channels)) {
      this.count(channels, 1);
    } else if (!(await this.wait(channels, patienceMs))) {
      return undefined;
    }
    return () => {
      this.count(channels, -1);
      for (const one of this.waiting) {
        if (this.areFree(one.channels)) {
          one.enter();
        }
      }
    };
  }

  private async wait(channels: readonly Channel[], patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasEntered: boolean): void => {
        clearTimeout(timer);
        this.waiting = this.waiting.filter((one) => one !== waiting);
        resolve(hasEntered);
      };
      const enter = (): void => {
        this.count(channels, 1);
        end(true);
      };
      const waiting: Waiting = { channels, enter };
      const timer = setTimeout(() => end(false), patienceMs);
      this.waiting.push(waiting);
    });
  }

  private count(channels: readonly Channel[], by: number): void {
    for (const channel of channels) {
      this.taken.set(channel, (this.taken.get(channel) ?? 0) + by);
    }
  }
}
