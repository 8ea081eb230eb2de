import type { Application } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Icon } from '../kit/layout/icon.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { placesOf } from './places.js';
import css from './rail.module.css';

/** The places of an application. */
export function Rail({ app, path }: { app: Application | undefined; path: string }) {
  const { w } = useI18n();
  const { demo, version } = useMe();
  const places = app ? placesOf(app, demo, w) : [];
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
      <footer className={css['release']}>
        {w.product} {version}
      </footer>
    </nav>
  );
}
