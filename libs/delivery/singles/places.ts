/** Somebody who waits for a place in each of some accounts. */
interface Waiting {
  accounts: readonly string[];
  /** Has them now. */
  enter(): void;
}

/** So many may be under way with an account at a time; who comes then waits, in order, for a while. */
export class Places {
  private readonly taken = new Map<string, number>();
  private waiting: Waiting[] = [];

  constructor(private readonly most: number) {}

  areFree(accounts: readonly string[]): boolean {
    return accounts.every((account) => (this.taken.get(account) ?? 0) < this.most);
  }

  /**
   * Takes a place in each account.
   *
   * @param patienceMs  how long it may take until all are free
   * @returns gives the places back; undefined when they did not become free in time
   */
  async take(accounts: readonly string[], patienceMs: number): Promise<(() => void) | undefined> {
    if (this.areFree(accounts)) {
      this.count(accounts, 1);
    } else if (!(await this.wait(accounts, patienceMs))) {
      return undefined;
    }
    return () => {
      this.count(accounts, -1);
      for (const one of this.waiting) {
        if (this.areFree(one.accounts)) {
          one.enter();
        }
      }
    };
  }

  private async wait(accounts: readonly string[], patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasEntered: boolean): void => {
        clearTimeout(timer);
        this.waiting = this.waiting.filter((one) => one !== waiting);
        resolve(hasEntered);
      };
      const enter = (): void => {
        this.count(accounts, 1);
        end(true);
      };
      const waiting: Waiting = { accounts, enter };
      const timer = setTimeout(() => end(false), patienceMs);
      this.waiting.push(waiting);
    });
  }

  private count(accounts: readonly string[], by: number): void {
    for (const account of accounts) {
      const taken = (this.taken.get(account) ?? 0) + by;
      if (taken > 0) {
        this.taken.set(account, taken);
      } else {
        this.taken.delete(account);
      }
    }
  }
}
