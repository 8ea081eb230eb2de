/** Tests if the time at which a person goes on is still to come. */
export function isAhead(iso: string): boolean {
  return new Date(iso).getTime() > Date.now();
}
