/** Before the cells of the next column are made: questions come between. */
const RENEWAL_PAUSE_MS = 200;

/** Columns whose cells are to be made again. */
const renewals = new Set<() => void>();

/** Slices change alike, so their cells are made again one by one, between questions: none waits for all of them. */
export function renewSoon(renewal: () => void): void {
  if (renewals.size === 0) {
    setTimeout(renewNext, RENEWAL_PAUSE_MS).unref();
  }
  renewals.add(renewal);
}

function renewNext(): void {
  const [next] = renewals;
  if (next) {
    renewals.delete(next);
    next();
  }
  if (renewals.size > 0) {
    setTimeout(renewNext, RENEWAL_PAUSE_MS).unref();
  }
}
