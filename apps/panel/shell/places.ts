import type { Application } from '../api/types.js';
import type { IconName } from '../kit/layout/icon.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { paths } from '../navigation/paths.js';
import type { Messages } from '../i18n/en.js';

export interface Place {
  href: string;
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
    { href: paths.home(key), name: nav.home, icon: 'home', isExact: true },
    { href: paths.campaigns(key), name: nav.campaigns, icon: 'campaign' },
    { href: paths.users(key), name: nav.users, icon: 'people' },
    ...where(may('audience.count'), { href: paths.audience(key), name: nav.audience, icon: 'funnel' }),
    ...where(may('reports.read'), { href: paths.reports(key), name: nav.reports, icon: 'report' }),
    ...where(may('campaigns.write'), { href: paths.templates(key), name: nav.templates, icon: 'template' }),
    ...where(may('templates.write'), { href: paths.media(key), name: nav.media, icon: 'picture' }),
    ...where(may('setup.write'), { href: geofencePath(key), name: nav.geofences, icon: 'pin' }),
    { href: paths.accounts(key), name: nav.accounts, icon: 'plug' },
    ...where(demo && may('users.private'), { href: paths.simulators(key), name: nav.simulators, icon: 'phone' }),
    ...where(may('setup.write'), { href: paths.setup(key), name: nav.setUp, icon: 'sliders' }),
    ...where(may('keys.write'), { href: paths.keys(key), name: nav.keys, icon: 'key' }),
    ...where(may('audit.read'), { href: paths.audit(key), name: nav.audit, icon: 'log' }),
    ...where(may('members.write'), { href: paths.members(), name: nav.members, icon: 'member' }),
  ];
}
