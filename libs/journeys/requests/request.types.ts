import type { Actor } from '#libs/audit';
import type { Participant } from '#libs/notifications/approvals';
import type { Journey, JourneyDefinition, JourneyState } from '../model/journey.types.js';

export const REQUEST_OUTCOMES = ['approve', 'reject', 'withdraw', 'replace', 'expire'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** A change of a journey. @property moved  as the file has it, by steps that the definition lacks */
export interface JourneyChange {
  state: JourneyState;
  definition: JourneyDefinition;
  moved?: Readonly<Record<string, string>> | null;
}

/**
 * A change that waits for approvals, or waited.
 *
 * @property baseVersion  of the journey when it was asked for; in another one it is void
 * @property author       who asked
 * @property behind       members who may be behind the author
 * @property needed       approvals; null: its forecast is not there yet
 * @property perDay       limit that the journey gets; null: its forecast is not there yet
 * @property replayId     of its forecast; null: it was not asked for yet
 * @property outcome      null: it waits
 */
export interface JourneyRequest extends JourneyChange {
  appId: number;
  requestId: number;
  journeyId: number;
  baseVersion: number;
  baseState: JourneyState;
  author: Actor;
  behind: readonly number[];
  self: boolean;
  needed: number | null;
  perDay: number | null;
  replayId: number | null;
  outcome: RequestOutcome | null;
  words: string | null;
  askedAt: Date;
  decidedAt: Date | null;
}

/** A new request. */
export type AskedChange = JourneyChange &
  Pick<JourneyRequest, 'self' | 'needed' | 'perDay'> & { journey: Journey; by: Participant };

/** An approval. */
export interface RequestVote extends Participant {
  words: string | null;
  at: Date;
}
