import { useQueryClient } from '@tanstack/react-query';
import { changeMe, signOut } from '../api/commands.js';
import { queries } from '../api/queries.js';
import type { MeChange } from '../api/types.js';
import { Menu } from '../kit/controls/menu.js';
import { paths } from '../navigation/paths.js';
import { type Theme, usePreferences } from '../session/preferences.js';
import { useMe } from '../session/session-gate.js';
import { type Language, LANGUAGES, useI18n } from '../i18n/i18n.js';
import css from './account-menu.module.css';

/** Shows the signed-in member, appearance, language and the sign-out. */
export function AccountMenu() {
  const { w } = useI18n();
  const { member, demo } = useMe();
  const { theme, language, setTheme, setLanguage } = usePreferences();
  const client = useQueryClient();
  /** The choice holds here at once; that it also holds elsewhere is no news when it fails. */
  const keep = (change: MeChange): void => {
    changeMe(change).then(
      (me) => client.setQueryData(queries.me().queryKey, me),
      () => {},
    );
  };
  const leave = (): void => {
    const reset = (): void => void client.resetQueries();
    signOut().then(reset, reset);
  };
  return (
    <Menu
      label={`${initialsOf(member.name)}, ${w.nav.account}: ${member.name}`}
      className={css['account']}
      trigger={initialsOf(member.name)}
      groups={[
        {
          title: w.nav.theme,
          chosen: theme,
          entries: (['system', 'light', 'dark'] as const).map((id) => ({ id, name: w.nav[id], text: w.nav[id] })),
          onChoose: (id) => {
            setTheme(id as Theme);
            keep({ theme: id as Theme });
          },
        },
        {
          title: w.nav.languages,
          chosen: language,
          entries: Object.entries(LANGUAGES).map(([id, name]) => ({ id, name, text: name })),
          onChoose: (id) => {
            setLanguage(id as Language);
            keep({ locale: id as Language });
          },
        },
        {
          entries: [
            { id: 'me', name: w.nav.me, text: w.nav.me, href: paths.me() },
            ...(demo ? [{ id: 'parts', name: w.nav.parts, text: w.nav.parts, href: paths.parts() }] : []),
            { id: 'leave', name: w.nav.signOut, text: w.nav.signOut },
          ],
          onChoose: leave,
        },
      ]}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
