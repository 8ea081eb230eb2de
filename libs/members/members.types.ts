import type { Grant } from './permissions.js';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A person of the operator. The people who get messages are users. */
export interface Member {
  memberId: number;
  name: string;
  email: string | null;
  locale: string | null;
  /** IANA name. */
  timeZone: string | null;
  theme: Theme | null;
  /** True if mails announce the requests that it may approve. */
  approvalMails: boolean;
  /** True if mails report alarms of journeys that it may see. */
  alarmMails: boolean;
  /** True if a mail shows their week on Mondays. */
  digestMails: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** From then on the member may not sign in. */
  endedAt: Date | null;
}

/** The settings that members change about themselves; absent fields stay as they are. */
export type MemberChange = Partial<
  Pick<Member, 'name' | 'locale' | 'timeZone' | 'theme' | 'approvalMails' | 'alarmMails' | 'digestMails'>
>;

export type SignInMethod = 'link' | 'passkey' | 'oidc';

/** Beginning of a session. @property sharedWith  as of the session */
export interface Beginning {
  method: SignInMethod;
  sharedWith: readonly number[];
}

/** The surroundings in which a session began. */
export interface Surroundings {
  address?: string;
  /** `User-Agent` of the browser. */
  agent?: string;
}

/**
 * A session of a member.
 *
 * @property provedAt    when the member last showed who it is: at the sign-in, or by a passkey since then
 * @property sharedWith  other members who could have begun it, because they made the link behind it
 */
export interface Session {
  sessionId: number;
  memberId: number;
  method: SignInMethod;
  createdAt: Date;
  seenAt: Date;
  idleUntil: Date;
  endsAt: Date;
  provedAt: Date | null;
  sharedWith: number[];
  address: string | null;
  agent: string | null;
}

/** The member who asks: a member, with the session and the grants of this moment. */
export interface SignedIn {
  member: Member;
  session: Session;
  grants: readonly Grant[];
}

/** A session whose secret the browser keeps. It is shown once. */
export interface NewSession {
  token: string;
  endsAt: Date;
}

export type LinkPurpose = 'first' | 'invitation' | 'recovery';

/** A one-time link. Its token stands in the fragment of an address, which browsers tell no server. */
export interface NewLink {
  token: string;
  endsAt: Date;
}
