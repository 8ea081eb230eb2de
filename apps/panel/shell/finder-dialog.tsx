import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.js';
import type { Application } from '../api/types.js';
import { useSettled } from '../figures/use-settled.js';
import { Palette, type PaletteGroup } from '../kit/controls/palette.js';
import { paths } from '../navigation/paths.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';

/** Few enough to be read at a glance. */
const MOST_SHOWN = 6;
/** After the last key. */
const TYPING_MS = 200;

interface FinderDialogProps {
  app: Application;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Places by a part of their name, campaigns as the server finds them, people by their exact id. */
export function FinderDialog({ app, isOpen, onOpenChange }: FinderDialogProps) {
  const { w, language } = useSpeech();
  const { demo } = useMe();
  const [text, setText] = useState('');
  const wish = useSettled(text.trim(), TYPING_MS);
  const campaigns = useQuery({ ...queries.campaigns(app.key, { q: wish }), enabled: isOpen && wish !== '' });
  const people = useQuery({ ...queries.foundUsers(app.key, 'extId', wish), enabled: isOpen && wish !== '' });
  const lower = wish.toLocaleLowerCase(language);
  const places = [
    { id: 'home', name: w.nav.home, href: paths.home(app.key) },
    { id: 'campaigns', name: w.nav.campaigns, href: paths.campaigns(app.key) },
    { id: 'users', name: w.nav.users, href: paths.users(app.key) },
    { id: 'accounts', name: w.nav.accounts, href: paths.accounts(app.key) },
    ...(demo && app.permissions.includes('users.private')
      ? [{ id: 'simulators', name: w.nav.simulators, href: paths.simulators(app.key) }]
      : []),
    ...(app.permissions.includes('keys.write') ? [{ id: 'keys', name: w.nav.keys, href: paths.keys(app.key) }] : []),
    ...(app.permissions.includes('audit.read') ? [{ id: 'audit', name: w.nav.audit, href: paths.audit(app.key) }] : []),
    ...(app.permissions.includes('members.write')
      ? [{ id: 'members', name: w.nav.members, href: paths.members() }]
      : []),
  ].filter(({ name }) => name.toLocaleLowerCase(language).includes(lower));
  const groups: PaletteGroup[] = [
    { title: w.nav.label, entries: places },
    {
      title: w.nav.campaigns,
      entries: (wish === '' ? [] : (campaigns.data?.items ?? [])).slice(0, MOST_SHOWN).map(({ key, name, state }) => ({
        id: `campaign ${key}`,
        name: name ?? key,
        note: w.campaigns.states[state] ?? state,
        href: paths.campaign(app.key, key),
      })),
    },
    {
      title: w.nav.users,
      entries: (wish === '' ? [] : (people.data?.items ?? [])).map(({ uid, extId, names }) => ({
        id: `user ${uid}`,
        name: names ?? extId ?? uid,
        note: names === null ? null : extId,
        href: paths.user(app.key, uid),
      })),
    },
  ];
  return (
    <Palette
      label={w.nav.find}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setText('');
        onOpenChange(next);
      }}
      text={text}
      onText={setText}
      groups={groups}
      none={w.nav.nothing}
    />
  );
}
