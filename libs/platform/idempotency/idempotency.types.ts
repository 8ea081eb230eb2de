/**
 * A request that may come again.
 *
 * @property scope        who may repeat it, and which operation it is: a key means nothing outside its scope
 * @property key          the client's choice, new for each request
 * @property fingerprint  of the content, to tell a repeat from another request under the same key
 */
export interface KeyedRequest {
  appId: number;
  scope: string;
  key: string;
  fingerprint: Buffer;
}

/** @property value  as the work returned it, undefined for none; of a repeat what JSON keeps of it */
export interface KeyedAnswer {
  value: unknown;
  isReplayed: boolean;
}
