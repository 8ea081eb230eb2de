import type { Application } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Icon, type IconName } from '../kit/layout/icon.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { paths } from '../navigation/paths.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';
import css from './rail.module.css';

interface Place {
  href: string;
  name: string;
  icon: IconName;
  /** Only the very same address is it, and no page below. */
  isExact?: boolean;
}

/** The places of an application. */
export function Rail({ app, path }: { app: Application | undefined; path: string }) {
  const { w } = useSpeech();
  const { demo } = useMe();
  const places: Place[] = app
    ? [
        { href: paths.home(app.key), name: w.nav.home, icon: 'home', isExact: true },
        { href: paths.campaigns(app.key), name: w.nav.campaigns, icon: 'campaign' },
        { href: paths.users(app.key), name: w.nav.users, icon: 'people' },
        ...(app.permissions.includes('audience.count')
          ? [{ href: paths.audience(app.key), name: w.nav.audience, icon: 'funnel' } as const]
          : []),
        ...(app.permissions.includes('reports.read')
          ? [{ href: paths.reports(app.key), name: w.nav.reports, icon: 'report' } as const]
          : []),
        ...(app.permissions.includes('templates.write')
          ? [
              { href: paths.templates(app.key), name: w.nav.templates, icon: 'template' } as const,
              { href: paths.media(app.key), name: w.nav.media, icon: 'picture' } as const,
            ]
          : []),
        ...(app.permissions.includes('setup.write')
          ? [{ href: geofencePath(app.key), name: w.nav.geofences, icon: 'pin' } as const]
          : []),
        { href: paths.accounts(app.key), name: w.nav.accounts, icon: 'plug' },
        ...(demo && app.permissions.includes('users.private')
          ? [{ href: paths.simulators(app.key), name: w.nav.simulators, icon: 'phone' } as const]
          : []),
        ...(app.permissions.includes('setup.write')
          ? [{ href: paths.setup(app.key), name: w.nav.setUp, icon: 'sliders' } as const]
          : []),
        ...(app.permissions.includes('keys.write')
          ? [{ href: paths.keys(app.key), name: w.nav.keys, icon: 'key' } as const]
          : []),
        ...(app.permissions.includes('audit.read')
          ? [{ href: paths.audit(app.key), name: w.nav.audit, icon: 'log' } as const]
          : []),
        ...(app.permissions.includes('members.write')
          ? [{ href: paths.members(), name: w.nav.members, icon: 'member' } as const]
          : []),
      ]
    : [];
  return (
    <nav className={css['rail']} aria-label={w.nav.label}>
      <ul>
        {places.map(({ href, name, icon, isExact }) => (
          <li key={href}>
            <Link
              href={href}
              kind="bare"
              className={css['place']}
              isCurrent={path === href || (isExact !== true && path.startsWith(`${href}/`))}
            >
              <Icon name={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
