import type { Actor } from '#libs/audit';

/** Campaigns and journeys are written by the same rules, and for members with different rights. */
export type DraftKind = 'campaign' | 'journey';

/**
 * A campaign, or a journey, that is written.
 *
 * @property version      counts the saves
 * @property launchedAs   key of the campaign that it became; null: it is open
 */
export interface DraftState {
  draftId: number;
  name: string;
  version: number;
  madeBy: Actor;
  madeAt: Date;
  changedBy: Actor;
  changedAt: Date;
  launchedAs: number | null;
}

/** @property body  the form as the page has it; empty once it was launched */
export interface Draft extends DraftState {
  body: Readonly<Record<string, unknown>>;
}

/**
 * A draft in a list.
 *
 * @property at       when it is to be sent, as it was typed: a time without a zone, and behind it the offset that was
 * chosen where the clock of the writer shows it twice. Null: at once, or nothing that is a time
 * @property isLocal  by the clock of each person
 */
export interface ListedDraft extends DraftState {
  at: string | null;
  isLocal: boolean;
}

/** The part of a draft that is saved. */
export type DraftContent = Pick<Draft, 'name' | 'body'>;

/** A draft as someone saw it. */
export type SeenDraft = Pick<Draft, 'draftId' | 'version'>;

/**
 * A comment of a member on a draft.
 *
 * @property name  null: the member was removed since
 */
export interface DraftComment {
  commentId: number;
  memberId: number;
  name: string | null;
  madeAt: Date;
  text: string;
}
