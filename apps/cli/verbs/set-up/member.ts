import { LinkService, MembersModule, MemberService, type MemberWithGrants } from '#libs/members';
import { ApplicationService, TenancyModule } from '#libs/tenancy';
import { Config } from '#platform/config';
import { findRunningHerald, OperatorError } from '#platform/embedded';
import { toMailboxKey } from '#platform/spelling';
import { withAppContext } from '../../runtime/app-context.js';
import { homeFolder } from '../../runtime/environment.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';

const ROOMS = [TenancyModule, MembersModule];
const LISTED = '"herald member list" shows the members.';
const USAGE = `Usage: herald member link [ID or e-mail]; ${LISTED}`;
const OWNER_USAGE = `Usage: herald member owner ID or e-mail; ${LISTED}`;

export const memberLink: RunVerb = async ({ positionals: [named, ...more] }, { tell }) => {
  if (more.length > 0) {
    throw new OperatorError(USAGE);
  }
  const { token, endsAt, panel } = await withAppContext(async (app) => {
    const links = app.get(LinkService);
    const first = named === undefined ? await links.makeFirst(operatorOrigin()) : null;
    const link =
      first ??
      (await links.makeFor(chooseMember(await app.get(MemberService).listMembers(), named).memberId, operatorOrigin()));
    return { ...link, panel: app.get(Config).PANEL_URL };
  }, ROOMS);
  const link = toLink(panel ?? (await findRunningHerald(homeFolder()))?.address, token);
  tell(link);
  tell(`It can be used once, until ${endsAt.toISOString()}.`);
  return { result: { link, endsAt } };
};

export const memberOwner: RunVerb = async ({ positionals: [named, ...more] }, { tell }) => {
  if (named === undefined || more.length > 0) {
    throw new OperatorError(OWNER_USAGE);
  }
  const { memberId, name } = await withAppContext(async (app) => {
    const members = app.get(MemberService);
    const member = chooseMember(await members.listMembers(), named);
    await members.makeOwner(member.memberId, operatorOrigin());
    return member;
  }, ROOMS);
  tell(`${name} is owner of all applications. Groups of a provider may change that when it signs in there.`);
  return { result: { memberId, role: 'owner', app: null } };
};

export const memberList: RunVerb = async (_, { tell }) => {
  const { members, apps } = await withAppContext(
    async (app) => ({
      members: await app.get(MemberService).listMembers(),
      apps: await app.get(ApplicationService).listApplications(),
    }),
    ROOMS,
  );
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  const shown = members.map(({ grants, ...member }) => ({
    ...member,
    grants: grants.map(({ role, appId }) => ({ role, app: appId === null ? null : (names.get(appId) ?? null) })),
  }));
  for (const { memberId, name, email, grants, endedAt } of shown) {
    const roles = grants.map(({ role, app }) => `${role} of ${app ?? 'all applications'}`);
    const parts = [`${String(memberId).padStart(5)}  ${name}`, ...(email === null ? [] : [email]), ...roles];
    tell([...parts, ...(endedAt ? [`ended ${endedAt.toISOString()}`] : [])].join(', '));
  }
  return { result: shown };
};

/** The page's address with the token behind the #, which a browser sends to no server. */
export function toLink(gateway: string | undefined, token: string): string {
  return `${gateway?.replace(/\/$/, '') ?? ''}/panel/#link=${token}`;
}

/** @throws OperatorError when no member is named and there are several, or none has the name */
function chooseMember(members: readonly MemberWithGrants[], named: string | undefined): MemberWithGrants {
  const alive = members.filter(({ endedAt }) => !endedAt);
  const chosen =
    named === undefined
      ? alive
      : alive.filter(
          ({ memberId, email }) =>
            String(memberId) === named || (email !== null && toMailboxKey(email) === toMailboxKey(named)),
        );
  const [member, ...others] = chosen;
  if (!member || others.length > 0) {
    throw new OperatorError(
      named === undefined
        ? `There are ${alive.length} members. ${USAGE}`
        : `${others.length > 0 ? 'Several members are' : 'No member is'} called ${named}; ${LISTED}`,
    );
  }
  return member;
}
