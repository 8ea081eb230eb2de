import type { ConsentSubject } from '#libs/channels/definitions';

/** The part of a message's outcome that its checks decided. */
export interface DecidedMessage {
  left: boolean;
  /** Herald's reason; null where nothing stopped it. */
  reason: string | null;
  /** Refusals of the channel did not count. */
  overrides: boolean;
  /** It also reaches unsubscribed addresses. */
  isInformational: boolean;
  /** How many categories it has. */
  categories: number;
}

/**
 * Finds what the checks of a message must have found for a subject.
 *
 * @returns undefined: the outcome does not tell
 */
export function decideBy(
  { left, reason, overrides, isInformational, categories }: DecidedMessage,
  subject: ConsentSubject,
): boolean | undefined {
  if (subject === 'EMAIL_FREQUENCY') {
    return undefined;
  }
  if (subject === 'CATEGORY') {
    return left ? true : reason === 'CATEGORY_OPTED_OUT' && categories === 1 ? false : undefined;
  }
  if (subject.endsWith('_ADDRESS')) {
    return left && !isInformational ? true : undefined;
  }
  return left ? (overrides ? undefined : true) : reason === 'OPTED_OUT' ? false : undefined;
}
