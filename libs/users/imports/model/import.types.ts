import type { FileFormat } from '#platform/records';

/**
 * `WAITING`: stored, and no process has begun it. `FAILED`: the file cannot be read on; what was committed stays.
 * `STOPPED`: an operator ended it.
 */
export const IMPORT_STATES = ['WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'STOPPED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * The outcomes of the lines. A batch has up to 1,000 lines; those of one user are merged in it. Every line is in one of the
 * sums: `lines` is `skipped`, `refused`, `erased`, `merged`, `created`, `changed` and `unchanged` together.
 *
 * @property lines      lines that were read
 * @property skipped    lines that the mapping leaves out
 * @property refused    lines with a fault
 * @property erased     lines of people who were erased after the file had arrived
 * @property merged     lines of a user that an earlier line of the batch names
 * @property created    users that did not exist
 * @property changed    users of a batch that existed and differ from their lines
 * @property unchanged  users of a batch that are already as their lines say
 * @property repeated   of a dry run: users of a batch that an earlier batch has too; they count as changed or unchanged
 *     by what is stored, not by what the earlier lines would have written
 */
export interface ImportCounts {
  lines: number;
  skipped: number;
  refused: number;
  erased: number;
  merged: number;
  created: number;
  changed: number;
  unchanged: number;
  repeated: number;
}

/** The source of an import. */
export interface ImportRequest {
  format: FileFormat;
  /** The mapping as it was received. */
  mapping: Readonly<Record<string, unknown>>;
  dryRun: boolean;
}

/** Characters of the words: the history of consent repeats them for each user. */
export const MAX_CONSENT_WORDS = 120;

/**
 * From where the consent in a file comes.
 *
 * @property words   who said yes, when and how, in words
 * @property by     who brought the file: `member 3`, `key backend`
 */
export interface ImportConsent {
  words: string;
  by: string;
}

/**
 * An import as it is stored.
 *
 * @property stored       whether its file lies in the database
 * @property fingerprint  of file, mapping and kind of run
 * @property position     bytes whose lines are done
 * @property line         lines of the file before `position`
 * @property activeMs     time spent on batches, without interruptions
 * @property epoch        grows with each process that takes it over
 * @property attempts     processes that took it over since its last batch; in a dry run since its beginning
 * @property keepsFile    whether a dry run leaves its file for the run that may follow
 * @property consent      from where the consent of its rows comes; null: no one was asked
 * @property checked      counts of the dry run that went before, with the same file and mapping
 */
export interface StoredImport extends ImportRequest {
  appId: number;
  importId: number;
  stored: boolean;
  fingerprint: string;
  size: number;
  state: ImportState;
  fault: string | null;
  position: number;
  line: number;
  counts: ImportCounts;
  activeMs: number;
  epoch: number;
  attempts: number;
  keepsFile: boolean;
  fileName: string | null;
  checked: ImportCounts | null;
  consent: ImportConsent | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** Why a line was left out. Values are not named: they may be personal data. */
export interface LineFault {
  /** Empty: the line as a whole. */
  field: string;
  reason: string;
}

/** A line that was left out, with its first fault and the others, 20 in all. */
export interface ImportRefusal extends LineFault {
  line: number;
  furtherFaults: readonly LineFault[];
}

/** Refused lines with the same fault; a line with several counts for each. */
export interface RefusalSum extends LineFault {
  lines: number;
  /** The first one. */
  firstLine: number;
}

export const NO_COUNTS: Readonly<ImportCounts> = {
  lines: 0,
  skipped: 0,
  refused: 0,
  erased: 0,
  merged: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  repeated: 0,
};
