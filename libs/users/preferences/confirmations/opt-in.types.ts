/** How an opt-in came, where it came by a form. Absent fields: the person is known. */
export interface OptInAsk {
  /** Tag of the language of the form. */
  language?: string;
  /** Topics without double opt-in wait for a confirmation too: nobody knows who filled a form in. */
  isForm?: true;
}

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
