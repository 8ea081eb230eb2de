import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { sha256 } from '#platform/crypto';
import { ApiKeyRepository } from './api-key.repository.js';
import { KeyChanges } from './key-changes.service.js';
import { MAX_SECRET } from './secret.js';
import type { Caller } from './tenancy.types.js';

const KEPT_MS = 5000;

/**
 * Says who a secret belongs to. Answers are kept for up to 5 s. A key that is ended is forgotten at once: in the process that
 * ends it right after the commit, in others when Postgres tells them; the 5 s bound what a lost connection can hide.
 *
 * A secret is looked up by its SHA-256 and never compared itself: how long the look-up takes says something about a hash
 * that the caller cannot steer, not about a secret. Unknown secrets are not kept, so guesses fill no memory.
 */
@Injectable()
export class AuthenticatorService {
  private readonly kept = new Map<string, { caller: Caller; until: number }>();
  /** Look-ups under way: requests that come together ask once. */
  private readonly asked = new Map<string, Promise<Caller | null>>();
  private isListening = false;
  /** Counts changes, so that an answer read before a change is not kept after it. */
  private changes = 0;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly elsewhere: KeyChanges,
    private readonly clock: ClockService,
  ) {}

  /** @returns null for a secret that is unknown, revoked or past its end */
  async authenticate(secret: string): Promise<Caller | null> {
    if (secret === '' || secret.length > MAX_SECRET) {
      return null;
    }
    const hash = sha256(secret);
    const id = hash.toString('base64');
    const now = this.clock.now();
    const kept = this.kept.get(id);
    if (kept && kept.until > now.getTime()) {
      return kept.caller;
    }
    this.listen();
    const asked = this.asked.get(id) ?? this.ask(id, hash, now).finally(() => this.asked.delete(id));
    this.asked.set(id, asked);
    return asked;
  }

  /** To be called after the commit that ended or limited a key. */
  forget(): void {
    this.changes += 1;
    this.kept.clear();
    this.asked.clear();
  }

  private async ask(id: string, hash: Buffer, now: Date): Promise<Caller | null> {
    const seen = this.changes;
    const found = await this.keys.findCaller(hash, now);
    if (!found) {
      this.kept.delete(id);
      return null;
    }
    if (seen === this.changes) {
      const until = Math.min(now.getTime() + KEPT_MS, found.endsAt?.getTime() ?? Infinity);
      this.kept.set(id, { caller: found.caller, until });
    }
    return found.caller;
  }

  /** Only a process that authenticates listens: workers read keys never. */
  private listen(): void {
    if (!this.isListening) {
      this.isListening = true;
      this.elsewhere.listen(() => this.forget());
    }
  }
}
