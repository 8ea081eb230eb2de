import type { AskedCode } from '../api/compose/own-users.js';

/**
 * The key under which a tab stores the code that its member waits for in an application. The code itself is not stored.
 */
const nameOf = (app: string, member: string): string => ['herald-code', app, member].join(' ');

/** The code that is on its way; undefined where there is none, or it is over. */
export function recallCode(app: string, member: string): AskedCode | undefined {
  try {
    const asked = JSON.parse(sessionStorage.getItem(nameOf(app, member)) ?? 'null') as AskedCode | null;
    return asked !== null && Date.parse(asked.endsAt) > Date.now() ? asked : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it for a page that is loaded again; undefined: it is over. Without a storage another one is sent. */
export function rememberCode(app: string, member: string, asked: AskedCode | undefined): void {
  try {
    if (asked === undefined) {
      sessionStorage.removeItem(nameOf(app, member));
    } else {
      sessionStorage.setItem(nameOf(app, member), JSON.stringify(asked));
    }
  } catch {
    // A browser may have no storage, or a full one.
  }
}
