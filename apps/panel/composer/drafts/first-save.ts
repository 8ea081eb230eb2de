import type { PendingSave } from './copy.js';
import type { Form } from './form.js';

/** A page that was asked to go and is there after that stays. */
const STAYS_MS = 3000;

/**
 * The first save, as this browser keeps it until the address of the page names the draft: a page that is loaded anew
 * before that repeats it, and so finds the draft again.
 *
 * A page that is loaded anew still runs until the next one is there. An answer that arrives meanwhile names the draft in
 * the page that goes, and the next one has the address of before: so a page that goes forgets nothing.
 */
export class FirstSave<F extends Form> {
  private pending: PendingSave<F> | null = null;
  private isSettled = false;
  private going: ReturnType<typeof setTimeout> | undefined;

  /** @param forget  what this browser keeps of a draft without an address */
  constructor(private readonly forget: () => void) {}

  /** null: there is nothing that a page has to find again. */
  get save(): PendingSave<F> | null {
    return this.pending;
  }

  keep(save: PendingSave<F>): void {
    this.pending = save;
  }

  /** The address names the draft: the save is forgotten, unless the page goes. */
  settle(): void {
    this.isSettled = true;
    if (this.going === undefined) {
      this.end();
    }
  }

  /** The page was asked to go. */
  go(): void {
    clearTimeout(this.going);
    this.going = setTimeout(() => {
      this.going = undefined;
      if (this.isSettled) {
        this.end();
      }
    }, STAYS_MS);
  }

  /** The save is forgotten. */
  end(): void {
    if (this.pending !== null) {
      this.drop();
      this.forget();
    }
  }

  /** Another draft begins, whose copy takes the place of this one's. */
  drop(): void {
    [this.pending, this.isSettled] = [null, false];
  }
}
