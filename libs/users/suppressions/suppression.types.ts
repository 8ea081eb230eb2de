import type { ContactKind } from '../model/lookup-key.js';

/** Channels whose addresses can be suppressed. */
export const SUPPRESSION_CHANNELS = ['email', 'sms'] as const;
export type SuppressionChannel = (typeof SUPPRESSION_CHANNELS)[number];

/**
 * Why nothing is sent to an address, gravest first: its holder complained, said STOP or unsubscribed, or it does not work.
 * An address may have several; the gravest is the one that is told.
 */
export const SUPPRESSION_REASONS = ['COMPLAINT', 'STOP', 'HARD_BOUNCE', 'INVALID_ADDRESS', 'UNSUBSCRIBED'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The kind of address that each channel is sent to. */
export const CONTACT_KIND_BY_CHANNEL: Record<SuppressionChannel, ContactKind> = { email: 'email', sms: 'msisdn' };

export interface NewSuppression {
  channel: SuppressionChannel;
  address: string;
  reason: SuppressionReason;
  /** What was answered or reported, at most 500 characters of it are kept. */
  detail?: string;
}

/** One line of the list. */
export interface Suppression {
  /** Null: its holder was erased, and only its hash is kept. */
  address: string | null;
  reason: SuppressionReason;
  detail: string | null;
  addedAt: Date;
}

/** Lines in the order of their hashes; `next` is absent on the last page. */
export interface SuppressionPage {
  list: Suppression[];
  next?: string;
}
