// Reports how far a run of the tests is, and ends one that takes too long: whoever runs it must learn which file holds it.

const MINUTE_MS = 60_000;
const EVERY_MINUTES = 5;
/** A file that has run as long is named. */
const LONG_MS = 2 * MINUTE_MS;

/**
 * @typedef {object} RunWatchOptions
 * @property {number} [limitMinutes]  none: the run may take as long as it likes
 * @property {(line: string) => void} say
 * @property {() => void} end  called once, when the limit is over
 */
export class RunWatch {
  #running = new Map();
  #files = 0;
  #done = 0;
  #timers;

  /** @param {RunWatchOptions} options */
  constructor({ limitMinutes, say, end }) {
    this.#timers = [setInterval(() => say(this.describe()), EVERY_MINUTES * MINUTE_MS)];
    if (limitMinutes !== undefined) {
      const stop = () => {
        say(`FAILED the tests are not done after ${limitMinutes} minutes; ${this.describe()}`);
        end();
      };
      this.#timers.push(setTimeout(stop, limitMinutes * MINUTE_MS));
    }
    // A run that is done ends by itself.
    this.#timers.forEach((timer) => timer.unref());
  }

  /** @param {number} files  that are run in all */
  expect(files) {
    this.#files = files;
  }

  /** @param {string} path */
  begin(path) {
    this.#running.set(path, performance.now());
  }

  /** @param {string} path */
  done(path) {
    this.#running.delete(path);
    this.#done += 1;
  }

  close() {
    this.#timers.forEach((timer) => clearTimeout(timer));
  }

  /** @returns {string} such as `12 of 600 files are done; running for 3 minutes: test/a.spec.ts` */
  describe() {
    const now = performance.now();
    const long = [...this.#running].filter(([, since]) => now - since >= LONG_MS);
    const named = long.map(
      ([path, since]) => `; running for ${Math.floor((now - since) / MINUTE_MS)} minutes: ${path}`,
    );
    return `${this.#done} of ${this.#files} files are done${named.join('')}`;
  }
}
