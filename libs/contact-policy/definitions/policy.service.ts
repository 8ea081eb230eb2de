import { Injectable } from '@nestjs/common';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';
import { CHOICE_CAPS } from '../model/match-caps.js';
import { type Cap, type ContactPolicy, USER_ZONE } from '../model/policy.types.js';
import { PolicyRepository } from './policy.repository.js';

/** How long another process may use a policy that has changed. */
const STATE_TTL_MS = 1000;
const CACHE_SIZE = 10_000;

const NONE: ContactPolicy = { caps: [], quietHours: null, sendWindows: [], holdouts: [] };

/**
 * The contact policies of applications. A second of sends costs one small look-up for all applications together: whether
 * any policy has changed. A policy, or that there is none, is read once after each change.
 */
@Injectable()
export class PolicyService {
  /** `state` is that of all policies, read before the policy. */
  private readonly cache = new LruCache<number, { state: string; policy: Promise<ContactPolicy> }>({ max: CACHE_SIZE });
  /** `at` is of the monotonic clock, which is never set. */
  private latest: { at: number; state: Promise<string> } | undefined;

  constructor(
    private readonly db: Database,
    private readonly policies: PolicyRepository,
  ) {}

  async findCaps(appId: number): Promise<readonly Cap[]> {
    return (await this.find(appId)).caps;
  }

  /** Tests if the policy follows the clocks of each person. */
  async followsPersons(appId: number): Promise<boolean> {
    const { caps, quietHours, sendWindows } = await this.find(appId);
    const hours = quietHours ? [quietHours, ...sendWindows] : sendWindows;
    return hours.some(({ zone }) => zone === USER_ZONE) || caps.some(({ entry }) => entry.calendar !== undefined);
  }

  async find(appId: number): Promise<ContactPolicy> {
    const state = await this.findState();
    const cached = this.cache.get(appId);
    if (cached?.state === state) {
      return cached.policy;
    }
    // For all messages of the application, so outside the transaction of one of them.
    const policy = this.db.outsideTransaction(() => this.read(appId));
    this.cache.set(appId, { state, policy });
    policy.catch(() => this.cache.delete(appId));
    return policy;
  }

  /** The policy with the caps that people choose for themselves, where they may. */
  private async read(appId: number): Promise<ContactPolicy> {
    const policy = (await this.policies.find(this.db, appId)) ?? NONE;
    const isOffered = await this.policies.offersFrequency(this.db, appId);
    return isOffered ? { ...policy, caps: [...policy.caps, ...CHOICE_CAPS] } : policy;
  }

  private async findState(): Promise<string> {
    const at = performance.now();
    if (this.latest && at - this.latest.at < STATE_TTL_MS) {
      return this.latest.state;
    }
    const state = this.db.outsideTransaction(() => this.policies.findState());
    const latest = { at, state };
    this.latest = latest;
    state.catch(() => {
      this.latest = this.latest === latest ? undefined : this.latest;
    });
    return state;
  }
}
