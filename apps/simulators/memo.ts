/**
 * Remembers answers by text: senders use one credential for thousands of requests. Forgets everything when full, which
 * costs one check per credential.
 */
export class Memo<T> {
  private readonly known = new Map<string, T>();

  constructor(private readonly capacity = 1000) {}

  get(text: string, make: () => T): T {
    const known = this.known.get(text);
    if (known !== undefined) {
      return known;
    }
    const made = make();
    if (this.known.size >= this.capacity) {
      this.known.clear();
    }
    this.known.set(text, made);
    return made;
  }
}
