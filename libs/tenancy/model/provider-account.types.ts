import type { AccountRateLimits } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';

/**
 * The messages that an account takes, where its channel has several.
 *
 * @property countries  ISO 3166-1: numbers of these countries alone
 * @property share      percent of the recipients that it could take
 * @property order      the lower goes first; absent: `DEFAULT_ORDER`
 */
export interface AccountRules {
  countries?: string[];
  share?: number;
  order?: number;
}

export interface ProviderAccount<C extends Channel = Channel> {
  accountId: number;
  appId: number;
  channel: C;
  /** Its name among the accounts of the application: the channel, or `channel:name` for a further account of it. */
  key: string;
  /** The name of its provider. */
  provider: string;
  /** Incremented with every change of the credentials. */
  version: number;
  /** In the form of its provider. */
  credentials: object;
  /** The provider is the simulator of this installation; the delivery module knows its address. */
  simulator: boolean;
  /** Absent: no limit. */
  pace?: AccountRateLimits;
  /** The messages of its channel that it takes. Absent: all. */
  rules?: AccountRules;
  /** Set while the account must not send. */
  paused: { code: string; why: string; since: Date } | null;
}
