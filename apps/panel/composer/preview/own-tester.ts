import { useState } from 'react';
import { useApplication } from '../../session/application.js';
import { useMe } from '../../session/session-gate.js';

/** The key under which a browser stores a member's own tester of an application. */
const nameOf = (app: string, member: string): string => ['herald-tester', app, member].join(' ');

/**
 * The person that the member sent a test to last.
 *
 * @property own  the extId; undefined where this browser knows none
 */
interface OwnTester {
  own: string | undefined;
  noteSent: (extIds: readonly string[]) => void;
}

/** Remembers the person of the member's tests. */
export function useOwnTester(): OwnTester {
  const { app } = useApplication();
  const { member } = useMe();
  const [own, setOwn] = useState(() => recallTester(app.key, member.id));
  return {
    own,
    noteSent: ([first]) => {
      if (first !== undefined) {
        rememberTester(app.key, member.id, first);
        setOwn(first);
      }
    },
  };
}

function recallTester(app: string, member: string): string | undefined {
  try {
    return localStorage.getItem(nameOf(app, member)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; without a storage it is typed each time. */
function rememberTester(app: string, member: string, extId: string): void {
  try {
    localStorage.setItem(nameOf(app, member), extId);
  } catch {
    // A browser may have no storage, or a full one.
  }
}
