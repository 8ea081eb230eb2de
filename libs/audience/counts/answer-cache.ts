import { sha256 } from '#platform/crypto';

/** Of answers with more entries only the question is cheap to keep. */
const MAX_ENTRIES = 1000;

interface CachedAnswer {
  version: string;
  answer: Promise<unknown>;
}

/** Answers of one process, each as long as nothing changes; whoever asks what is being worked out waits for that. */
export class AnswerCache {
  /** In the order of use. */
  private readonly answers = new Map<string, CachedAnswer>();

  /** @param maxAnswers  answers kept; 0: none */
  constructor(private readonly maxAnswers: number) {}

  /** Answers that are kept now. */
  get size(): number {
    return this.answers.size;
  }

  /** @param version  of what the answer is made of */
  async get<T>(question: unknown, version: string, work: () => Promise<T>): Promise<T> {
    if (this.maxAnswers === 0) {
      return work();
    }
    const key = sha256(JSON.stringify(question)).toString('base64');
    const cached = this.answers.get(key);
    this.answers.delete(key);
    if (cached?.version === version) {
      this.answers.set(key, cached);
      return cached.answer as Promise<T>;
    }
    const answer = work();
    const entry: CachedAnswer = { version, answer };
    this.answers.set(key, entry);
    this.evict();
    try {
      const result = await answer;
      if (result === undefined || (result instanceof Map && result.size > MAX_ENTRIES)) {
        this.forget(key, entry);
      }
      return result;
    } catch (error) {
      this.forget(key, entry);
      throw error;
    }
  }

  private forget(key: string, entry: CachedAnswer): void {
    if (this.answers.get(key) === entry) {
      this.answers.delete(key);
    }
  }

  private evict(): void {
    for (const key of this.answers.keys()) {
      if (this.answers.size <= this.maxAnswers) {
        return;
      }
      this.answers.delete(key);
    }
  }
}
