import type { FetchedBy, ResultEvent } from '../model/message-results.js';

/** A past result of the message of a step. Without a step: the person unsubscribed. @property at  epoch ms */
export interface PastResult {
  at: number;
  name: string;
  message?: { node: string; result: { event: ResultEvent; by?: FetchedBy } };
}

const NONE: readonly PastResult[] = [];

/** Results of the messages that a journey really sent, by person. */
export class ResultHistory {
  private readonly byUser = new Map<number, PastResult[]>();

  /** @param since  epoch ms from which on all results are known */
  constructor(readonly since: number) {}

  /** Takes a result, in the order of time. */
  add(uid: number, result: PastResult): void {
    const results = this.byUser.get(uid) ?? [];
    this.byUser.set(uid, results);
    results.push(result);
  }

  of(uid: number): readonly PastResult[] {
    return this.byUser.get(uid) ?? NONE;
  }
}
