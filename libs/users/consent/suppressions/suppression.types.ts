import { CONTACT_KINDS, CONTACTS, type ContactRecipientKind } from '#libs/channels/definitions';
import type { ContactKind } from '#libs/users/identities';

/** Channels whose addresses can be suppressed. */
export const SUPPRESSION_CHANNELS = CONTACT_KINDS;
export type SuppressionChannel = ContactRecipientKind;

/** Why nothing is sent to an address, gravest first. An address may have several reasons; the gravest is reported. */
export const SUPPRESSION_REASONS = ['COMPLAINT', 'STOP', 'HARD_BOUNCE', 'INVALID_ADDRESS', 'UNSUBSCRIBED'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The kind of address that each channel is sent to. */
export const CONTACT_KIND_BY_CHANNEL = Object.fromEntries(
  CONTACTS.map(({ kind, address }) => [kind, address]),
) as Readonly<Record<SuppressionChannel, ContactKind>>;

export interface NewSuppression {
  channel: SuppressionChannel;
  address: string;
  reason: SuppressionReason;
  /** The answer or report, cut to 500 characters. */
  detail?: string;
  /** Time of the refusal. Absent: now. */
  addedAt?: Date;
}

/**
 * One entry of the list.
 *
 * @property id  its place in the list: a hash that does not reveal the address, and the reason
 */
export interface Suppression {
  id: string;
  /** Null: its user was erased, and only the hash is kept. */
  address: string | null;
  reason: SuppressionReason;
  detail: string | null;
  addedAt: Date;
}

/** Entries in the order of their hashes; `next` is absent on the last page. */
export interface SuppressionPage {
  list: Suppression[];
  next?: string;
}
