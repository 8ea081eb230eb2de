import type { Batch } from '../recipients/batch-composer.service.js';
import type { LeftOutCount, PolicyForecast } from './dry-run.types.js';

/** Adds up the people that the contact policy holds back, and the times at which others may leave. */
export class PolicySums {
  private readonly caps: Record<string, number> = Object.create(null);
  private quietHours = 0;
  private first = Infinity;
  private last = -Infinity;

  /** @param dueAt  when the send begins */
  constructor(private readonly dueAt: Date) {}

  addBatch({ heldBack, recipients, postponed }: Pick<Batch, 'heldBack' | 'recipients' | 'postponed'>): void {
    for (const { cap } of heldBack) {
      if (cap) {
        this.caps[cap.name] = (this.caps[cap.name] ?? 0) + 1;
      } else {
        this.quietHours += 1;
      }
    }
    const times = [...postponed.map(({ notBefore }) => notBefore), ...recipients.slice(0, 1).map(() => this.dueAt)];
    for (const time of times) {
      this.first = Math.min(this.first, time.getTime());
      this.last = Math.max(this.last, time.getTime());
    }
  }

  /** @returns undefined: no one is held back */
  build(notChosen: readonly LeftOutCount[]): PolicyForecast | undefined {
    const heldOut = notChosen.filter(({ reason }) => reason === 'HOLDOUT').map(({ users }) => users);
    const holdout = heldOut.reduce((sum, users) => sum + users, 0);
    const { caps, quietHours } = this;
    if (Object.keys(caps).length + quietHours + holdout === 0) {
      return undefined;
    }
    return { caps: { ...caps }, quietHours, holdout, firstAt: toText(this.first), lastAt: toText(this.last) };
  }
}

function toText(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
