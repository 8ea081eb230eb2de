import { Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type Origin } from '#libs/audit';
import { Config } from '#platform/config';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { MemberRepository } from './member.repository.js';
import type { Beginning, NewSession, Session, SignedIn, Surroundings } from './members.types.js';
import { generateToken, isToken } from './one-time-token.js';
import type { Grant } from './permissions.js';
import { SessionRepository } from './session.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How often the use of a session is noted at most. */
const TOUCH_MS = 60_000;
/** Life of the proof by a sign-in or a passkey, for actions that need a fresh one. */
export const PROOF_MS = 10 * 60_000;
const MAX_AGENT = 300;

/** Sessions of members. Every request reads its session, so an end or a changed grant counts at once in all processes. */
@Injectable()
export class SessionService {
  private readonly idleMs: number;
  private readonly longestMs: number;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly sessions: SessionRepository,
    private readonly members: MemberRepository,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {
    this.idleMs = config.PANEL_IDLE_HOURS * HOUR_MS;
    this.longestMs = config.PANEL_SESSION_DAYS * DAY_MS;
  }

  /**
   * Opens a session with a secret of its own, in the transaction of the sign-in. What the browser had before is not
   * taken over.
   *
   * @param provedAt  when the member showed who it is; null: no one knows
   */
  async open(
    tx: Tx,
    memberId: number,
    { method, sharedWith }: Beginning,
    { address, agent }: Surroundings,
    provedAt: Date | null = this.clock.now(),
  ): Promise<NewSession & { sessionId: number }> {
    const token = generateToken();
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + this.longestMs);
    await this.sessions.deleteSessions(tx, null, now);
    const sessionId = await this.sessions.insertSession(tx, sha256(token), {
      memberId,
      method,
      createdAt: now,
      seenAt: now,
      idleUntil: this.idleEnd(now, endsAt),
      endsAt,
      provedAt,
      sharedWith: [...sharedWith],
      address: address ?? null,
      agent: agent?.slice(0, MAX_AGENT) ?? null,
    });
    return { token, endsAt, sessionId };
  }

  /** @returns null for a secret without a session that lives, and for a member that has ended */
  async authenticate(token: string): Promise<SignedIn | null> {
    if (!isToken(token)) {
      return null;
    }
    const now = this.clock.now();
    const session = await this.sessions.findSession(sha256(token), now);
    const member = session && (await this.members.findMember(session.memberId));
    if (!session || !member) {
      return null;
    }
    if (now.getTime() - session.seenAt.getTime() >= TOUCH_MS) {
      await this.sessions.touchSession(session, now, this.idleEnd(now, session.endsAt));
    }
    return { member, session, grants: await this.members.listGrants(member.memberId) };
  }

  /**
   * Finds the present rights of members of sessions, by the secret; without those that have ended. It is no use of a
   * session.
   */
  async findRights(tokens: readonly string[]): Promise<Map<string, Grant[]>> {
    const byHash = new Map(tokens.filter(isToken).map((token) => [sha256(token).toString('hex'), token]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const rows = await this.sessions.findGrants(hashes, this.clock.now());
    return new Map(rows.map(({ tokenHash, grants }) => [byHash.get(tokenHash.toString('hex')) ?? '', grants]));
  }

  /** Tests if the member showed who it is a short while ago. */
  isProved({ provedAt }: Session): boolean {
    return provedAt !== null && this.clock.now().getTime() - provedAt.getTime() < PROOF_MS;
  }

  /** Notes in a session that its member has just shown who it is. */
  async noteProof(tx: Tx, { sessionId }: Session): Promise<void> {
    await this.sessions.noteProof(tx, sessionId, this.clock.now());
  }

  async listSessions(memberId: number): Promise<Session[]> {
    return this.sessions.listSessions(memberId, this.clock.now());
  }

  /** Ends a session of a member at once. @throws AppError unknown_id when the member has no such session */
  async end(memberId: number, sessionId: number, origin: Origin): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.sessions.deleteSession(tx, memberId, sessionId))) {
        throw new AppError('unknown_id', 'There is no such session');
      }
      const entry = { action: 'session.end', subject: `session ${sessionId} of member ${memberId}` };
      await this.audit.append(tx, INSTALLATION, origin, [entry]);
    });
  }

  private idleEnd(now: Date, endsAt: Date): Date {
    return new Date(Math.min(now.getTime() + this.idleMs, endsAt.getTime()));
  }
}
