import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Outgoing, PayloadByChannel } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { Sender } from '../../../libs/channels/sender/channels.types.js';

const BATCH = 250;
/** After a batch with messages that have to be sent again. */
const REST_MS = 200;

/** Messages of one account, each sent under its id until the sender calls it sent. */
export class Traffic<C extends Channel> {
  created = 0;
  sent = 0;
  attempts = 0;
  longestMs = 0;
  /** Attempts by what the sender said of them. */
  readonly outcomes: Record<string, number> = {};
  /** Ids of messages that an attempt left in doubt. */
  readonly doubted = new Set<string>();
  private readonly again: Outgoing<C>[] = [];
  private isOver = false;
  private underWay = 0;

  constructor(
    private readonly sender: Sender<C>,
    private readonly account: Account<C>,
    private readonly payload: PayloadByChannel[C],
  ) {}

  /** No new messages: what is left is sent. */
  finish(): void {
    this.isOver = true;
  }

  /** Sends batch after batch, until it is finished and nothing is left. */
  async run(): Promise<void> {
    while (!this.isOver || this.again.length + this.underWay > 0) {
      const batch = this.again.splice(0, BATCH);
      while (!this.isOver && batch.length < BATCH) {
        batch.push(this.make());
      }
      if (batch.length > 0) {
        await this.send(batch);
      } else {
        await sleep(REST_MS);
      }
    }
  }

  close(): Promise<void> {
    return this.sender.close();
  }

  private make(): Outgoing<C> {
    this.created += 1;
    const { payload } = this;
    // Hexadecimal digits, which both providers take.
    const address = randomUUID().replaceAll('-', '').repeat(2);
    return { messageId: randomUUID(), address, payload, collapseId: 'offer-1', ttlSeconds: 3600 };
  }

  private async send(batch: Outgoing<C>[]): Promise<void> {
    const started = performance.now();
    this.underWay += batch.length;
    const { outcomes } = await this.sender.send(this.account, batch);
    this.underWay -= batch.length;
    this.attempts += batch.length;
    this.longestMs = Math.max(this.longestMs, performance.now() - started);
    const before = this.sent;
    batch.forEach((item, index) => this.record(item, outcomes[index]?.kind ?? 'missing'));
    if (this.sent - before < batch.length) {
      await sleep(REST_MS);
    }
  }

  private record(item: Outgoing<C>, kind: string): void {
    this.outcomes[kind] = (this.outcomes[kind] ?? 0) + 1;
    if (kind === 'sent') {
      this.sent += 1;
      return;
    }
    if (kind === 'unknown') {
      this.doubted.add(item.messageId);
    }
    this.again.push(item);
  }
}
