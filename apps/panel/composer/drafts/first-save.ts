import type { PendingSave } from './copy.js';
import type { Form } from './form.js';

/** A page that was asked to go and is there after that stays. */
const STAYS_MS = 3000;
/** The wait after the address has changed, in ms. A reload that began before reaches the page some 10 ms later. */
const NAMED_MS = 500;

/**
 * Keeps the first save in this browser until the address of the page names the draft. A reload before that repeats the
 * save, and so finds the draft again. A page that reloads runs until the next one is there. An answer in this time
 * names the draft in the old page, while the next one has the earlier address. So a page that unloads keeps the save,
 * and one with a new address waits for a possible reload.
 */
export class FirstSave<F extends Form> {
  private pending: PendingSave<F> | null = null;
  private isSettled = false;
  /** Runs while it is not known whether the page stays. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isGoing = false;

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
    if (!this.isGoing) {
      this.wait(NAMED_MS);
    }
  }

  /** The browser was asked to load another page, or to reload this one. */
  go(): void {
    this.isGoing = true;
    this.wait(STAYS_MS);
  }

  /** Another screen takes the place of this one, in the same page. */
  leave(): void {
    if (this.isSettled && !this.isGoing) {
      this.end();
    }
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

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isGoing = false;
      if (this.isSettled) {
        this.end();
      }
    }, ms);
  }
}
