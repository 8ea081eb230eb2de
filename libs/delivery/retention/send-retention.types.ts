/** A dispatch whose row was taken out. */
export interface TakenSend {
  dispatchId: number;
  notificationKey: number;
  /** Day of the request, UTC. */
  day: string;
  /** Null: it was never launched. */
  launchDay: string | null;
  /** Frozen recipients. */
  planned: number;
  /** Its key was made for it alone. */
  hasOwnKey: boolean;
  /** The sums of its key have it. */
  isCounted: boolean;
  /** It had e-mails or text messages. */
  hasLinks: boolean;
  platforms: string[];
  createdAt: Date;
  startedAt: Date;
  endedAt: Date | null;
  dueAt: Date | null;
  isFinished: boolean;
}

/** A counter of one send with a key of its own. */
export interface SendCount {
  dispatchId: number;
  kind: number;
  platform: number;
  name: string;
  count: number;
}

/** The first recipients of a send whose clicks or callbacks are to be counted. */
export interface ChunkIds {
  dispatchId: number;
  vb: number;
  /** Null: one recipient, in the bucket of the chunk. */
  ids: Buffer | null;
}

/** A bucket that may hold clicks or callbacks of a send. */
export interface CountedBucket {
  dispatchId: number;
  vb: number;
}
