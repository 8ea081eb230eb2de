import type { PendingSave } from './copy.js';
import type { Form } from './form.js';

/**
 * After the address names the draft. A page that is being loaded anew still runs until the next one is there: an answer
 * that arrives meanwhile changes the address of the page that goes, and the next one has the address of before.
 */
const SETTLED_MS = 3000;

/**
 * The first save, as this browser keeps it until the address of the page names the draft: a page that is loaded anew
 * before that repeats it, and so finds the draft again.
 */
export class FirstSave<F extends Form> {
  private kept: PendingSave<F> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param forget  what this browser keeps of a draft without an address */
  constructor(private readonly forget: () => void) {}

  /** null: there is nothing that a page has to find again. */
  get save(): PendingSave<F> | null {
    return this.kept;
  }

  keep(save: PendingSave<F>): void {
    this.kept = save;
  }

  /** The address names the draft: the save is forgotten soon. */
  settle(): void {
    if (this.kept !== null) {
      this.timer ??= setTimeout(() => this.end(), SETTLED_MS);
    }
  }

  /** The page has moved on and lives: the save is forgotten now, where the address names the draft. */
  leave(): void {
    if (this.timer !== undefined) {
      this.end();
    }
  }

  /** The save is forgotten now. */
  end(): void {
    if (this.kept !== null) {
      this.drop();
      this.forget();
    }
  }

  /** Another draft begins, whose copy takes the place of this one's. */
  drop(): void {
    clearTimeout(this.timer);
    [this.kept, this.timer] = [null, undefined];
  }
}
