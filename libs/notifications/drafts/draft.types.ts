import type { Actor } from '#libs/audit';

/**
 * A campaign that is written.
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

/** What is saved. */
export type DraftContent = Pick<Draft, 'name' | 'body'>;

/** A draft as somebody saw it. */
export type SeenDraft = Pick<Draft, 'draftId' | 'version'>;
