import { ALL_EACH } from '#platform/db';

/**
 * Selects what was received, opened and clicked of one dispatch, a row for each platform, by people and by machines. For a
 * LATERAL, where it stays a look-up by key · $1 is the application.
 *
 * @param dispatch  alias of a row with `dispatch_id`
 */
export function fetchSumsOf(dispatch: string): string {
  return `SELECT f.platform, f.received, f.opened, f.clicked, f.machine_opened, f.machine_clicked
            FROM delivery.click_stat AS f
           WHERE f.dispatch_id = ${dispatch}.dispatch_id AND f.app_id = $1 ${ALL_EACH}`;
}
