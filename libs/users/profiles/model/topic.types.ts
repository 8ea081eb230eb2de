/** A user's opt-in to or opt-out of a category. */
export interface CategoryChoice {
  uid: number;
  categoryId: number;
}

/** States of a topic, as they are stored. Where two users merge, the greater one stays. */
export const TOPIC_STATES = { on: 1, expired: 2, pending: 3, off: 4 } as const;
export type TopicState = keyof typeof TOPIC_STATES;

/** @property channel  number of `TOPIC_CHANNELS`; 0: all of the topic */
export interface StoredChoice extends CategoryChoice {
  channel: number;
  state: TopicState;
}
