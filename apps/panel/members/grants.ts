import type { Grant } from '../api/members.js';
import type { Application } from '../api/types.js';
import type { useMemberMessages } from './messages.js';

type Messages = ReturnType<typeof useMemberMessages>;

/** A role and where it counts, as a reader says it. @param apps  that have a title */
export function grantName({ role, app }: Grant, messages: Messages, apps: readonly Application[]): string {
  const name = messages.roleNames[role] ?? role;
  return app === null
    ? messages.everywhereIn(name)
    : messages.roleIn(name, apps.find(({ key }) => key === app)?.name ?? app);
}

export function isSame(a: Grant, b: Grant): boolean {
  return a.role === b.role && a.app === b.app;
}
