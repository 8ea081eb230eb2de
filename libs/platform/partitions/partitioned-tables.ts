/**
 * Partitioned tables with the retention of their records. Each has a default partition for times without one. `feed` is
 * read within a few days. Partitions are days, of the audit log months.
 */
export const PARTITIONED_TABLES = {
  'audit.entry': 'audit',
  'platform.outbox': 'feed',
  'delivery.push_result': 'results',
  'delivery.left_out': 'results',
  'delivery.click': 'results',
  'delivery.receipt': 'results',
  'delivery.open': 'results',
  'delivery.provider_receipt': 'results',
  'delivery.machine_fetch': 'results',
  'events.event': 'events',
  'events.message_id': 'feed',
} as const;

export type PartitionedTable = keyof typeof PARTITIONED_TABLES;

/** Minimum retention of each kind of record, in whole days. */
export type Retention = Record<(typeof PARTITIONED_TABLES)[PartitionedTable], number>;

/** One partition: rows from the first time on and before the second. */
export interface PartitionRange {
  /** With its schema. */
  name: string;
  from: string;
  to: string;
}

/** Partitions created ahead: the scheduler may be down, or find the tables locked, for less than this. */
const DAYS_AHEAD = 7;
const MONTHS_AHEAD = 1;
const DAY_MS = 24 * 3600 * 1000;
const MONTHLY = new Set<PartitionedTable>(['audit.entry']);

export const TABLES = Object.keys(PARTITIONED_TABLES) as PartitionedTable[];

/** The partitions that should be there: from today to a week ahead, of months to the next one. */
export function listRangesAhead(table: PartitionedTable, today: Date): PartitionRange[] {
  return Array.from({ length: (MONTHLY.has(table) ? MONTHS_AHEAD : DAYS_AHEAD) + 1 }, (_, ahead) =>
    rangeAt(table, today, ahead),
  );
}

/** The partition of a day. @param day  `yyyy-MM-dd`, UTC */
export function rangeOfDay(table: PartitionedTable, day: string): PartitionRange {
  return rangeAt(table, new Date(`${day}T00:00:00Z`), 0);
}

/**
 * Whole days after today that have a partition, without a gap; -1: today has none.
 *
 * @param names  partitions that exist, with their schema
 */
export function countDaysAhead(table: PartitionedTable, today: Date, names: ReadonlySet<string>): number {
  let ahead = 0;
  while (names.has(rangeAt(table, today, ahead).name)) {
    ahead += 1;
  }
  const end = Date.parse(rangeAt(table, today, ahead).from.slice(0, 10));
  return Math.max(-1, Math.ceil((end - today.getTime()) / DAY_MS) - 1);
}

/**
 * The first day whose records `dropExpiredPartitions` keeps: of monthly partitions the first of a month.
 *
 * @returns `yyyy-MM-dd`, UTC
 */
export function findFirstKeptDay(table: PartitionedTable, today: Date, keep: Retention): string {
  const day = dayText(today, -keep[PARTITIONED_TABLES[table]]);
  return MONTHLY.has(table) ? `${day.slice(0, 7)}-01` : day;
}

/** The name of the partition with a day. */
export function nameOf(table: PartitionedTable, day: string): string {
  return `${table}_${day.replaceAll('-', '').slice(0, MONTHLY.has(table) ? 6 : 8)}`;
}

/** The partition of the day or month that is so many days or months after today's. */
function rangeAt(table: PartitionedTable, today: Date, ahead: number): PartitionRange {
  const [from, to] = MONTHLY.has(table)
    ? [`${monthText(today, ahead)}-01 00:00Z`, `${monthText(today, ahead + 1)}-01 00:00Z`]
    : [dayText(today, ahead), dayText(today, ahead + 1)];
  return { name: nameOf(table, from), from, to };
}

function dayText(today: Date, ahead: number): string {
  return new Date(today.getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
}

function monthText(today: Date, ahead: number): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead)).toISOString().slice(0, 7);
}
