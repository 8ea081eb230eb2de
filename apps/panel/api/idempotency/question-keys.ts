import { newKey } from './new-key.js';

/**
 * Idempotency keys by what is asked. After a lost answer nobody here knows whether the server acted: the same question asked
 * again has the same key, so that it acts once. Another question has a key of its own, because the server refuses a key
 * with another body.
 */
export class QuestionKeys {
  private readonly keys = new Map<string, string>();

  /** @param question  what is sent, as JSON would have it */
  keyOf(question: object): string {
    const text = JSON.stringify(question);
    const key = this.keys.get(text) ?? newKey();
    this.keys.set(text, key);
    return key;
  }

  /** It was answered: whoever asks it once more wants it done once more. A refusal changes nothing, and may keep its key. */
  forget(question: object): void {
    this.keys.delete(JSON.stringify(question));
  }
}
