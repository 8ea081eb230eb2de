/**
 * Hands over results in the order of the items, while the work for the next ones goes on. When the reader stops, or work
 * fails, no item is begun any more, and what is under way is waited for.
 *
 * @param items   read as they are begun
 * @param atOnce  pieces of work under way, at least 1: so many results are in memory
 */
export async function* workAhead<T, R>(
  items: Iterable<T>,
  work: (item: T) => Promise<R>,
  atOnce: number,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  try {
    for (const item of items) {
      running.push(work(item));
      if (running.length >= atOnce) {
        yield await takeFirst(running);
      }
    }
    while (running.length > 0) {
      yield await takeFirst(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
}

/** A later piece of work may fail before its turn, so each is watched from now on. */
async function takeFirst<R>(running: Promise<R>[]): Promise<R> {
  const [first, ...others] = running;
  others.forEach((other) => void other.catch(() => undefined));
  void running.shift();
  if (first === undefined) {
    throw new RangeError('Nothing is under way');
  }
  return first;
}
