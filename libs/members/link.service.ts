import { Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type Origin } from '#libs/audit';
import { Config } from '#platform/config';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { LinkRepository } from './link.repository.js';
import { MemberRepository } from './member.repository.js';
import type { LinkPurpose, Member, NewLink, NewSession, Surroundings } from './members.types.js';
import { generateToken, isToken } from './one-time-token.js';
import { SessionService } from './session.service.js';
import { findSharers } from './find-sharers.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A member who asks for a link uses it; an invitation waits for its reader. */
const LIVES_MS: Record<LinkPurpose, number> = {
  first: 12 * HOUR_MS,
  recovery: 15 * MINUTE_MS,
  invitation: 72 * HOUR_MS,
};
/** The member that the first link makes. */
const FIRST_NAME = 'Owner';

/** One-time links: the way in for the first member, for those who are invited, and after a lost passkey. */
@Injectable()
export class LinkService {
  /** True if links sign members in: not where they have their provider alone. */
  private readonly isOpen: boolean;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly links: LinkRepository,
    private readonly members: MemberRepository,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {
    this.isOpen = !config.OIDC_ONLY;
  }

  /**
   * A link that makes the first member, in place of an earlier one. @returns null once there is one, or a provider
   * alone
   */
  async makeFirst(origin: Origin): Promise<NewLink | null> {
    return this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      if (!this.isOpen || (await this.members.hasMembers(tx))) {
        return null;
      }
      return this.make(tx, null, 'first', origin);
    });
  }

  /**
   * A link for a member, in place of an earlier one.
   *
   * @throws AppError unknown_id for a member that there is not, or that has ended; as `make` does
   */
  async makeFor(memberId: number, origin: Origin): Promise<NewLink> {
    return this.db.tx(async (tx) => {
      const member = await this.members.findMember(memberId, tx);
      if (!member || member.endedAt) {
        throw new AppError('unknown_id', `There is no member ${memberId}`);
      }
      return this.make(tx, memberId, 'recovery', origin);
    });
  }

  /**
   * Makes a link in a transaction, with its entry in the audit log. The entry has nothing of the secret.
   *
   * @throws AppError wrong_state where no link signs anybody in
   */
  async make(tx: Tx, memberId: number | null, purpose: LinkPurpose, origin: Origin): Promise<NewLink> {
    if (!this.isOpen) {
      throw new AppError('wrong_state', 'OIDC_ONLY is set: members sign in with their provider, and no link does it');
    }
    const token = generateToken();
    const madeAt = this.clock.now();
    const endsAt = new Date(madeAt.getTime() + LIVES_MS[purpose]);
    const sharedWith = findSharers(origin, memberId);
    await this.links.replaceLink(tx, { tokenHash: sha256(token), memberId, purpose, sharedWith, madeAt, endsAt });
    if (purpose !== 'invitation') {
      const subject = memberId === null ? 'first member' : `member ${memberId}`;
      await this.audit.append(tx, INSTALLATION, origin, [{ action: 'link.create', subject }]);
    }
    return { token, endsAt };
  }

  /** Removes the link of a member that no one used. @returns false when there is none */
  async revoke(tx: Tx, memberId: number): Promise<boolean> {
    return this.links.deleteOpenLinks(tx, memberId, this.clock.now());
  }

  /** Ends of the invitations that still work, by member. */
  async listInvitations(): Promise<ReadonlyMap<number, Date>> {
    return this.links.listInvitations(this.clock.now());
  }

  /**
   * Spends a link for a session. Of several uses at once one gets it.
   *
   * @param surroundings.requestId  of the request, for the audit log
   * @throws AppError unauthenticated for a link that is unknown, used or too old: a stranger learns nothing more
   */
  async redeem(token: string, surroundings: Surroundings & { requestId?: string }): Promise<NewSession> {
    if (!this.isOpen || !isToken(token)) {
      throw refused();
    }
    return this.db.tx(async (tx) => {
      const used = await this.links.useLink(tx, sha256(token), this.clock.now());
      if (!used) {
        throw refused();
      }
      const member =
        used.memberId === null ? await this.addFirst(tx) : await this.members.findMember(used.memberId, tx);
      if (!member || member.endedAt) {
        throw refused();
      }
      const { sessionId, ...session } = await this.sessions.open(
        tx,
        member.memberId,
        { method: 'link', sharedWith: used.sharedWith },
        surroundings,
      );
      const { requestId, address } = surroundings;
      await this.audit.append(
        tx,
        INSTALLATION,
        {
          by: { kind: 'member', id: String(member.memberId), name: member.name },
          session: String(sessionId),
          ...(requestId !== undefined && { requestId }),
          ...(address !== undefined && { address }),
        },
        [{ action: 'session.start', subject: `member ${member.memberId} by a ${used.purpose} link` }],
      );
      return session;
    });
  }

  private async addFirst(tx: Tx): Promise<Member | undefined> {
    await this.members.lockMembers(tx);
    if (await this.members.hasMembers(tx)) {
      return undefined;
    }
    const member = await this.members.insertMember(tx, {
      name: FIRST_NAME,
      email: null,
      locale: null,
      createdAt: this.clock.now(),
    });
    await this.members.replaceGrants(tx, member.memberId, [{ role: 'owner', appId: null }]);
    return member;
  }
}

function refused(): AppError {
  return new AppError('unauthenticated', 'The link was used already, or is too old');
}
