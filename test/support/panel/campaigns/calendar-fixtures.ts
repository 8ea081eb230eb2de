const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROW = {
  label: null,
  localTime: null,
  platforms: ['IOS'],
  finishedAt: null,
  planned: 59_020,
  sent: 0,
  failed: 0,
  skipped: 0,
  inDoubt: 0,
  waiting: 59_020,
  leftOut: 0,
  clicks: 0,
};

/** Half past ten in UTC of a day that lies so many days from now. */
export function timeIn(days: number): string {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return `${day}T10:30:00.000Z`;
}

/** A campaign that waits for its time. */
export const scheduledAt = (key: string, name: string, dueAt: string) => ({
  ...ROW,
  key,
  name,
  state: 'SCHEDULED',
  dueAt,
  startedAt: null,
});
const scheduled = (key: string, name: string, days: number) => scheduledAt(key, name, timeIn(days));

/** Five on one day, one a day later, and one that began yesterday. */
export const CALENDAR = [
  ...['Weekend in İzmir', 'Members first', 'Order again', 'Rainy days', 'Late birds'].map((name, index) =>
    scheduled(String(1300 + index), name, 0),
  ),
  scheduled('1310', 'Tomorrow', 1),
  { ...ROW, key: '1290', name: 'Yesterday', state: 'FINISHED', dueAt: null, startedAt: timeIn(-1), waiting: 0 },
];
