import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.js';
import { segmentOverviews } from '../api/segments/segments.js';
import type { Application } from '../api/types.js';
import { useSettled } from '../widgets/use-settled.js';
import { Palette, type PaletteGroup } from '../kit/controls/palette.js';
import { address, paths } from '../navigation/paths.js';
import { peoplePaths } from '../navigation/people-paths.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { useFinderMessages } from './finder-messages.js';
import { placesOf } from './places.js';

/** Few enough to be read at a glance. */
const MOST_SHOWN = 6;
/** After the last key. */
const TYPING_MS = 200;

interface FinderDialogProps {
  app: Application;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** An answer of the server, or what stands in its place while it is awaited. */
interface Found<T> {
  data: { items: readonly T[] } | undefined;
  isPlaceholderData: boolean;
}

/** Places and segments by a part of their name; campaigns and people as the server finds them. */
export function FinderDialog({ app, isOpen, onOpenChange }: FinderDialogProps) {
  const { w, language } = useI18n();
  const messages = useFinderMessages();
  const { demo } = useMe();
  const [text, setText] = useState('');
  const typed = text.trim();
  const wish = useSettled(typed, TYPING_MS);
  const campaigns = useQuery({ ...queries.campaigns(app.key, { q: wish }), enabled: isOpen && wish !== '' });
  const people = useQuery({
    ...queries.people(app.key, wish),
    enabled: isOpen && wish !== '' && app.permissions.includes('users.read'),
  });
  const segments = useQuery({
    ...segmentOverviews(app.key),
    enabled: isOpen && wish !== '' && app.permissions.includes('audience.count'),
  });
  const lower = typed.toLocaleLowerCase(language);
  const hasTyped = (name: string): boolean => name.toLocaleLowerCase(language).includes(lower);
  const isSearching =
    typed !== wish || [campaigns, people].some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData);
  // Enter takes the first line at once, so nothing stands there that fits an earlier text alone.
  const listFound = <T,>({ data, isPlaceholderData }: Found<T>): readonly T[] =>
    typed !== '' && typed === wish && !isPlaceholderData ? (data?.items ?? []).slice(0, MOST_SHOWN) : [];
  const places = [...placesOf(app, demo, w), ...furtherPlaces(app, messages)]
    .filter(({ name }) => hasTyped(name))
    .map(({ name, href }) => ({ id: href, name, href }));
  const fitting = (segments.data?.items ?? []).filter(({ name }) => hasTyped(name)).slice(0, MOST_SHOWN);
  const groups: PaletteGroup[] = [
    { title: w.nav.label, entries: places },
    {
      title: w.nav.campaigns,
      entries: listFound(campaigns).map(({ key, name, state }) => ({
        id: `campaign ${key}`,
        name: name ?? key,
        note: w.campaigns.states[state] ?? state,
        href: paths.campaign(app.key, key),
      })),
    },
    {
      title: messages.segments,
      entries: (typed === '' ? [] : fitting).map(({ id, name }) => ({
        id: `segment ${id}`,
        name,
        href: paths.segments(app.key, id),
      })),
    },
    {
      title: w.nav.users,
      entries: listFound(people).map(({ uid, extId, names }) => ({
        id: `user ${uid}`,
        name: names ?? extId,
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
      none={isSearching ? '' : w.nav.nothing}
    />
  );
}

/** Places below the entries of the rail. */
function furtherPlaces(
  { key, permissions }: Application,
  messages: ReturnType<typeof useFinderMessages>,
): { name: string; href: string }[] {
  const may = (permission: Application['permissions'][number]): boolean => permissions.includes(permission);
  return [
    ...(may('campaigns.write')
      ? [
          { name: messages.composer, href: paths.composer(key) },
          { name: messages.drafts, href: paths.drafts(key) },
        ]
      : []),
    { name: messages.calendar, href: paths.calendar(key) },
    { name: messages.approvals, href: paths.approvals(key) },
    { name: messages.sends, href: address(['apps', key, 'campaigns', 'sends']) },
    ...(may('audience.count') ? [{ name: messages.segments, href: paths.segments(key) }] : []),
    ...(may('users.import') ? [{ name: messages.imports, href: paths.imports(key) }] : []),
    ...(may('users.read') ? [{ name: messages.suppressions, href: peoplePaths.suppressions(key) }] : []),
    ...(may('users.erase') ? [{ name: messages.erasures, href: peoplePaths.erasures(key) }] : []),
    { name: messages.me, href: paths.me() },
  ];
}
