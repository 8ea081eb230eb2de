import { Injectable } from '@nestjs/common';
import { LruCache } from '#platform/collections';
import { Database } from '#platform/db';
import type { Cap, ContactPolicy } from '../model/policy.types.js';
import { PolicyRepository } from './policy.repository.js';

/** How long another process may use a policy that has changed. */
const CACHE_TTL_MS = 1000;
const CACHE_SIZE = 10_000;

const NONE: ContactPolicy = { caps: [], quietHours: null, sendWindows: [], holdouts: [] };

/** The contact policies of applications. A second of sends costs one look-up, with a policy or without. */
@Injectable()
export class PolicyService {
  private readonly cache = new LruCache<number, Promise<ContactPolicy>>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly policies: PolicyRepository,
  ) {}

  async findCaps(appId: number): Promise<readonly Cap[]> {
    return (await this.find(appId)).caps;
  }

  async find(appId: number): Promise<ContactPolicy> {
    const cached = this.cache.get(appId);
    if (cached) {
      return cached;
    }
    // For all messages of the application, so outside the transaction of one of them.
    const reading = this.db.outsideTransaction(async () => (await this.policies.find(this.db, appId)) ?? NONE);
    this.cache.set(appId, reading);
    reading.catch(() => this.cache.delete(appId));
    return reading;
  }
}
