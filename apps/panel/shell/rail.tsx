import type { Application } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Icon } from '../kit/layout/icon.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { PLACE_GROUPS, placesOf } from './places.js';
import css from './rail.module.css';

/** The places of an application that the member may go to, in groups. */
export function Rail({ app, path }: { app: Application | undefined; path: string }) {
  const { w } = useI18n();
  const { demo, version } = useMe();
  const places = app ? placesOf(app, demo, w) : [];
  return (
    <nav className={css['rail']} aria-label={w.nav.label}>
      {PLACE_GROUPS.map((group) => {
        const shown = places.filter((place) => place.group === group);
        const title = group === 'start' ? undefined : w.nav.groups[group];
        return (
          shown.length > 0 && (
            <section key={group} className={css['group']}>
              {title !== undefined && <h2 className={css['title']}>{title}</h2>}
              <ul {...(title !== undefined && { 'aria-label': title })}>
                {shown.map(({ href, name, icon, isExact }) => (
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
            </section>
          )
        );
      })}
      <footer className={css['release']}>
        {w.product} {version}
      </footer>
    </nav>
  );
}
