import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { sha256 } from '#platform/crypto';
import { ApiKeyRepository } from './api-key.repository.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { MAX_SECRET_LENGTH } from './key-secret.js';
import type { Caller } from '../model/tenancy.types.js';

const CACHE_TTL_MS = 5000;

/**
 * Says who a secret belongs to. Answers are kept for up to 5 s. A key that is ended is forgotten at once: in the process that
 * ends it right after the commit, in others when Postgres tells them; the 5 s bound what a lost connection can hide.
 *
 * A secret is looked up by its SHA-256 and never compared itself: how long the look-up takes says something about a hash
 * that the caller cannot steer, not about a secret. Unknown secrets are not kept, so guesses fill no memory.
 */
@Injectable()
export class AuthenticatorService {
  private readonly cache = new Map<string, { caller: Caller; until: number }>();
  /** Look-ups under way: requests that come together ask once. */
  private readonly pendingLookups = new Map<string, Promise<Caller | null>>();
  private isListening = false;
  /** Counts changes, so that an answer read before a change is not kept after it. */
  private changeCount = 0;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly keyRevocations: KeyRevocationService,
    private readonly clock: ClockService,
  ) {}

  /** @returns null for a secret that is unknown, revoked or past its end */
  async authenticate(secret: string): Promise<Caller | null> {
    if (secret === '' || secret.length > MAX_SECRET_LENGTH) {
      return null;
    }
    const hash = sha256(secret);
    const id = hash.toString('base64');
    const now = this.clock.now();
    const cached = this.cache.get(id);
    if (cached && cached.until > now.getTime()) {
      return cached.caller;
    }
    this.startListening();
    const lookup =
      this.pendingLookups.get(id) ?? this.lookUp(id, hash, now).finally(() => this.pendingLookups.delete(id));
    this.pendingLookups.set(id, lookup);
    return lookup;
  }

  /** To be called after the commit that ended or limited a key. */
  clearCache(): void {
    this.changeCount += 1;
    this.cache.clear();
    this.pendingLookups.clear();
  }

  private async lookUp(id: string, hash: Buffer, now: Date): Promise<Caller | null> {
    const seen = this.changeCount;
    const match = await this.keys.findCaller(hash, now);
    if (!match) {
      this.cache.delete(id);
      return null;
    }
    if (seen === this.changeCount) {
      const until = Math.min(now.getTime() + CACHE_TTL_MS, match.endsAt?.getTime() ?? Infinity);
      this.cache.set(id, { caller: match.caller, until });
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
