/** Help of `--app`. */
export const APP = 'name of the application (not needed when there is only one)';

/** Options of a verb that takes `--app` alone. */
export const APP_OPTION = { options: { app: { type: 'string' } }, explain: { app: APP } } as const;

/** How many entries a list shows. */
export const CAMPAIGNS_SHOWN = { preset: 20, max: 1000 };
export const JOURNEY_PEOPLE_SHOWN = { preset: 20, max: 1000 };
/** How far back a replay looks. */
export const REPLAY_DAYS = { preset: 90, max: 365 };
export const AUDIT_ENTRIES_SHOWN = { preset: 50, max: 10_000 };

/** How long both secrets of a rotated key are valid. */
export const KEY_OVERLAP = '24h';
