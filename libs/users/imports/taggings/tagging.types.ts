/** True if a tag is given to people or taken off. */
export const TAGGING_DIRECTIONS = ['ADD', 'REMOVE'] as const;
export type TaggingDirection = (typeof TAGGING_DIRECTIONS)[number];

export const TAGGING_STATES = ['WAITING', 'RUNNING', 'FINISHED', 'STOPPED'] as const;
export type TaggingState = (typeof TAGGING_STATES)[number];

/**
 * A tag for everyone in a fixed set of users.
 *
 * @property askedBy  name of who began it
 * @property people   users of the set, exactly
 * @property done     of them, those whose transaction is committed
 * @property changed  of these, those who got the tag or lost it: others had it, had it not, or are gone
 * @property epoch    grows with each process that takes it over
 */
export interface Tagging {
  appId: number;
  taggingId: string;
  direction: TaggingDirection;
  tagId: number;
  tag: string;
  askedBy: string;
  state: TaggingState;
  people: number;
  done: number;
  changed: number;
  epoch: number;
  createdAt: Date;
  finishedAt: Date | null;
}

export type TaggingId = Pick<Tagging, 'appId' | 'taggingId'>;
