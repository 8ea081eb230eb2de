import type { Application } from '../api/types.js';
import { Menu } from '../kit/controls/menu.js';
import { Icon } from '../kit/layout/icon.js';
import { paths } from '../navigation/paths.js';
import { useI18n } from '../i18n/i18n.js';
import css from './application-switch.module.css';

/** Changes the application; the way leads to its home, because a campaign is of one application alone. */
export function ApplicationSwitch({ apps, app }: { apps: readonly Application[]; app: Application }) {
  const { w } = useI18n();
  return (
    <Menu
      label={`${w.nav.application}: ${app.name}`}
      className={css['switch']}
      trigger={
        <>
          <span className={css['name']}>{app.name}</span>
          <Icon name="down" />
        </>
      }
      groups={[
        {
          title: w.nav.application,
          entries: apps.map(({ key, name }) => ({ id: key, name, text: name, href: paths.home(key) })),
          onChoose: () => {},
        },
      ]}
    />
  );
}
