import type { LookupFunction } from 'node:net';
import type { AnswerTable } from '../sender/answer-table.js';
import type { Account, Channel, Outcome, Outgoing } from '../sender/channels.types.js';
import type { Http1Answer } from '../transport/http1-client.js';
import type { AccessToken } from './access-token.js';

/** One request for one message. */
export interface PostRequest {
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: string;
}

/**
 * The meaning of an answer: the message was taken, or not. A code is the provider's own, '' where it names none; the
 * first is shown.
 *
 * @property words    what it says to people; absent: all of the answer
 * @property afterMs  the delay that its body asks for; absent: that of its header
 * @property movedTo  it took nothing, because the recipient has this address now. The message goes there, once
 */
export type PostAnswer =
  | { kind: 'taken'; providerId?: string }
  | { kind: 'refused'; codes: readonly string[]; words?: string; afterMs?: number | undefined; movedTo?: string };

/** How a provider takes one `POST` for each message. */
export interface PostProtocol<C extends Channel, K extends object> {
  readonly answers: AnswerTable;
  /** `https://host` of the real provider. */
  origin(credentials: K): string;
  /** Texts that never appear in words or logs. */
  secrets(credentials: K): readonly string[];
  /** Absent: the provider's own host is trusted. Given: it resolves the name, and refuses what is not public. */
  readonly lookup?: LookupFunction;
  /** The request for a message, or why it cannot be sent. */
  write(account: Account<C, K>, item: Outgoing<C>): PostRequest | Extract<Outcome, { kind: 'failed' }>;
  /**
   * Reads an answer that is whole.
   *
   * @throws Error for one of a form that the provider does not have: then no one knows whether it took the message
   */
  read(answer: Http1Answer, account: Account<C, K>): PostAnswer;
  /**
   * How the provider names a recipient in its words, from where that is taken out. Absent: the address without its
   * plus.
   */
  nameOf?(address: string): string;
  /** The table of one account. Absent: `answers`. */
  tableOf?(credentials: K): AnswerTable;
  /** The access token that stands in the header `authorization` of each request. Absent: the credentials suffice. */
  openAccess?(account: Account<C, K>, deadlineMs: number): AccessToken;
  /** Tests if an answer says that the access token has ended: then the message goes once more, with another one. */
  isTokenRefused?(answer: Http1Answer): boolean;
}
