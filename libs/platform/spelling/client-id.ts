import { hasInvisible } from './invisible.js';

/** Texts that programs and files write where they have no value, by their source. In lower case. */
const NO_VALUE: Readonly<Record<string, string>> = {
  'JavaScript (String(undefined), String({}), String(NaN))': 'undefined,[object object],[object undefined],nan',
  'JSON, SQL and Java': 'null',
  'Objective-C and Swift ("(null)", "Optional(nil)")': '(null),<null>,optional(nil)',
  'dumps of MySQL and Postgres': '\\n',
  'Excel and Google Sheets, errors of formulas':
    '#n/a,#ref!,#value!,#name?,#div/0!,#null!,#num!,#spill!,#calc!,#error!,#getting_data',
};
const NO_VALUES: ReadonlySet<string> = new Set(Object.values(NO_VALUE).flatMap((texts) => texts.split(',')));
const LONGEST = Math.max(...[...NO_VALUES].map((text) => text.length));

/**
 * Explains why a text cannot be the id of a new user, as the end of a sentence; undefined: it can.
 *
 * @param id  without blanks at its ends
 */
export function faultOfId(id: string): string | undefined {
  if (hasInvisible(id)) {
    return 'should have no invisible character inside, such as a zero-width space';
  }
  return id.length <= LONGEST && NO_VALUES.has(id.toLowerCase())
    ? `should be the id of a user; programs write '${id}' where they have none`
    : undefined;
}
