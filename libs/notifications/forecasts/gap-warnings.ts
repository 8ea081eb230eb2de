import type { DryRunReport } from '#libs/delivery/dry-run';
import { AppError } from '#platform/errors';
import type { CheckWarning } from './check-warning.types.js';

type Blanks = DryRunReport['blanks'];

/** Warns of places that lack something. A value of a wrong type for the whole audience is a fault of the template. */
export function findGapWarnings(blanks: Blanks): CheckWarning[] {
  const faults = listFaults(blanks).map(({ field, name, people }) =>
    warningOf('wrong_type', { severity: 'BLOCKING', field: fieldOf(field), value: name, n: people }),
  );
  return needsConfirmation(blanks) ? [...faults, warningOf('gaps', { field: 'message', n: blanks.people })] : faults;
}

/**
 * Lets a launch pass where its author knows what the message lacks.
 *
 * @param confirmed  number of people with a gap that the author confirmed
 * @throws AppError unconfirmed_gaps
 */
export function requireConfirmedGaps(blanks: Blanks, confirmed: number | undefined): void {
  const [fault] = listFaults(blanks);
  if (fault) {
    const text = `The value of ${fault.name} has a wrong type for everybody. Nothing was sent`;
    throw new AppError('unconfirmed_gaps', text, { field: fieldOf(fault.field) });
  }
  if (needsConfirmation(blanks) && confirmed !== blanks.people) {
    const people = `${blanks.isComplete ? '' : 'at least '}${blanks.people}`;
    throw new AppError('unconfirmed_gaps', `The message lacks something for ${people} people: confirm this number`, {
      field: 'seen.gaps',
    });
  }
}

/** Stopping a message is what its author wrote. */
function needsConfirmation({ places }: Blanks): boolean {
  return places.some(({ kind }) => kind !== 'aborted');
}

function listFaults({ places }: Blanks): Blanks['places'] {
  return places.filter(({ kind, isForAll }) => kind === 'wrong_type' && isForAll);
}

/** @param field  of the message, or of one of several contents */
function fieldOf(field: string): string {
  return field.startsWith('contents[') ? field : `message.${field}`;
}

function warningOf(
  code: CheckWarning['code'],
  more: Pick<CheckWarning, 'field'> & Partial<CheckWarning>,
): CheckWarning {
  return { severity: 'WARNING', value: null, n: null, of: null, until: null, ...more, code };
}
