import { LruCache } from '#platform/collections';
import { sha256 } from '#platform/crypto';

/** Larger answers are not cached. */
const MAX_ENTRIES = 1000;

interface CachedAnswer {
  version: string;
  answer: Promise<unknown>;
}

/** Caches answers until their data changes. Concurrent equal questions share one evaluation. */
export class AnswerCache {
  private readonly answers: LruCache<string, CachedAnswer> | undefined;

  /** @param maxAnswers  0: no cache */
  constructor(maxAnswers: number) {
    this.answers = maxAnswers > 0 ? new LruCache({ max: maxAnswers }) : undefined;
  }

  /** The number of cached answers. */
  get size(): number {
    return this.answers?.size ?? 0;
  }

  /**
   * @param readVersion  the version of the data; an answer is not kept when it changes during the work
   */
  async get<T>(question: unknown, readVersion: () => string, work: () => Promise<T>): Promise<T> {
    if (!this.answers) {
      return work();
    }
    const key = sha256(JSON.stringify(question)).toString('base64');
    const version = readVersion();
    const cached = this.answers.get(key);
    if (cached?.version === version) {
      return cached.answer as Promise<T>;
    }
    const answer = work();
    const entry: CachedAnswer = { version, answer };
    this.answers.set(key, entry);
    try {
      const result = await answer;
      if (result === undefined || readVersion() !== version || (result instanceof Map && result.size > MAX_ENTRIES)) {
        this.delete(key, entry);
      }
      return result;
    } catch (error) {
      this.delete(key, entry);
      throw error;
    }
  }

  private delete(key: string, entry: CachedAnswer): void {
    if (this.answers?.peek(key) === entry) {
      this.answers.delete(key);
    }
  }
}
