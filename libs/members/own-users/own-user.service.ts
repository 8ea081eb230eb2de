import { randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { MasterKey } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { OwnUserRepository } from './own-user.repository.js';
import type { NewUserCode, OwnPlace, OwnUser } from './own-user.types.js';

/**
 * The purpose for which its codes are authenticated: an HMAC under `MASTER_KEY`, because a bare hash of six digits is
 * soon guessed.
 */
const PURPOSE = 'code of an own user';
const DIGITS = 6;
const CODE = /^\d{6}$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a code is good. */
const LIFE_MS = 10 * MINUTE_MS;
/** Wrong ones are counted too. */
const MAX_TRIES = 5;
/** Codes in an hour: of a member in all applications, and to a user from all members. */
const MAX_BY_MEMBER = 5;
const MAX_TO_USER = 3;
/** Codes are counted for so long. */
const KEPT_MS = 24 * HOUR_MS;
/** The number of own users of one member in one application. A test goes to twenty people. */
const MAX_OWN = 10;

type Writer = Origin & OwnPlace;
type Verdict = { proved: OwnUser } | { left: number } | 'absent' | 'over';

/**
 * Users whose devices and addresses are a member's own, because the member typed a code that was sent there. The audit log
 * has who asked for, proved and gave up which user, and never a code.
 */
@Injectable()
export class OwnUserService {
  constructor(
    private readonly db: Database,
    private readonly ownUsers: OwnUserRepository,
    private readonly masterKey: MasterKey,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** The member's own in an application, the oldest proof first. Some may have been deleted since. */
  async list(place: OwnPlace): Promise<OwnUser[]> {
    return this.ownUsers.list(place);
  }

  /**
   * Makes a code, in place of an earlier one of the member in the application. Whoever calls it sends the code in the
   * same transaction (`Database.inTransaction`), to the user alone.
   *
   * @throws AppError malformed for a user that is proved already, and for one too many; rate_limited where the member
   * or the user had too many codes in an hour
   */
  async issue(writer: Writer, uid: number): Promise<NewUserCode> {
    return this.db.tx(async (tx) => {
      await this.ownUsers.lockCounts(tx, writer);
      const users = await this.ownUsers.list(writer);
      if (users.some((user) => user.uid === uid)) {
        throw malformed("Field 'value': this user is yours already");
      }
      if (users.length >= MAX_OWN) {
        throw malformed(`Field 'value': you have ${MAX_OWN} users already. Remove one first`);
      }
      const sentAt = this.clock.now();
      await this.requireRoom(tx, writer, uid, sentAt);
      await this.ownUsers.deleteCodesBefore(tx, new Date(sentAt.getTime() - KEPT_MS));
      await this.ownUsers.endCodes(tx, writer);
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      const endsAt = new Date(sentAt.getTime() + LIFE_MS);
      const mac = this.masterKey.mac(PURPOSE, toProof(writer, uid, code));
      const codeId = await this.ownUsers.insertCode(tx, writer, { uid, mac, sentAt, endsAt });
      await this.note(tx, writer, 'ownUser.ask', uid);
      return { codeId, code, endsAt, lifeMs: LIFE_MS };
    });
  }

  /**
   * Proves a user by its code. It has a transaction of its own: an earlier one of the request would take a wrong try
   * back with the refusal, and tries would have no end.
   *
   * @throws AppError unknown_id for a code of another member or in another application; malformed for a wrong one;
   * wrong_state for one that is spent, too old, or was tried too often
   */
  async prove(writer: Writer, codeId: number, code: string): Promise<OwnUser> {
    const verdict = await this.db.outsideTransaction(() => this.db.tx((tx) => this.tryCode(tx, writer, codeId, code)));
    if (verdict === 'absent') {
      throw new AppError('unknown_id', `There is no code ${codeId}`);
    }
    if (verdict === 'over') {
      throw new AppError('wrong_state', 'This code is over. Ask for a new one', { field: 'code' });
    }
    if ('left' in verdict) {
      throw malformed(`Field 'code': this is not the code. ${verdict.left} more tries`);
    }
    return verdict.proved;
  }

  /** @throws AppError unknown_id */
  async remove(writer: Writer, uid: number): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.ownUsers.delete(tx, writer, uid))) {
        throw new AppError('unknown_id', `The user ${uid} is not yours`);
      }
      await this.note(tx, writer, 'ownUser.remove', uid);
    });
  }

  /** Forgets some users, whoever had proved them. @returns the number of rows */
  async forgetUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return this.ownUsers.deleteUsers(tx, appId, uids);
  }

  private async tryCode(tx: Tx, writer: Writer, codeId: number, code: string): Promise<Verdict> {
    const tried = await this.ownUsers.tryCode(tx, writer, codeId);
    if (!tried) {
      return 'absent';
    }
    const { uid, mac, tries, endsAt } = tried;
    const now = this.clock.now();
    if (mac === null || tries > MAX_TRIES || endsAt <= now) {
      return 'over';
    }
    if (!this.isCode(mac, toProof(writer, uid, code), code)) {
      return { left: MAX_TRIES - tries };
    }
    const proved = { uid, provedAt: now };
    await this.ownUsers.spendCode(tx, codeId);
    await this.ownUsers.insert(tx, writer, proved);
    await this.note(tx, writer, 'ownUser.prove', uid);
    return { proved };
  }

  private isCode(mac: Buffer, proof: string, code: string): boolean {
    const valid = [...this.masterKey.validMacs(PURPOSE, proof)].map(
      (expected) => expected.length === mac.length && timingSafeEqual(expected, mac),
    );
    return CODE.test(code) && valid.includes(true);
  }

  private async requireRoom(tx: Tx, writer: Writer, uid: number, now: Date): Promise<void> {
    const counts = await this.ownUsers.countCodes(tx, writer, uid, new Date(now.getTime() - HOUR_MS));
    const { byMember = 0, memberSince = null, toUser = 0, userSince = null } = counts ?? {};
    const since = byMember >= MAX_BY_MEMBER ? memberSince : toUser >= MAX_TO_USER ? userSince : null;
    if (since !== null) {
      throw new AppError('rate_limited', 'Too many codes were sent within an hour. Try again later', {
        field: 'value',
        retryAfterSeconds: (since.getTime() + HOUR_MS - now.getTime()) / 1000,
      });
    }
  }

  private async note(tx: Tx, writer: Writer, action: string, uid: number): Promise<void> {
    await this.audit.append(tx, writer.appId, writer, [{ action, subject: `user ${uid}` }]);
  }
}

/** Builds the claim that a code proves: this member, this application and this user alone. */
function toProof({ appId, memberId }: OwnPlace, uid: number, code: string): string {
  return `${memberId} ${appId} ${uid} ${code}`;
}
