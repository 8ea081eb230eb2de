/** Kinds of counters of sends whose rows are gone, as stored in `delivery.send_count`. */
export const PAST_COUNTS = {
  sent: 1,
  failed: 2,
  clicked: 3,
  opened: 4,
  /** By reason: left out at the launch, or skipped. */
  leftOut: 5,
  /** By the name that devices give a button. */
  button: 6,
  /** By kind and code, with a space between; its platform is the channel. */
  callback: 7,
  received: 8,
  /** By platform; sends that went before it was counted have it among `leftOut` alone. */
  skipped: 9,
  machineOpened: 10,
  machineClicked: 11,
} as const;

/** A counter: kind, platform, name, count. */
export type PastCount = [kind: number, platform: number, name: string, count: number];

/** The rest that is kept of a send whose key was made for it alone. Times in epoch milliseconds. */
export interface OwnKeySend {
  platforms: string[];
  createdAt: number;
  startedAt: number;
  endedAt: number | null;
  dueAt: number | null;
  isFinished: boolean;
  counts: PastCount[];
}

/**
 * One entry of `delivery.past_send`: its dispatch id less the first one of the row, its key, and what is kept of a send
 * whose key was made for it alone.
 */
export type PastSendEntry = [offset: number, notificationKey: number, ownKeySend?: OwnKeySend];
