import type { Application } from '../api/types.js';
import type { IconName } from '../kit/layout/icon.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { journeyPath } from '../navigation/journey-path.js';
import { paths } from '../navigation/paths.js';
import type { Messages } from '../i18n/en.js';

/** Parts of the menu, in their order; the first has no title. */
export const PLACE_GROUPS = ['start', 'messages', 'people', 'reports', 'settings'] as const;

export interface Place {
  href: string;
  group: (typeof PLACE_GROUPS)[number];
  name: string;
  icon: IconName;
  /** Only the very same address is it, and no page below. */
  isExact?: boolean;
}

/**
 * The places of an application that a member may go to, in the order of the rail.
 *
 * @param demo  whether what arrived at the simulators can be seen
 */
export function placesOf({ key, permissions }: Application, demo: boolean, { nav }: Messages): Place[] {
  const where = (isShown: boolean, ...places: Place[]): Place[] => (isShown ? places : []);
  const may = (permission: Application['permissions'][number]): boolean => permissions.includes(permission);
  return [
    { group: 'start', href: paths.home(key), name: nav.home, icon: 'home', isExact: true },
    { group: 'messages', href: paths.campaigns(key), name: nav.campaigns, icon: 'campaign' },
    ...where(may('campaigns.read'), { group: 'messages', href: journeyPath(key), name: nav.journeys, icon: 'route' }),
    ...where(may('campaigns.write'), {
      group: 'messages',
      href: paths.templates(key),
      name: nav.templates,
      icon: 'template',
    }),
    ...where(may('templates.write'), { group: 'messages', href: paths.media(key), name: nav.media, icon: 'picture' }),
    ...where(may('users.read'), { group: 'people', href: paths.users(key), name: nav.users, icon: 'people' }),
    ...where(may('audience.count'), {
      group: 'people',
      href: paths.audience(key),
      name: nav.audience,
      icon: 'funnel',
    }),
    ...where(may('setup.write'), { group: 'people', href: geofencePath(key), name: nav.geofences, icon: 'pin' }),
    ...where(may('reports.read'), { group: 'reports', href: paths.reports(key), name: nav.reports, icon: 'report' }),
    ...where(demo && may('users.private'), {
      group: 'reports',
      href: paths.simulators(key),
      name: nav.simulators,
      icon: 'phone',
    }),
    { group: 'settings', href: paths.accounts(key), name: nav.accounts, icon: 'plug' },
    ...where(may('definitions.write'), { group: 'settings', href: paths.setup(key), name: nav.setUp, icon: 'sliders' }),
    ...where(may('keys.write'), { group: 'settings', href: paths.keys(key), name: nav.keys, icon: 'key' }),
    ...where(may('audit.read'), { group: 'settings', href: paths.audit(key), name: nav.audit, icon: 'log' }),
    ...where(may('members.write'), { group: 'settings', href: paths.members(), name: nav.members, icon: 'member' }),
  ];
}
