export const FEED_FORMATS = ['json', 'ndjson', 'csv'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** A feed as the application file has it. @property headers  undefined: stored ones stay */
export interface FeedDefinition {
  url: string;
  headers: Record<string, string> | undefined;
  everySeconds: number;
  format: FeedFormat;
  removesAbsent: boolean;
  simulator: boolean;
}

/** A stored feed. */
export interface Feed extends Omit<FeedDefinition, 'headers'> {
  appId: number;
  catalogId: number;
  /** Sealed headers. */
  sealed: Buffer | null;
  /** The validators of the last answer that was loaded. */
  etag: string | null;
  lastModified: string | null;
}

/** A feed during a call. @property lease  end of the time for it, which a change of the feed takes back */
export interface ClaimedFeed extends Feed {
  catalog: string;
  lease: string;
}

/** Outcomes of the last calls. */
export interface FeedState {
  catalogId: number;
  url: string;
  triedAt: Date | null;
  /** The last answer that was loaded, or that said that nothing has changed. */
  succeededAt: Date | null;
  dueAt: Date;
  /** Null: the last call was good. */
  error: string | null;
}
