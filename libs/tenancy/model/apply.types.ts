import type { Actor, AuditDifference } from '#libs/audit';
import type { Statements, Tx } from '#platform/db';
import type { SectionReference } from '#platform/forms';
import type { Section } from './sections.js';
import type { KeyExtent, NewSecret } from './api-key.types.js';
import type { Application } from './tenancy.types.js';

/** A difference between an application and its file, for example `keys: rest backend`. The audit log stores it. */
export type Difference = AuditDifference;

/**
 * Asker of a question that depends on private values of users.
 *
 * @property seesPrivate  may see these values
 */
export interface Viewer {
  by: Pick<Actor, 'kind'>;
  seesPrivate: boolean;
}

/** Editor of the set-up, with its further rights. */
export interface SetupEditor extends Viewer {
  by: Actor;
  /** Members who are given the secrets of keys that it makes. */
  behind: readonly number[];
  /** Settings that it sees and changes. Absent: all. */
  settings?: readonly string[];
  /** @throws AppError for a key that may do more than who makes it */
  checkKey(key: KeyExtent): void;
}

export interface ApplyContext {
  editor: SetupEditor;
  /** Remove entries that are missing from the section. */
  prune: boolean;
  /** Reports a generated secret, to be shown once. */
  reveal(secret: NewSecret): void;
  /** Reports what is accepted but should be changed. */
  warn(warning: string): void;
  /** Work that can wait is left to the scheduler: a request waits for the answer. */
  isDeferred?: boolean;
  /** Fields that an entry leaves out stay as they are, of sections with such fields. Absent: they are at their defaults. */
  isPartial?: boolean;
}

/**
 * A section of the application file, which a module applies. A dry run applies it too and rolls back, so `apply` must
 * change nothing but the database.
 */
export interface ApplySection {
  readonly section: Section;
  /** The reference of its fields, for editors and the reference page. */
  readonly reference: SectionReference;
  /**
   * Applies the section. Applying the same value again gives no difference.
   *
   * @param value  the section of the file, not yet validated
   * @returns the differences, in the order of the file
   * @throws AppError `malformed`, naming the path of the fault (`attributes[2].dataType`)
   */
  apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]>;
  /**
   * Reads the section as it would stand in the file; undefined: there is nothing of it. Applying it again, with the secrets
   * that it names, gives no difference.
   */
  read(on: Statements, app: Application): Promise<SectionContent | undefined>;
  /**
   * Removes one entry. Absent: entries go only with `prune`.
   *
   * @returns false when there is none of this name
   */
  remove?(tx: Tx, app: Application, name: string, editor: Viewer): Promise<boolean>;
}

/**
 * A section of an application as the file has it.
 *
 * @property value     secrets are named as values of the environment (`${APNS_KEY}`), or left out where `apply` keeps them
 * @property withheld  those names; none: the value can be applied as it is
 */
export interface SectionContent {
  value: unknown;
  withheld: readonly string[];
}

export interface ApplyResult {
  app: Application;
  differences: Difference[];
  /** Empty in a dry run. */
  secrets: NewSecret[];
  /** Texts about entries that are accepted but should be changed. */
  warnings: string[];
}
