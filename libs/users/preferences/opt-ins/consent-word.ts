/** A STOP or START that a person wrote. */
export interface ConsentWord {
  command: 'stop' | 'start';
  /** Time of writing. Absent: the provider gives none. */
  at?: Date | undefined;
  /** The provider's id of the message, the same at each delivery. */
  id?: string | undefined;
}

/** A word with the time that counts. */
export interface TimedWord {
  command: ConsentWord['command'];
  at: Date;
}

/** The last word of an address, and whether a message with the id of the next one was heard before. */
export interface HeardWords {
  last: TimedWord | undefined;
  isHeard: boolean;
}

/** By which the clock of a provider may be ahead. */
const MAX_AHEAD_MS = 2000;
/** An earlier time is that of a clock that was never set. */
const FIRST_TIME_MS = Date.UTC(2000, 0, 1);

/** Tests if a word has a time of writing that can be true. A time ahead of the clock cannot. */
export function isTimed({ at }: ConsentWord, now: Date): boolean {
  return at !== undefined && at.getTime() >= FIRST_TIME_MS && at.getTime() <= now.getTime() + MAX_AHEAD_MS;
}

/**
 * Decides whether a word is the last one of its address, whatever the order of arrival. The later one counts by its own
 * time, and of two with the same time STOP. A word without a time has that of its first arrival, so a repeat is known by
 * its id.
 *
 * @returns the word with its time; undefined: it changes nothing
 */
export function decideWord(word: ConsentWord, now: Date, { last, isHeard }: HeardWords): TimedWord | undefined {
  if (isHeard) {
    return undefined;
  }
  const at = word.at !== undefined && isTimed(word, now) && word.at < now ? word.at : now;
  const timed: TimedWord = { command: word.command, at };
  return last === undefined || isLater(timed, last) ? timed : undefined;
}

function isLater(next: TimedWord, last: TimedWord): boolean {
  const ms = next.at.getTime() - last.at.getTime();
  return ms > 0 || (ms === 0 && next.command === 'stop' && last.command === 'start');
}
