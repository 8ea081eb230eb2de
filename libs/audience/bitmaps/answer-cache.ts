import { sha256 } from '#platform/crypto';

/** Of answers with more entries only the question is cheap to keep. */
const MOST_ENTRIES = 1000;

interface Kept {
  version: string;
  answer: Promise<unknown>;
}

/** Answers of one process, each as long as nothing changes; whoever asks what is being worked out waits for that. */
export class AnswerCache {
  /** In the order of use. */
  private readonly answers = new Map<string, Kept>();

  /** @param most  answers kept; 0: none */
  constructor(private readonly most: number) {}

  /** Answers that are kept now. */
  get size(): number {
    return this.answers.size;
  }

  /** @param version  of what the answer is made of */
  async get<T>(question: unknown, version: string, work: () => Promise<T>): Promise<T> {
    if (this.most === 0) {
      return work();
    }
    const key = sha256(JSON.stringify(question)).toString('base64');
    const known = this.answers.get(key);
    this.answers.delete(key);
    if (known?.version === version) {
      this.answers.set(key, known);
      return known.answer as Promise<T>;
    }
    const answer = work();
    const kept: Kept = { version, answer };
    this.answers.set(key, kept);
    this.trim();
    try {
      const given = await answer;
      if (given === undefined || (given instanceof Map && given.size > MOST_ENTRIES)) {
        this.forget(key, kept);
      }
      return given;
    } catch (error) {
      this.forget(key, kept);
      throw error;
    }
  }

  private forget(key: string, kept: Kept): void {
    if (this.answers.get(key) === kept) {
      this.answers.delete(key);
    }
  }

  private trim(): void {
    for (const key of this.answers.keys()) {
      if (this.answers.size <= this.most) {
        return;
      }
      this.answers.delete(key);
    }
  }
}
