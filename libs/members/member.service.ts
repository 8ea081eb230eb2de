import { Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type AuditDifference, type Origin } from '#libs/audit';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { readTimeZone } from '#platform/spelling';
import { toAddition, toRemoval } from './grant-differences.js';
import { LinkService } from './link.service.js';
import { MemberRepository } from './member.repository.js';
import type { Member, MemberChange, NewLink } from './members.types.js';
import { permissionsOf, ROLES, type Grant } from './permissions.js';
import { SessionRepository } from './session.repository.js';

/** May do everything, everywhere. */
const OWNER: Grant = { role: 'owner', appId: null };

/** A member and what it may do where. */
export interface MemberWithGrants extends Member {
  grants: readonly Grant[];
}

/** The actor who changes members. */
export interface MemberActor extends Origin {
  grants: readonly Grant[];
}

/** Members and their grants. Each change has one entry in the audit log of the installation. */
@Injectable()
export class MemberService {
  constructor(
    private readonly db: Database,
    private readonly members: MemberRepository,
    private readonly sessions: SessionRepository,
    private readonly links: LinkService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** Tests if anybody is a member. */
  async hasMembers(): Promise<boolean> {
    return this.members.hasMembers();
  }

  /** Finds the names of members by their ids, without those who have ended. */
  async findNames(memberIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const members = await this.members.listNames([...new Set(memberIds)]);
    return new Map(members.map(({ memberId, name }) => [memberId, name]));
  }

  /** All members, ended ones too, the oldest first. */
  async listMembers(): Promise<MemberWithGrants[]> {
    const [members, grants] = await Promise.all([this.members.listMembers(), this.members.listGrants(null)]);
    return members.map((member) => ({ ...member, grants: grantsOf(grants, member.memberId) }));
  }

  /**
   * Members that the actor may know of, with the grants that concern it: those for all applications, and those for the
   * applications whose members it looks after. Ended members are left out.
   */
  async listColleagues({ grants }: Pick<MemberActor, 'grants'>): Promise<MemberWithGrants[]> {
    const looksAfterAll = looksAfter(grants, null);
    return (await this.listMembers())
      .filter(({ endedAt }) => endedAt === null)
      .map((member) => ({
        ...member,
        grants: member.grants.filter(({ appId }) => appId === null || looksAfter(grants, appId)),
      }))
      .filter((member) => looksAfterAll || member.grants.length > 0);
  }

  /** Changes settings of members by themselves. */
  async changeSelf(memberId: number, change: MemberChange, origin: Origin): Promise<void> {
    const read = typeof change.timeZone === 'string' ? { ...change, timeZone: readZone(change.timeZone) } : change;
    await this.db.tx(async (tx) => {
      await this.members.updateMember(tx, memberId, read);
      const entry = { action: 'member.change', subject: `member ${memberId}`, differences: toDifferences(read) };
      await this.audit.append(tx, INSTALLATION, origin, [entry]);
    });
  }

  /**
   * Adds a member with a link that waits for its reader.
   *
   * @param invitation.locale  language of its pages and mails; absent: it chooses one itself
   * @throws AppError permission_missing when it would get more than the actor has itself
   */
  async invite(
    actor: MemberActor,
    {
      name,
      email,
      locale = null,
      grants,
    }: { name: string; email: string | null; locale?: string | null; grants: readonly Grant[] },
  ): Promise<{ member: MemberWithGrants; link: NewLink }> {
    grants.forEach((grant) => requireMayGrant(actor, grant));
    return this.db.tx(async (tx) => {
      const member = await this.members.insertMember(tx, { name, email, locale, createdAt: this.clock.now() });
      await this.members.replaceGrants(tx, member.memberId, grants);
      const link = await this.links.make(tx, member.memberId, 'invitation', actor);
      await this.audit.append(tx, INSTALLATION, actor, [
        { action: 'member.invite', subject: `member ${member.memberId}`, differences: grants.map(toAddition) },
      ]);
      return { member: { ...member, grants }, link };
    });
  }

  /**
   * Replaces the grants of a member, but for those of applications whose members the actor does not look after: these it
   * does not see. What open pages of the member may do changes with their next request.
   *
   * @throws AppError unknown_id; permission_missing when a grant that comes or goes is more than the actor has itself;
   *   wrong_state when no one would be left who may do everything
   */
  async changeGrants(actor: MemberActor, memberId: number, wanted: readonly Grant[]): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      const before = await this.requireMember(memberId, tx);
      const hidden = before.grants.filter(({ appId }) => appId !== null && !looksAfter(actor.grants, appId));
      const grants = [...hidden, ...wanted.filter((grant) => !has(hidden, grant))];
      const added = grants.filter((grant) => !has(before.grants, grant));
      const removed = before.grants.filter((grant) => !has(grants, grant));
      [...added, ...removed].forEach((grant) => requireMayGrant(actor, grant));
      await this.members.replaceGrants(tx, memberId, grants);
      await this.requireOwner(tx);
      await this.audit.append(tx, INSTALLATION, actor, [
        {
          action: 'member.grants',
          subject: `member ${memberId}`,
          differences: [...added.map(toAddition), ...removed.map(toRemoval)],
        },
      ]);
    });
  }

  /**
   * Makes a member owner of all applications, and keeps the roles that it has. For the operator, whose right is the
   * database itself: groups of a provider can take this role from every member.
   *
   * @throws AppError unknown_id
   */
  async makeOwner(memberId: number, origin: Origin): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      const { grants } = await this.requireMember(memberId, tx);
      if (has(grants, OWNER)) {
        return;
      }
      await this.members.replaceGrants(tx, memberId, [...grants, OWNER]);
      await this.audit.append(tx, INSTALLATION, origin, [
        { action: 'member.grants', subject: `member ${memberId}`, differences: [toAddition(OWNER)] },
      ]);
    });
  }

  /**
   * A link for a member, in place of an earlier one: an invitation until the member was here once, then a short one.
   *
   * @throws AppError unknown_id; permission_missing for a member who may do more than the actor, who would become it
   */
  async makeLink(actor: MemberActor, memberId: number): Promise<NewLink> {
    return this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      const { grants, lastSeenAt } = await this.requireMember(memberId, tx);
      grants.forEach((grant) => requireMayGrant(actor, grant));
      if (lastSeenAt) {
        return this.links.make(tx, memberId, 'recovery', actor);
      }
      const link = await this.links.make(tx, memberId, 'invitation', actor);
      await this.audit.append(tx, INSTALLATION, actor, [{ action: 'link.create', subject: `member ${memberId}` }]);
      return link;
    });
  }

  /**
   * Takes the link of a member back before it is used.
   *
   * @throws AppError wrong_state where there is none; as `makeLink` does
   */
  async revokeLink(actor: MemberActor, memberId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      const { grants } = await this.requireMember(memberId, tx);
      grants.forEach((grant) => requireMayGrant(actor, grant));
      if (!(await this.links.revoke(tx, memberId))) {
        throw new AppError('wrong_state', 'There is no link that could be taken back: it was used, or is too old');
      }
      await this.audit.append(tx, INSTALLATION, actor, [{ action: 'link.revoke', subject: `member ${memberId}` }]);
    });
  }

  /** Ends of the invitations that still work, by member. */
  async listInvitations(): Promise<ReadonlyMap<number, Date>> {
    return this.links.listInvitations();
  }

  /** Ends a member and its sessions at once. @throws AppError as `changeGrants` does */
  async end(actor: MemberActor, memberId: number): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.members.lockMembers(tx);
      const { grants } = await this.requireMember(memberId, tx);
      grants.forEach((grant) => requireMayGrant(actor, grant));
      const now = this.clock.now();
      await this.members.endMember(tx, memberId, now);
      await this.sessions.deleteSessions(tx, memberId, now);
      await this.requireOwner(tx);
      await this.audit.append(tx, INSTALLATION, actor, [{ action: 'member.end', subject: `member ${memberId}` }]);
    });
  }

  private async requireMember(memberId: number, tx: Parameters<MemberRepository['listMembers']>[0]) {
    const member = await this.members.findMember(memberId, tx);
    if (!member || member.endedAt) {
      throw new AppError('unknown_id', `There is no member ${memberId}`);
    }
    return { ...member, grants: grantsOf(await this.members.listGrants(memberId, tx), memberId) };
  }

  private async requireOwner(tx: Parameters<MemberRepository['listMembers']>[0]): Promise<void> {
    const members = await this.members.listMembers(tx);
    const alive = new Set(members.filter(({ endedAt }) => !endedAt).map(({ memberId }) => memberId));
    const grants = await this.members.listGrants(null, tx);
    if (
      !has(
        grants.filter(({ memberId }) => alive.has(memberId)),
        OWNER,
      )
    ) {
      throw new AppError('wrong_state', 'One member should stay owner of all applications');
    }
  }
}

