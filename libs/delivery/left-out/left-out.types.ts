import type { UnreachableReason } from '#libs/audience';
import { CONTACTS, type RecipientKind } from '#libs/channels/definitions';
import { groupBy } from '#platform/collections';

/** The kind of message that a left-out user would have got; `any`: the whole request. Values as stored. */
export const LEFT_OUT_KINDS = {
  any: 0,
  push: 1,
  ...Object.fromEntries(CONTACTS.map(({ kind, leftOutKind }) => [kind, leftOutKind])),
} as Readonly<Record<LeftOutKind, number>>;
export type LeftOutKind = RecipientKind | 'any';

/**
 * Reasons for which a user who matches a target is no recipient.
 *
 * - `OPTED_OUT` refused push on every device of the message's platforms, or the channel.
 * - `NO_DEVICE`, `NO_ADDRESS` has nothing to send to.
 * - `LIMIT` is outside the sample of a limited campaign.
 * - `SAME_ADDRESS` stands back for another user with the same address, who was chosen.
 * - `INBOX` has the message in the inbox, as the content of a campaign wants it.
 * - `RECENT` got the recurring campaign a short time ago.
 * - `HOLDOUT` is in a control group.
 * - `UNKNOWN_USER`, `UNKNOWN_DEVICE`: no user has the extId or token of the request, or a listed user was erased.
 */
export type LeftOutReason =
  | UnreachableReason
  | 'LIMIT'
  | 'SAME_ADDRESS'
  | 'RECENT'
  | 'HOLDOUT'
  | 'INBOX'
  | 'UNKNOWN_USER'
  | 'UNKNOWN_DEVICE';

/** Users of one kind and reason, or names without a user. */
export interface LeftOutGroup {
  kind: LeftOutKind;
  reason: LeftOutReason;
  uids: readonly number[];
  names: readonly string[];
}

/** Joins the groups of one kind and reason: a range has one row for them. */
export function mergeLeftOut(groups: readonly LeftOutGroup[]): LeftOutGroup[] {
  return [...groupBy(groups, ({ kind, reason }) => `${kind} ${reason}`).values()].flatMap((same) => {
    const [first] = same;
    return first
      ? [{ ...first, uids: [...new Set(same.flatMap(({ uids }) => uids))], names: same.flatMap(({ names }) => names) }]
      : [];
  });
}
