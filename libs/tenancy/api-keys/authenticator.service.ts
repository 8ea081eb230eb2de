import { Injectable } from '@nestjs/common';
import { LruCache } from '#platform/collections';
import { sha256 } from '#platform/crypto';
import { ClockService } from '#platform/runtime';
import type { Caller } from '../model/api-key.types.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { MAX_SECRET_LENGTH } from './key-secret.js';
import { KeyUseService } from './key-use.service.js';

const CACHE_TTL_MS = 5000;
/** How long a secret that was unknown counts as unknown: what a lost notice can hide of a new key. */
const UNKNOWN_TTL_MS = 3000;
/** Guesses differ each time, so more would only use memory. One client with a wrong key repeats the same. */
const MAX_UNKNOWN = 1000;

/**
 * Finds the caller of a secret. Results are cached for 5 s. An ended key leaves the cache at once: in its own process after
 * the commit, in others by a notice of Postgres. The 5 s limit what a lost connection can hide.
 *
 * A secret is looked up by its SHA-256, so the time of the look-up reveals nothing about the secret itself. Unknown secrets
 * are remembered too, a few and for 3 s, so that a client with a wrong key does not cost a statement each time. A new key
 * makes them forgotten by the same notice.
 */
@Injectable()
export class AuthenticatorService {
  /** `readAt` is of the monotonic clock, which is never set. */
  private readonly cache = new Map<string, { caller: Caller; readAt: number; endsAt: Date | null }>();
  private readonly unknown = new LruCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_TTL_MS });
  /** Running look-ups, shared by concurrent requests with one key. */
  private readonly pendingLookups = new Map<string, Promise<Caller | null>>();
  private isListening = false;
  /** Counts changes, so that a result read before a change is not cached after it. */
  private changeCount = 0;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly keyRevocations: KeyRevocationService,
    private readonly keyUses: KeyUseService,
    private readonly clock: ClockService,
  ) {}

  /** @returns null for a secret that is unknown, revoked or past its end */
  async authenticate(secret: string): Promise<Caller | null> {
    if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
      return null;
    }
    const now = this.clock.now();
    const caller = await this.findCaller(sha256(secret), now);
    if (caller) {
      this.keyUses.recordUse(caller, now);
    }
    return caller;
  }

  private async findCaller(hash: Buffer, now: Date): Promise<Caller | null> {
    const id = hash.toString('base64');
    const cached = this.cache.get(id);
    if (cached && performance.now() - cached.readAt < CACHE_TTL_MS && (cached.endsAt === null || cached.endsAt > now)) {
      return cached.caller;
    }
    if (this.unknown.get(id)) {
      return null;
    }
    this.startListening();
    const lookup =
      this.pendingLookups.get(id) ?? this.lookUp(id, hash, now).finally(() => this.pendingLookups.delete(id));
    this.pendingLookups.set(id, lookup);
    return lookup;
  }

  /** Called after the commit that made, ended or limited a key. */
  clearCache(): void {
    this.changeCount += 1;
    this.cache.clear();
    this.unknown.clear();
    this.pendingLookups.clear();
  }

  private async lookUp(id: string, hash: Buffer, now: Date): Promise<Caller | null> {
    const seen = this.changeCount;
    const match = await this.keys.findCaller(hash, now);
    if (!match) {
      this.cache.delete(id);
      if (seen === this.changeCount) {
        this.unknown.set(id, true);
      }
      return null;
    }
    if (seen === this.changeCount) {
      this.cache.set(id, { caller: match.caller, readAt: performance.now(), endsAt: match.endsAt });
    }
    return match.caller;
  }

  /** Only a process that authenticates listens: workers read keys never. */
  private startListening(): void {
    if (!this.isListening) {
      this.isListening = true;
      this.keyRevocations.onChange(() => this.clearCache());
    }
  }
}