function grantsOf(grants: readonly (Grant & { memberId: number })[], memberId: number): Grant[] {
  return grants.filter((grant) => grant.memberId === memberId).map(({ role, appId }) => ({ role, appId }));
}

function has(grants: readonly Grant[], { role, appId }: Grant): boolean {
  return grants.some((grant) => grant.role === role && grant.appId === appId);
}

/** @param appId  null: whether it looks after the members of all applications */
function looksAfter(grants: readonly Grant[], appId: number | null): boolean {
  return permissionsOf(grants, appId).has('members.write');
}

/** No one gives or takes more than it has: else whoever may invite could make itself an owner. */
function requireMayGrant({ grants }: MemberActor, { role, appId }: Grant): void {
  const permissions = permissionsOf(grants, appId);
  const isOwner = has(grants, OWNER) || has(grants, { role: 'owner', appId });
  const isAllowed =
    permissions.has('members.write') &&
    ROLES[role].every((permission) => permissions.has(permission)) &&
    (role !== 'owner' || isOwner);
  if (!isAllowed) {
    const place = appId === null ? 'all applications' : 'this application';
    throw new AppError(
      'permission_missing',
      `Only somebody with the same rights may change the role ${role} for ${place}`,
    );
  }
}

/** Names of people stay out of the log. */
function toDifferences(change: MemberChange): AuditDifference[] {
  return Object.entries(change).flatMap(([field, value]): AuditDifference[] =>
    value === undefined
      ? []
      : [{ change: 'change', subject: field, ...(field !== 'name' && value !== null && { to: String(value) }) }],
  );
}

function readZone(text: string): string {
  const zone = readTimeZone(text);
  if (zone === undefined) {
    throw malformed("Field 'timeZone' should be a time zone, such as Europe/Istanbul");
  }
  return zone;
}
