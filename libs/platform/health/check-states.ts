/**
 * A condition of a process's work, as `/health/ready` shows it to anyone.
 *
 * @property ok      false may still leave the process ready: a gateway works without its queue
 * @property reason  what to do, without secrets, hosts or statements; null when `ok`
 * @property since   ISO 8601 in UTC: when `ok` or the reason last changed
 */
export interface ReadinessCheck {
  name: string;
  ok: boolean;
  reason: string | null;
  since: string;
}

/** @property isReady  every check that the process cannot work without is ok */
export interface ReadinessReport {
  isReady: boolean;
  checks: readonly ReadinessCheck[];
}

/** The last answers of the checks of one process, in the order of their first answers. */
export class CheckStates<N extends string> {
  private readonly checks = new Map<N, ReadinessCheck>();

  /** @param optional  checks that leave the process ready */
  constructor(private readonly optional: readonly N[] = []) {}

  /** @param reason  null: the check is ok */
  set(name: N, reason: string | null): void {
    if (this.checks.get(name)?.reason !== reason || !this.checks.has(name)) {
      this.checks.set(name, { name, ok: reason === null, reason, since: new Date().toISOString() });
    }
  }

  report(): ReadinessReport {
    const isReady = [...this.checks].every(([name, { ok }]) => ok || this.optional.includes(name));
    return { isReady, checks: [...this.checks.values()] };
  }
}
