import type { Origin } from '#libs/audit';
import type { Message } from '#libs/content';

/**
 * A stored message: of a definition, of a campaign, or of one address send (`direct`). They share one number space.
 */
export interface Definition {
  notificationKey: number;
  appId: number;
  kind: 'definition' | 'campaign' | 'direct';
  message: Message;
  /** The only one among those that have not ended; null: it has none. */
  name: string | null;
  createdAt: Date;
  /** Null: it is as it was created. */
  updatedAt: Date | null;
  /** Set when nothing more is sent of it. */
  endedAt: Date | null;
}

/** The actor who changes campaigns, and the application: an API key, or the command line. */
export interface CampaignActor extends Origin {
  appId: number;
}

/** A key or member that changes definitions. */
export interface DefinitionWriter extends Origin {
  appId: number;
  seesPrivate: boolean;
}
