/**
 * The condition on the dispatch `d` (id `$2`, application `$3`) for a statement that adds a click, an open or a report. The
 * retention deletes a dispatch a day after its end at the earliest, and counts what is there by then. So an older row is
 * locked until the commit: the retention waits and counts it, or was first and nothing is added. Younger ones, which nearly
 * all reports are about, need no lock.
 */
export const REPORTABLE_SEND = `d.dispatch_id = $2 AND d.app_id = $3 AND d.day IS NOT NULL
          AND (d.finished_at IS NULL OR d.finished_at > now() - interval '20 hours'
               OR EXISTS (SELECT k.dispatch_id FROM delivery.dispatch k WHERE k.dispatch_id = $2 FOR KEY SHARE))`;
