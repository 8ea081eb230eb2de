/** A check that has ended with its answer, as that of a small audience does. */
export function doneCheck<T>(check: T) {
  return { id: '17', state: 'DONE', share: 1, check, fault: null };
}

/** A check that goes on after its answer. */
export function openCheck(share: number) {
  return { id: '17', state: 'OPEN', share, check: null, fault: null };
}

/** The counts in an answer of the gateway to a small campaign. */
export function checkOf({ json }: { json: unknown }): unknown {
  return (json as { check: unknown }).check;
}
