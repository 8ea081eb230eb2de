import { address } from './paths.js';

/** The place of journeys; `journey` is one, `step` its people there. */
export const journeyPath = (app: string, search: Readonly<Record<string, string | undefined>> = {}): string =>
  address(['apps', app, 'journeys'], search);
