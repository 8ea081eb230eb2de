import { isUndelivered } from '../next-content/undelivered.js';
import type { NextRow } from '../next-content/next-content.repository.js';
import type { FrozenRecipient, RecipientEnd } from './person-results.repository.js';

/** How far a person is: reached, with open recipients, or ended without delivery on all contents so far. */
export type Verdict = 'reached' | 'open' | 'ended';

export const keyOf = ({ channel, recipientId }: FrozenRecipient): string => `${channel}:${recipientId}`;

/**
 * Judges the recipients of one person in one content.
 *
 * @param ends      results by `keyOf`
 * @param bounced   recipients whose message came back, by `keyOf`
 * @param doubted   recipients that an earlier attempt may have reached, by `keyOf`
 */
export function judge(
  recipients: readonly FrozenRecipient[],
  ends: ReadonlyMap<string, RecipientEnd>,
  bounced: ReadonlySet<string>,
  doubted: ReadonlySet<string>,
): Verdict {
  let isOpen = false;
  for (const recipient of recipients) {
    const key = keyOf(recipient);
    const end = ends.get(key);
    isOpen ||= !end;
    if (end && (!isUndelivered(end) || doubted.has(key)) && !bounced.has(key)) {
      return 'reached';
    }
  }
  return isOpen ? 'open' : 'ended';
}

/** The worst of several: who is reached on one content is reached, and who waits on one waits. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('reached') ? 'reached' : verdicts.includes('open') ? 'open' : 'ended';
}

/** Recipients of some rows whose message came back. */
export function bouncedOf(rows: readonly NextRow[]): Set<string> {
  return new Set(rows.filter(({ isBounce }) => isBounce).map(keyOf));
}
