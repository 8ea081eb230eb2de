import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';
import { withProof } from './passkey.js';

export type Member = components['schemas']['MemberDto'];
export type MemberLink = components['schemas']['MemberLinkDto'];
/** The link of an invitation, unless a mail has it: then the answer leaves it out. */
export type SentLink = components['schemas']['SentLinkDto'];
export type Role = components['schemas']['RoleDto'];
/** `app` null: all applications, later ones too. */
export type Grant = components['schemas']['MemberGrantDto'];

export const members = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => read<{ items: Member[] }>('/members', {}, signal),
  });

export const roles = () =>
  queryOptions({ queryKey: ['roles'], queryFn: ({ signal }) => read<{ items: Role[] }>('/roles', {}, signal) });

const pathOf = (id: string, action: string): string => `/members/${encodeURIComponent(id)}/${action}`;

/** Adds a member. The answer has the link where no mail has it; it cannot be read again. */
export function inviteMember(body: {
  name: string;
  email?: string;
  language?: string;
  byMail?: boolean;
  grants: readonly Grant[];
}): Promise<SentLink & { member: Member }> {
  return withProof(() => write('/members', { ...body, grants: toBody(body.grants) }));
}

/** Replaces what a member may do. */
export function changeGrants(id: string, grants: readonly Grant[]): Promise<void> {
  return withProof(() => write(pathOf(id, 'grants'), { grants: toBody(grants) }));
}

/** A link by which a member signs in once, in place of an earlier one. */
export async function makeMemberLink(id: string): Promise<SentLink> {
  return { link: await withProof(() => write<MemberLink>(pathOf(id, 'link'), {})), mail: null };
}

/** Mails such a link to the address of the member. */
export function mailMemberLink(id: string): Promise<SentLink> {
  return withProof(() => write<SentLink>(pathOf(id, 'link/mail'), {}));
}

/** Takes the link of a member back before it is used. */
export function revokeMemberLink(id: string): Promise<void> {
  return withProof(() => write(pathOf(id, 'link/revoke'), {}));
}

/** Ends a member, and its sessions at once. */
export function removeMember(id: string): Promise<void> {
  return withProof(() => write(pathOf(id, 'remove'), {}));
}

function toBody(grants: readonly Grant[]) {
  return grants.map(({ role, app }) => ({ role, ...(app !== null && { app }) }));
}
