import type { ValueSealer } from '#libs/users/profiles';

/** Statuses of a stored message and their bits. Requests add up the bits of the statuses they want. */
export const STATUS_BITS = { READ: 1, UNREAD: 2, DELETED: 4 } as const;
export type InboxStatus = keyof typeof STATUS_BITS;

/** The owner of an inbox: a user by extId, or by uid for an authenticated device. */
export type InboxOwner = { extId: string } | { uid: number };

/**
 * The text and the pictures that a recipient of a push saw, and where a tap leads. Common content of the message is stored once per
 * dispatch instead.
 */
export interface RenderedText {
  title?: string;
  text?: string;
  subText?: string;
  deeplink?: string;
  url?: string;
  mediaUrl?: string;
  thumbnailUrl?: string;
}

/** A push to store for its user. */
export interface NewInboxMessage {
  uid: number;
  /** Number of the platform it went to. */
  platform: number;
  renderedText: RenderedText;
}

/**
 * Tickets that a send took when it was accepted: one for each user that it names.
 *
 * @property first   the others follow it
 * @property extIds  in the order of the tickets; empty: the send is for the user of one device
 */
export interface ReservedTickets {
  first: number;
  extIds: readonly string[];
}

/** A push with its piid, ready to store. */
export interface IdentifiedMessage extends NewInboxMessage {
  piid: number;
  /** Present where personal text is stored sealed. */
  seal?: ValueSealer | undefined;
}

/**
 * A query of an inbox.
 *
 * @property status  bits of `STATUS_BITS`, added up
 * @property numberOfNotification  messages of a page
 * @property prms  `index` of the previous page; absent: from the newest message
 * @property startDate  epoch milliseconds, as `endDate`; both inclusive
 * @property category  ids; a message with at least one of them matches. An empty list is no filter
 */
export interface InboxQuery {
  status: number;
  numberOfNotification: number;
  prms?: { index?: number };
  startDate?: number;
  endDate?: number;
  category?: readonly number[];
}

/** New status of some messages; `st` as in `InboxService.changeStatus`. */
export interface StatusChange {
  piids: readonly number[];
  st?: number;
}

/** Answer of `inbox/get` (specification, section 2.5). */
export interface InboxMessage {
  msgId: number;
  /** Absent for an anonymous user. */
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
  /** The text, if it was personalized for this user; else null. */
  personalizedMsg: string | null;
  personalizedTitle: string | null;
  subText: string | null;
  customParams: Record<string, unknown>;
  /** Ids of the message's categories. */
  ctg: number[];
  lbl: string[];
}

/**
 * @property cnts  number of messages of each requested bit, over the whole filter and not only the page
 * @property prms  for the request of the next page; absent on the last page
 */
export interface InboxPage {
  msgs: InboxMessage[];
  cnts: Record<string, number>;
  prms?: { index: number };
}
