/** Kinds of actors: a person of the operator, an API key, the command line, or Herald itself. */
export const ACTOR_KINDS = ['member', 'key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/**
 * @property id    of the member or key; the account of the machine for the command line
 * @property name  for people
 */
export interface Actor {
  kind: ActorKind;
  id: string;
  name: string;
}

/** The origin of a change. */
export interface Origin {
  by: Actor;
  /** The id of the HTTP request, as its log lines have it. */
  requestId?: string;
  /** The client's address. */
  address?: string;
  /** The member's session. */
  session?: string;
  /**
   * Members who may be behind it: the member itself, and whoever could use its way in; of a key, who was given its secret.
   * Absent: none. It is not stored with entries.
   */
  behind?: readonly number[];
}

/** Herald itself: recurring work and reactions to providers. */
export const SYSTEM: Origin = { by: { kind: 'system', id: 'herald', name: 'Herald' } };

/** Entries with this number in place of an application are about the whole installation. */
export const INSTALLATION = 0;

/** A changed field. Never contains a secret, a token or an address of a person. */
export interface AuditDifference {
  change: 'add' | 'change' | 'remove';
  subject: string;
  from?: string;
  to?: string;
}

/**
 * @property action   `<subject>.<verb>`, for example `campaign.pause`
 * @property subject  what was acted on, for example `campaign 1234`
 */
export interface NewEntry {
  action: string;
  subject: string;
  differences?: readonly AuditDifference[];
}

/** A row of the log. `entryId` counts from 1 in each application without a gap. */
export interface AuditEntry extends Origin {
  entryId: number;
  at: Date;
  appId: number;
  action: string;
  subject: string;
  differences: readonly AuditDifference[];
  /** Hash of the entry before; empty for the first. */
  prev: Buffer;
  hash: Buffer;
}

/** Filters of entries, listed newest first. */
export interface EntryFilter {
  /** Below this number. */
  before?: number;
  /** Begins with this, for example `campaign.`. */
  action?: string;
  /** The kind or the id of the actor, or how the name begins, in capital or small letters. */
  actor?: string;
  /** Begins with this, for example `campaign 12`. */
  subject?: string;
  since?: Date;
  /** About one of these. */
  subjects?: readonly string[];
  limit: number;
}

/**
 * The result of a check of one chain.
 *
 * @property first  number of the oldest entry; above 1 when older ones passed their retention
 * @property last   number of the newest entry; 0: there is none
 * @property head   hash of the newest entry, in hex
 * @property fault  null: every entry is as it was written, and none is missing in between
 */
export interface ChainCheck {
  first: number;
  last: number;
  head: string;
  fault: { entryId: number; reason: string } | null;
}
