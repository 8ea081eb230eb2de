import { useState } from 'react';
import type { Grant } from '../api/members.js';
import { useMe } from '../session/session-gate.js';
import { isSame } from './grants.js';
import { useMemberMessages } from './messages.js';

/** Stands for all applications; no key of one has a space. */
const EVERYWHERE = 'all of them';

/**
 * Roles while they are chosen.
 *
 * @property places  where the reader may give roles, with their names
 * @property next  the grant in the fields
 * @property grants  the result: the listed ones, and the one in the fields once it was chosen
 */
export interface GrantChoice {
  listed: readonly Grant[];
  places: readonly (readonly [place: string, name: string])[];
  next: Grant;
  place: string;
  grants: readonly Grant[];
  chooseRole: (role: Grant['role']) => void;
  choosePlace: (place: string) => void;
  add: () => void;
  drop: (grant: Grant) => void;
}

/** @param offers  true where the initial role of the fields counts, as for a member without roles */
export function useGrantChoice(initial: readonly Grant[], { offers }: { offers: boolean }): GrantChoice {
  const messages = useMemberMessages();
  const { apps, permissions } = useMe();
  const places = [
    ...apps.filter((app) => app.permissions.includes('members.write')).map(({ key, name }) => [key, name] as const),
    ...(permissions.includes('members.write') ? [[EVERYWHERE, messages.everywhere] as const] : []),
  ];
  const [listed, setListed] = useState(initial);
  const [isChosen, setIsChosen] = useState(offers);
  const [role, setRole] = useState<Grant['role']>('marketer');
  const [place, setPlace] = useState<string>(places[0]?.[0] ?? EVERYWHERE);
  const next: Grant = { role, app: place === EVERYWHERE ? null : place };
  const grants = isChosen && !listed.some((grant) => isSame(grant, next)) ? [...listed, next] : listed;
  return {
    listed,
    places,
    next,
    place,
    grants,
    chooseRole: (chosen) => {
      setRole(chosen);
      setIsChosen(true);
    },
    choosePlace: (chosen) => {
      setPlace(chosen);
      setIsChosen(true);
    },
    add: () => {
      setListed([...listed, next]);
      setIsChosen(false);
    },
    drop: (dropped) => setListed(listed.filter((grant) => !isSame(grant, dropped))),
  };
}
