import { newKey } from './new-key.js';

/**
 * Keeps idempotency keys by request. After a lost answer it is unknown if the server acted: the repeated request has
 * the same key, so that it acts once. Another request has a key of its own, because the server refuses a key with
 * another body.
 */
export class QuestionKeys {
  private readonly keys = new Map<string, string>();

  /** @param question  the body of the request */
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
