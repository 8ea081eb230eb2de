import { Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type AuditDifference, type NewEntry, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { toAddition, toRemoval } from '../grant-differences.js';
import { MemberRepository } from '../member.repository.js';
import type { Member } from '../members.types.js';
import { isSameGrant, type Grant } from '../permissions.js';
import { SessionRepository } from '../session.repository.js';
import { findSharers } from '../find-sharers.js';
import { IdentityRepository, type KnownIdentity } from './identity.repository.js';
import { OidcProviderService, type ProvenIdentity } from './oidc-provider.service.js';
import type { OidcReason } from './oidc-refused.js';

/**
 * The member of an identity, or the reason for which it gets no session.
 *
 * @property sharedWith  other members who may have connected the identity
 */
export type Admission = { member: Member; sharedWith: readonly number[] } | { reason: OidcReason };

/** Decides who an identity is here. Members that groups brought may do what their groups give, and nothing else. */
@Injectable()
export class OidcAdmissionService {
  constructor(
    private readonly db: Database,
    private readonly provider: OidcProviderService,
    private readonly identities: IdentityRepository,
    private readonly members: MemberRepository,
    private readonly sessions: SessionRepository,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Finds the member of an identity, or adds it. What its groups do not give any more is gone when it is refused, too.
   *
   * @param grants  that its groups give
   */
  async admit(tx: Tx, proven: ProvenIdentity, grants: readonly Grant[]): Promise<Admission> {
    await this.members.lockMembers(tx);
    const identity = await this.identities.findIdentity(tx, proven);
    if (!identity) {
      return grants.length === 0 ? { reason: 'groups' } : this.add(tx, proven, grants);
    }
    const member = await this.members.findMember(identity.memberId, tx);
    if (!member || member.endedAt) {
      return { reason: 'ended' };
    }
    await this.identities.touchIdentity(tx, proven, this.clock.now());
    if (identity.givesGrants) {
      await this.replaceGrants(tx, member, grants);
      if (grants.length === 0) {
        await this.sessions.deleteSessions(tx, member.memberId, this.clock.now());
        return { reason: 'groups' };
      }
    }
    return { member, sharedWith: identity.sharedWith };
  }

  /** The member that an identity belongs to. */
  async findOwner(tx: Tx, proven: ProvenIdentity): Promise<number | undefined> {
    return (await this.identities.findIdentity(tx, proven))?.memberId;
  }

  /** Lets a member sign in with an identity from now on. Its grants stay as they were made by hand. */
  async connect(tx: Tx, { issuer, subject }: ProvenIdentity, memberId: number, origin: Origin): Promise<boolean> {
    const sharedWith = findSharers(origin, memberId);
    const identity: KnownIdentity = { issuer, subject, memberId, givesGrants: false, sharedWith };
    if (!(await this.identities.insertIdentity(tx, identity, this.clock.now()))) {
      return false;
    }
    await this.audit.append(tx, INSTALLATION, origin, [{ action: 'identity.connect', subject: `member ${memberId}` }]);
    return true;
  }

  /** Tests if a member signs in with the provider. */
  async isConnected(memberId: number): Promise<boolean> {
    const { settings } = this.provider;
    return settings !== null && this.identities.hasIdentity(memberId, settings.issuer);
  }

  /** Forgets the account that a member connected. @throws AppError wrong_state for one that groups brought */
  async disconnect(memberId: number, origin: Origin): Promise<void> {
    await this.db.tx(async (tx) => {
      if (!(await this.identities.deleteIdentity(tx, memberId, this.provider.settings?.issuer ?? ''))) {
        throw new AppError('wrong_state', 'There is no account that you connected yourself');
      }
      await this.audit.append(tx, INSTALLATION, origin, [{ action: 'identity.remove', subject: `member ${memberId}` }]);
    });
  }

  private async add(tx: Tx, proven: ProvenIdentity, grants: readonly Grant[]): Promise<Admission> {
    const now = this.clock.now();
    const { issuer, subject, name, email } = proven;
    const member = await this.members.insertMember(tx, { name, email, locale: null, createdAt: now });
    const identity = { issuer, subject, memberId: member.memberId, givesGrants: true, sharedWith: [] };
    await this.identities.insertIdentity(tx, identity, now);
    await this.members.replaceGrants(tx, member.memberId, grants);
    await this.record(tx, member, { action: 'member.join', differences: grants.map(toAddition) });
    return { member, sharedWith: [] };
  }

  private async replaceGrants(tx: Tx, member: Member, grants: readonly Grant[]): Promise<void> {
    const before = await this.members.listGrants(member.memberId, tx);
    const differences: AuditDifference[] = [
      ...grants.filter((grant) => !before.some((other) => isSameGrant(other, grant))).map(toAddition),
      ...before.filter((grant) => !grants.some((other) => isSameGrant(other, grant))).map(toRemoval),
    ];
    if (differences.length > 0) {
      await this.members.replaceGrants(tx, member.memberId, grants);
      await this.record(tx, member, { action: 'member.grants', differences });
    }
  }

  private async record(tx: Tx, member: Member, entry: Omit<NewEntry, 'subject'>): Promise<void> {
    await this.audit.append(tx, INSTALLATION, BY_PROVIDER, [{ ...entry, subject: `member ${member.memberId}` }]);
  }
}

/** The actor of changes that the provider's groups cause. */
export const BY_PROVIDER: Origin = { by: { kind: 'system', id: 'oidc', name: 'OpenID Connect' } };
