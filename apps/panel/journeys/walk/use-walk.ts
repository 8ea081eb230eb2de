import { useQuery } from '@tanstack/react-query';
import { journeysOfPerson, type PastVisit, type PresentVisit } from '../../api/journeys.js';
import { useApplication } from '../../session/application.js';

/** The visit that is drawn, out of the address. */
export interface ShownVisit {
  uid: string;
  /** When it began. */
  enteredAt: string;
  /** Value by which the person is inside; undefined: none. */
  key: string | undefined;
  /** Cursor of the page of the person that has it. */
  page: string | undefined;
}

/** Reads `person`, `entered`, `by` and `page` of the address. */
export function readVisit(search: Readonly<Record<string, string | undefined>>): ShownVisit | undefined {
  const { person: uid, entered: enteredAt, by: key, page } = search;
  return uid === undefined || enteredAt === undefined ? undefined : { uid, enteredAt, key, page };
}

/** The visit of a person to a journey; null: it is not there. */
export function useWalk(journeyId: string, shown: ShownVisit | undefined): PresentVisit | PastVisit | null | undefined {
  const { app, may } = useApplication();
  const query = useQuery({
    ...journeysOfPerson(app.key, shown?.uid ?? '', shown?.page),
    enabled: shown !== undefined && may('users.read'),
  });
  if (shown === undefined || query.data === undefined) {
    return undefined;
  }
  const { inside, past } = query.data;
  return (
    [...inside, ...past].find(
      ({ id, enteredAt, key }) => id === journeyId && enteredAt === shown.enteredAt && (key ?? undefined) === shown.key,
    ) ?? null
  );
}
