/**
 * Remembers answers by text: senders use one credential for thousands of requests. Forgets everything when full, which
 * costs one check per credential.
 */
export class Memo<T> {
  private readonly values = new Map<string, T>();

  constructor(private readonly capacity = 1000) {}

  get(text: string, make: () => T): T {
    const cached = this.values.get(text);
    if (cached !== undefined) {
      return cached;
    }
    const value = make();
    if (this.values.size >= this.capacity) {
      this.values.clear();
    }
    this.values.set(text, value);
    return value;
  }
}
