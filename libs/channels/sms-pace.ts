/** What a message asks of the pace of its sender. */
export interface PaceRequest {
  appId: number;
  accountId: number;
  sender: string;
  segments: number;
  segmentsPerSecond: number;
}

/** After `waitMs` it may leave; not granted, nothing was taken and it may be asked for again after that time. */
export interface PaceAnswer {
  isGranted: boolean;
  waitMs: number;
}

/** Decides when an SMS may leave. Whoever keeps one pace for all processes stands in for the one below. */
export interface SmsPace {
  /** @param patienceMs  a longer wait is not granted */
  take(request: PaceRequest, patienceMs: number): Promise<PaceAnswer>;
}

/** Senders whose pace one process knows; the one that was not used for the longest time gives way. */
const KEPT_SENDERS = 10_000;

/** The pace of each sender in this process: a bucket that holds one second's segments and drains at their rate. */
export class OwnPace implements SmsPace {
  /** By account and sender: when the bucket is full again. */
  private readonly fullAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  take({ accountId, sender, segments, segmentsPerSecond }: PaceRequest, patienceMs: number): Promise<PaceAnswer> {
    const name = `${accountId}:${sender}`;
    const now = this.now();
    const fullAt = Math.max(now, this.fullAt.get(name) ?? now);
    const cost = (segments / segmentsPerSecond) * 1000;
    // A text of more segments than one second allows leaves from a full bucket, and those after it wait.
    const waitMs = Math.max(0, fullAt - now + Math.min(cost, 1000) - 1000);
    const isGranted = waitMs <= patienceMs;
    if (isGranted) {
      this.fullAt.delete(name);
      this.fullAt.set(name, fullAt + cost);
      this.dropOldest();
    }
    return Promise.resolve({ isGranted, waitMs: Math.ceil(waitMs) });
  }

  private dropOldest(): void {
    const [oldest] = this.fullAt.keys();
    if (this.fullAt.size > KEPT_SENDERS && oldest !== undefined) {
      this.fullAt.delete(oldest);
    }
  }
}
