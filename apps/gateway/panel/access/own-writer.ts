import type { AppCaller } from './member.guard.js';

/** Reads the member who changes own settings in the application of the path. */
export function ownWriterOf({ app, origin, member }: AppCaller): AppCaller['origin'] & {
  appId: number;
  memberId: number;
} {
  return { ...origin, appId: app.id, memberId: member.memberId };
}

/** The member of a request, as one who changes something of the application. */
export function originOf({ app, origin }: AppCaller) {
  return { ...origin, appId: app.id };
}
