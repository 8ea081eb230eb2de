/** The visible content of a message: with a subject it is an e-mail. Values are as the request has them. */
export interface ShownContent {
  to?: unknown;
  from?: unknown;
  text?: unknown;
  subject?: unknown;
  html?: unknown;
}
