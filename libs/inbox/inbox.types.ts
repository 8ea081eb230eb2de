/** States of a stored message and their bits: requests ask for several at once by adding them up. */
export const STATUS_BITS = { READ: 1, UNREAD: 2, DELETED: 4 } as const;
export type InboxStatus = keyof typeof STATUS_BITS;

/** Who owns an inbox: a user by the client system's id, or by number where a device has proven itself. */
export type InboxOwner = { extId: string } | { uid: number };

/**
 * What a recipient of a push saw of it, and where a tap leads. It does not say what the message has in common for
 * everybody: the inbox stores that once per dispatch.
 */
export interface RenderedText {
  title?: string;
  text?: string;
  subText?: string;
  deeplink?: string;
  url?: string;
}

/** A push that is to be stored for its user. */
export interface NewInboxMessage {
  uid: number;
  /** Number of the platform it went to. */
  platform: number;
  renderedText: RenderedText;
}

/** A push with its number, so that storing it needs nothing but its row. */
export interface IdentifiedMessage extends NewInboxMessage {
  piid: number;
}

/**
 * Which messages of an inbox are asked for.
 *
 * @property status      bits of `STATUS_BITS`, added up
 * @property numberOfNotification  messages of a page
 * @property prms        `index` of the page before; absent: from the newest on
 * @property startDate   epoch milliseconds, both inside
 * @property category    ids; a message with any of them counts
 */
export interface InboxQuery {
  status: number;
  numberOfNotification: number;
  prms?: { index?: number };
  startDate?: number;
  endDate?: number;
  category?: readonly number[];
}

/** New state of some messages; `st` as `InboxService.change` explains. */
export interface StatusChange {
  piids: readonly number[];
  st?: number;
}

/** A message as `inbox/get` answers it (specification, section 2.5). */
export interface InboxMessage {
  msgId: number;
  /** Absent for a user whom the client system has not named. */
  extID?: string;
  pushInstanceId: number;
  title: string;
  message: string;
  status: InboxStatus;
  /** When the push was sent, in epoch milliseconds. */
  sts: number;
  deeplink: string | null;
  /** A page that a tap opens, when it is not a deeplink. */
  url: string | null;
  androidMediaUrl: string | null;
  iosMediaUrl: string | null;
  androidThumbnail: string | null;
  /** The text, where it was made for this user; null where everybody got it. */
  personalizedMsg: string | null;
  personalizedTitle: string | null;
  subText: string | null;
  customParams: Record<string, unknown>;
  /** Ids of the message's categories. */
  ctg: number[];
  lbl: string[];
}

/**
 * @property cnts  how many messages each asked bit has, over the whole filter and not only the page
 * @property prms  what the next request sends to go on; absent on the last page
 */
export interface InboxPage {
  msgs: InboxMessage[];
  cnts: Record<string, number>;
  prms?: { index: number };
}
