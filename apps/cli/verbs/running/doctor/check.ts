import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseUrls } from '#platform/config';
import type { Database } from '#platform/db';
import type { RunningHerald } from '#platform/embedded';

/** `warning`: worth knowing, and nothing is wrong. */
export type FindingStatus = 'ok' | 'warning' | 'failed';

/**
 * The finding of a check.
 *
 * @property text  one sentence; a fault has its remedy, and no secret
 */
export interface Finding {
  status: FindingStatus;
  text: string;
}

/** The environment of the checks. Everything is opened on the first use and closed after the last check. */
export interface Surroundings {
  /** The folder that `HERALD_HOME` names. */
  home: string;
  env: NodeJS.ProcessEnv;
  /** Null: no Herald runs in the home. */
  running: RunningHerald | null;
  /** True where there is a database to ask: a running Herald, or DATABASE_URL. */
  hasDatabase: boolean;
  /**
   * The URL of Postgres itself.
   *
   * @throws OperatorError when there is none
   */
  url(): Promise<string>;
  /**
   * The URLs as they are set.
   *
   * @throws like `url`
   */
  urls(): Promise<DatabaseUrls>;
  /** A pool of one connection. @throws the error of the database when it does not let anybody in */
  database(): Promise<Database>;
  /** The modules of the verbs. @throws like `database`, and ConfigError without a master key */
  rooms(): Promise<INestApplicationContext>;
}

/** One check of `herald doctor`. */
export interface Check {
  /** One word, the second column of the list. */
  name: string;
  /** Absent: it always applies. */
  applies?(surroundings: Surroundings): boolean;
  /** A thrown error is a fault; its message is the sentence. */
  run(surroundings: Surroundings): Promise<Finding | readonly Finding[]>;
}

export function ok(text: string): Finding {
  return { status: 'ok', text };
}

export function warning(text: string): Finding {
  return { status: 'warning', text };
}

export function failed(text: string): Finding {
  return { status: 'failed', text };
}
