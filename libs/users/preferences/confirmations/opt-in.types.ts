/**
 * A confirmation as its link names it.
 *
 * @property addressKey  of the address that it went to, from `contactKeyText`
 */
export interface ConfirmLink {
  appId: number;
  kind: number;
  addressKey: string;
  dispatchId: number;
  messageId: string;
}
