/**
 * `SILENT`: no one enters any more. `SURGE`: many more enter than on the days before. `STOPPED`: no one comes to a step any
 * more. `FAILING`: most messages of a step fail.
 */
export const ALARM_KINDS = ['SILENT', 'SURGE', 'STOPPED', 'FAILING'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * Figures that are out of the ordinary.
 *
 * @property node   id of a step; empty: the whole journey
 * @property hours  that the figures are of, up to the last full one
 * @property seen   people within them; of `FAILING`: messages that failed
 * @property usual  people at the same hours of the seven days before: the fewest, of `SURGE` the most; of `FAILING`: messages
 */
export interface Finding {
  kind: AlarmKind;
  node: string;
  hours: number;
  seen: number;
  usual: number;
}

/** A finding that lasts, or lasted. @property endedAt  null: it lasts */
export interface Alarm extends Finding {
  alarmId: number;
  journeyId: number;
  beganAt: Date;
  endedAt: Date | null;
}
