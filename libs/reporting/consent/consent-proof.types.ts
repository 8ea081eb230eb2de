import type { ConsentSubject } from '#libs/channels/definitions';
import type { ConsentEvent } from '#libs/users/preferences';
import type { ResultStatus } from '../results/reporting.types.js';

/** The text of the message by which a person gave or took consent, as long as its send is kept. */
export interface ConsentWords {
  messageId: string;
  title: string | null;
  text: string | null;
}

/**
 * One consent that a message needs, as it stood when consent was read.
 *
 * @property category   name; the number of a category that is no longer defined
 * @property permitted  whether it allowed the message
 * @property statement  the last one before; null: nothing was said, so the default of the channel held
 * @property words      the message behind the statement; null where none is known
 */
export interface ConsentGround {
  subject: ConsentSubject;
  category?: string;
  installationId?: string;
  permitted: boolean;
  statement: ConsentEvent | null;
  words: ConsentWords | null;
}

/**
 * The consent that allowed a message, or stopped it.
 *
 * @property extId      of the person, after a merge of the present one; null: an anonymous visitor
 * @property left       it left, or may have; else a check or a fault stopped it before
 * @property checkedAt  when consent was read for the last time before; null in results of earlier releases, and where
 *   nothing was sent: the grounds are then as of `at`
 * @property overrides  refusals of the channel did not count: an informational message, or a request for everyone
 */
export interface ConsentProof {
  messageId: string;
  extId: string | null;
  platform: string;
  notificationKey: number | null;
  status: ResultStatus;
  reason: string | null;
  at: Date;
  checkedAt: Date | null;
  left: boolean;
  overrides: boolean;
  grounds: ConsentGround[];
}
