import type { AppCaller } from './member.guard.js';

/** Who changes what is its own in the application of the path. */
export function ownWriterOf({ app, origin, member }: AppCaller): AppCaller['origin'] & {
  appId: number;
  memberId: number;
} {
  return { ...origin, appId: app.id, memberId: member.memberId };
}
