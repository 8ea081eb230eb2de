import { address } from './paths.js';

/** The place of geofences; `fence` is one, `import` a file of them. */
export const geofencePath = (app: string, search: Readonly<Record<string, string | undefined>> = {}): string =>
  address(['apps', app, 'geofences'], search);
