/**
 * A channel, described once. Everything that lists channels, platforms or addresses reads these definitions, and
 * everything that differs by channel is a table that the compiler wants complete (docs/add-a-provider.md, "Add a channel").
 */
export interface ChannelDefinition {
  /** Stored in chunk and result rows: it never changes, and no other channel ever gets it. */
  readonly number: number;
  /** The channel in a word or two, for the application file. */
  readonly about: string;
  /** Its platforms, as messages name them, each with its stored number. The first one counts where none is known. */
  readonly platforms: Readonly<Record<string, number>>;
  readonly policy: ChannelPolicy;
  /** Absent: it reaches the installations of users. */
  readonly contact?: ContactDefinition;
}

/**
 * Batches and retries of a channel.
 *
 * @property batchSize   recipients in flight at a time: a killed worker leaves no more of them in doubt
 * @property deadlineMs  time in which a recipient may be retried if the message has no ttl
 * @property delaysMs    pauses before the second, third … attempt; the last one repeats
 */
export interface ChannelPolicy {
  readonly batchSize: number;
  readonly deadlineMs: number;
  readonly delaysMs: readonly number[];
}

/** A channel that reaches users by an address of theirs, by a consent of its own. */
export interface ContactDefinition {
  /** The recipients, and their list of suppressed addresses. */
  readonly kind: string;
  /** Stored with those that a launch left out; 0 is all channels and 1 push. */
  readonly leftOutKind: number;
  /** The address as attribute, as target and as field of requests. */
  readonly address: string;
  /** The name of the address, for people. */
  readonly label: string;
  readonly example: string;
  /** A list of such addresses in requests. */
  readonly list: string;
  /** Stored in `users.contact_lookup` and `users.suppression`. */
  readonly lookupKind: number;
  readonly form: AddressForm;
  readonly storage: ContactStorage;
  /** In the history of consent: of the user, and of an address. */
  readonly subjects: { readonly user: string; readonly address: string };
  /** The source of consent that a person gives or takes by an answer, in the history of consent. */
  readonly answersAs: 'MAIL' | 'SMS' | 'WHATSAPP' | 'CHAT';
  /** Why an address is suppressed that the provider calls dead. */
  readonly deadReason: 'HARD_BOUNCE' | 'INVALID_ADDRESS';
  /** How long after a message of the person anything may be sent to it, in ms. Absent: always. */
  readonly sessionMs?: number;
  /** Another address of the same person on this channel, which is used where the first one is missing. */
  readonly further?: FurtherAddress;
}

/** A second address of a channel. Both stand under one `lookupKind`: the form of a value shows which it is. */
export interface FurtherAddress {
  readonly address: string;
  readonly label: string;
  readonly example: string;
  readonly list: string;
  readonly form: AddressForm;
  readonly storage: { readonly attribute: number; readonly refusal: number };
}

/**
 * How an address is read and checked. A number without its calling code is one of the application's country; an address
 * of `chat` names its messenger; `whatsappId` is an id that Meta made for one business.
 */
export type AddressForm = 'email' | 'number' | 'chat' | 'whatsappId';

/**
 * The columns in which a user has the address and the consent.
 *
 * - `column`: two columns of `users.app_user`, as the first two channels have.
 * - `attribute`: a built-in attribute, by its id, and a refusal like that of a category, under an id below 0. A further
 *   channel needs no column, and no statement that writes users costs more by it.
 */
export type ContactStorage =
  | { readonly column: 'email' | 'msisdn'; readonly consent: 'email_opt_in' | 'sms_opt_in' }
  | { readonly attribute: number; readonly refusal: number };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** Pauses of push services that name none. */
export const PUSH_DELAYS_MS: readonly number[] = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
];
