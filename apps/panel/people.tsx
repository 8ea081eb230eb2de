import { screen } from './loading/screen.js';

const Erasures = screen(() => import('./erasures/erasures.js'), 'Erasures');
const Imports = screen(() => import('./imports/imports.js'), 'Imports');
const Suppressions = screen(() => import('./suppressions/suppressions.js'), 'Suppressions');
const UserPage = screen(() => import('./users/page/user-page.js'), 'UserPage');

interface PeopleProps {
  place: string;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Routes below the users of an application: screens with a name, and the page of each user. */
export function People({ place, ...props }: PeopleProps) {
  switch (place) {
    case 'erasures':
      return <Erasures {...props} />;
    case 'imports':
      return <Imports {...props} />;
    case 'suppressions':
      return <Suppressions {...props} />;
    default:
      return <UserPage uid={place} {...props} />;
  }
}
