/**
 * A request that may be repeated.
 *
 * @property scope        the caller and the operation: a key is valid within its scope only
 * @property key          chosen by the client, new for each request
 * @property fingerprint  hash of the content, which distinguishes a repeat from another request with the same key
 */
export interface KeyedRequest {
  appId: number;
  scope: string;
  key: string;
  fingerprint: Buffer;
}

/**
 * @property value    the result of the work, undefined for none; for a repeat, what JSON keeps of it
 * @property headers  by their names
 */
export interface KeyedAnswer {
  value: unknown;
  headers: AnswerHeaders;
  isReplayed: boolean;
}

/** Headers that belong to an answer, by their names. They are stored unencrypted. */
export type AnswerHeaders = Readonly<Record<string, string>>;
