import { FaultInjector, type FaultDecision, type FaultPlan, type Stage } from './fault-injector.js';
import type { Provider } from './providers.js';

/** A plan beside that of the operator, which ends by itself. */
export interface NamedPlan extends FaultPlan {
  name: string;
  /** ISO 8601. */
  endsAt: string;
}

/**
 * The plan of the operator, and beside it plans with names that end by themselves: whoever sets one may die before it ends
 * it. The first rule that applies decides, the operator's first.
 */
export class FaultPlans {
  private readonly own = new FaultInjector();
  private readonly named = new Map<string, { injector: FaultInjector; endsAt: number }>();

  get current(): FaultPlan {
    return this.own.current;
  }

  set(plan: FaultPlan): void {
    this.own.set(plan);
  }

  /** Plans with names that are in force. */
  listNamed(): NamedPlan[] {
    this.dropEnded();
    return [...this.named].map(([name, { injector, endsAt }]) => ({
      name,
      endsAt: new Date(endsAt).toISOString(),
      ...injector.current,
    }));
  }

  /** Sets or replaces a plan; one without rules ends it. The same plan again goes on, with more time. */
  setNamed(name: string, plan: FaultPlan, seconds: number): void {
    const present = this.named.get(name);
    if (plan.rules.length === 0) {
      this.named.delete(name);
      return;
    }
    const isSame = present !== undefined && JSON.stringify(present.injector.current) === JSON.stringify(plan);
    const injector = isSame ? present.injector : new FaultInjector();
    if (!isSame) {
      injector.set(plan);
    }
    this.named.set(name, { injector, endsAt: Date.now() + seconds * 1000 });
  }

  /** Decides like `FaultInjector.decide`, over all plans; latencies add up. */
  decide(provider: Provider, token: string, stage?: Stage, sender = ''): FaultDecision | undefined {
    const own = this.own.decide(provider, token, stage, sender);
    if (own?.rule !== undefined || this.named.size === 0) {
      return own;
    }
    this.dropEnded();
    let latencyMs = own?.latencyMs ?? 0;
    for (const { injector } of this.named.values()) {
      const decision = injector.decide(provider, token, stage, sender);
      latencyMs += decision?.latencyMs ?? 0;
      if (decision?.rule !== undefined) {
        return { latencyMs, rule: decision.rule };
      }
    }
    return latencyMs > 0 ? { latencyMs } : undefined;
  }

  private dropEnded(): void {
    for (const [name, { endsAt }] of this.named) {
      if (endsAt <= Date.now()) {
        this.named.delete(name);
      }
    }
  }
}
