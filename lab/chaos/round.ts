/** One campaign and what was sent beside it. */
export interface Round {
  key: number;
  /** The newest dispatch before it. */
  after: number;
  /** By the clock of the product, in ms. */
  requestedAt: number;
}
