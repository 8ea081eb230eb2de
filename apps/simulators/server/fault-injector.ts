import { perProvider, type Provider } from './providers.js';

/** How a connection misbehaves instead of answering. */
export type Fault = 'goaway' | 'hang' | 'reset';

/**
 * A fault for a share of the messages of one provider. A rule without `status` and `fault` only adds latency, and later
 * rules still apply; otherwise the first matching rule decides.
 *
 * @property sender   only messages of this account, by its name in the log; absent: every account
 * @property token    glob over the address of the provider (`*` is any text); absent: every address
 * @property share    0 to 1 of the attempts, or of the addresses when `sticky`
 * @property sticky   one decision for each address, the same for every attempt
 * @property times    applies to at most this many first attempts on each address
 * @property status   HTTP status or SMTP code of the answer
 * @property reason   the provider's name of the error; absent: the usual one of the status
 * @property when     `before` (default): the message is not accepted; `after`: it is accepted, and the fault hides that
 * @property scope    what `reset` cuts on HTTP/2: one `stream` (default) or the whole `connection`
 * @property stage    where SMTP refuses with `status`: `rcpt` (default), `data`, or `auth` (token is the user name);
 *   Twilio's `report`: the message is accepted, and the status callback has `reason`
 * @property timestamp  APNs 410: since when the token is invalid, in ms since 1970; the present when absent
 */
export interface FaultRule {
  provider: Provider;
  sender?: string;
  token?: string;
  share: number;
  sticky?: boolean;
  status?: number;
  reason?: string;
  retryAfterSeconds?: number;
  latencyMs?: number;
  fault?: Fault;
  when?: 'before' | 'after';
  times?: number;
  scope?: 'stream' | 'connection';
  stage?: Stage;
  timestamp?: number;
}
export type Stage = 'auth' | 'rcpt' | 'data' | 'report';

export interface FaultPlan {
  seed: number;
  rules: FaultRule[];
}

/** The decision about one attempt: wait `latencyMs`, then apply `rule`, or respond as usual without one. */
export interface FaultDecision {
  latencyMs: number;
  rule?: FaultRule;
}

interface PreparedRule {
  rule: FaultRule;
  matches: (token: string, sender: string) => boolean;
  /** Hash of seed and position of the rule: the start of every hash of this rule. */
  start: number;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Decides which attempts fail. A decision is a hash of seed, rule, address and attempt number, so the same plan and
 * messages give the same faults in every run, in any order of messages.
 */
export class FaultInjector {
  private plan: FaultPlan = { seed: 0, rules: [] };
  private prepared: Record<Provider, PreparedRule[]> = perProvider(() => []);
  /** Attempts on each address since the plan was set, for providers with rules. */
  private attempts: Record<Provider, Map<string, number>> = perProvider(() => new Map<string, number>());

  get current(): FaultPlan {
    return this.plan;
  }

  /** Replaces the plan and resets the attempt counts. A plan without rules ends all faults. */
  set(plan: FaultPlan): void {
    this.plan = plan;
    this.attempts = perProvider(() => new Map<string, number>());
    this.prepared = perProvider((provider) =>
      plan.rules.flatMap((rule, index) =>
        rule.provider === provider
          ? [{ rule, matches: matcherOf(rule), start: hash(FNV_OFFSET, `${plan.seed}:${index}:`) }]
          : [],
      ),
    );
  }

  /**
   * The decision about one attempt, or undefined for the usual response. Every call counts as an attempt.
   *
   * @param token  address of the provider
   * @param stage  only rules of this stage apply (an SMTP dialogue can fail at several stages)
   * @param sender  the account, by its name in the log
   */
  decide(provider: Provider, token: string, stage?: Stage, sender = ''): FaultDecision | undefined {
    const rules = this.prepared[provider];
    if (rules.length === 0) {
      return undefined;
    }
    const attempt = this.countAttempt(provider, stage === undefined ? token : `${stage} ${token}`);
    let latencyMs = 0;
    for (const { rule, matches, start } of rules) {
      if (stage === undefined ? rule.stage === 'report' : toStage(rule) !== stage) {
        continue;
      }
      if (!matches(token, sender) || attempt > (rule.times ?? Infinity)) {
        continue;
      }
      const chance = toFraction(hash(start, rule.sticky ? token : `${attempt}:${token}`));
      if (chance >= rule.share) {
        continue;
      }
      latencyMs += rule.latencyMs ?? 0;
      if (rule.status !== undefined || rule.fault !== undefined) {
        return { latencyMs, rule };
      }
    }
    return latencyMs > 0 ? { latencyMs } : undefined;
  }

  private countAttempt(provider: Provider, key: string): number {
    const counts = this.attempts[provider];
    const attempt = (counts.get(key) ?? 0) + 1;
    counts.set(key, attempt);
    return attempt;
  }
}

/** An error belongs to its stage; latency and connection faults apply at the message itself. */
function toStage(rule: FaultRule): Stage {
  return rule.stage ?? (rule.status !== undefined && rule.fault === undefined ? 'rcpt' : 'data');
}

function matcherOf(rule: FaultRule): PreparedRule['matches'] {
  const fits = glob(rule.token);
  return (token, sender) => (rule.sender === undefined || rule.sender === sender) && fits(token);
}

function glob(pattern: string | undefined): (token: string) => boolean {
  if (pattern === undefined || pattern === '*') {
    return () => true;
  }
  if (!pattern.includes('*')) {
    return (token) => token === pattern;
  }
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  return (token) => expression.test(token);
}

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(start: number, text: string): number {
  let value = start;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  }
  return value;
}

/** A hash as a number in [0, 1). It is mixed first (finalizer of MurmurHash3): FNV's high bits depend little on the end. */
function toFraction(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return (mixed >>> 0) / 2 ** 32;
}
