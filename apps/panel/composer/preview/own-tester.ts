/** The key under which a browser stores a member's own tester of an application. */
const nameOf = (app: string, member: string): string => ['herald-tester', app, member].join(' ');

/** The extId that the member sent a test to last; undefined where this browser knows none. */
export function recallTester(app: string, member: string): string | undefined {
  try {
    return localStorage.getItem(nameOf(app, member)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; without a storage it is typed each time. */
export function rememberTester(app: string, member: string, extId: string): void {
  try {
    localStorage.setItem(nameOf(app, member), extId);
  } catch {
    // A browser may have no storage, or a full one.
  }
}
