import { address } from './paths.js';

/** Places below the users of an application, which are not known to the first load. */
export const peoplePaths = {
  erasures: (app: string): string => address(['apps', app, 'users', 'erasures']),
  suppressions: (app: string): string => address(['apps', app, 'users', 'suppressions']),
};
