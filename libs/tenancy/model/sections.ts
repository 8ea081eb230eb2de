/** The sections of an application file, in the order of apply: later ones may refer to earlier ones. */
export const SECTIONS = [
  'settings',
  'identityKeys',
  'keys',
  'attributes',
  'events',
  'categories',
  'segments',
  'buttonSets',
  'sounds',
  'blocks',
  'hooks',
  'fetches',
  'geofences',
  'caps',
  'quietHours',
  'sendWindows',
  'holdouts',
  'prices',
  'journeys',
  'channels',
] as const;
export type Section = (typeof SECTIONS)[number];
