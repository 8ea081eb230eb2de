import type { Account } from '../../sender/channels.types.js';
import type { DomainThrottles } from '../../rate-limits/domain-throttle.js';

/** Messages in a row that a push service fails on before nothing more is sent to it for a while. */
const MAX_CONSECUTIVE_FAILURES = 10;
const OUTAGE_BACKOFF = { firstMs: 5000, maxMs: 300_000 };
/** A refusal of credentials is tried again later: services also refuse good ones during outages of their own. */
const REFUSAL_BACKOFF = { firstMs: 60_000, maxMs: 1_800_000 };

interface Health {
  /** Messages in a row without an answer, or with an error of the service. */
  failures: number;
  answeredAt: number;
}

/**
 * The circuit breakers of the push services of one account: a service that fails is left alone for a while, and the
 * others go on. All workers share the rests, in the table of the recipient domains.
 */
export class PushServiceHealth {
  private readonly services = new Map<string, Health>();

  constructor(
    private readonly account: Account,
    private readonly throttles: DomainThrottles,
  ) {}

  /** Reads the rests that other workers have found. Called before each batch. */
  async refresh(): Promise<void> {
    await this.throttles.refresh(this.account);
  }

  /** Time in ms for which nothing may be sent to a service. */
  getRestMs(service: string): number {
    return this.throttles.getWaitMs(this.account, service);
  }

  /** Tests if a service has rested and has not answered since. It then gets a few messages at a time. */
  isProbed(service: string): boolean {
    return this.throttles.getEnd(this.account, service) > this.get(service).answeredAt;
  }

  noteAnswer(service: string): void {
    const health = this.get(service);
    health.failures = 0;
    health.answeredAt = performance.now();
  }

  /** Counts a message that got no answer or an error of the service. */
  async noteFailure(service: string, code: string): Promise<void> {
    const health = this.get(service);
    health.failures += 1;
    if (health.failures >= MAX_CONSECUTIVE_FAILURES) {
      health.failures = 0;
      await this.throttles.throttle(this.account, service, code, OUTAGE_BACKOFF);
    }
  }

  /** Leaves a service alone that refuses the account. */
  async noteRefusal(service: string, code: string): Promise<void> {
    await this.throttles.throttle(this.account, service, code, REFUSAL_BACKOFF);
  }

  private get(service: string): Health {
    const health = this.services.get(service) ?? { failures: 0, answeredAt: 0 };
    this.services.set(service, health);
    return health;
  }
}
