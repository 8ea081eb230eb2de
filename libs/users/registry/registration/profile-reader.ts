import { AppError, malformed } from '#platform/errors';
import { ADDRESS_READERS, type ContactKind } from '#libs/users/identities';
import {
  readAttributeCode,
  readElements,
  readValue,
  inferType,
  type AttributeDefinition,
  type AttributeScalar,
  type AttributeValue,
  type NewAttribute,
} from '#libs/users/profiles';
import type { UserChange } from '../writes/user-changes.js';

/**
 * Reads the profiles of one request against the definitions. Where an application defines on first use, an undefined
 * code gets the type of its first value, and `newDefinitions` collects what to define.
 */
export class ProfileReader {
  readonly newDefinitions = new Map<string, NewAttribute>();
  /** Elements to add, by user and code. */
  private readonly pushed = new Map<UserChange, Map<string, Set<AttributeScalar>>>();

  constructor(
    readonly definitions: ReadonlyMap<string, AttributeDefinition>,
    private readonly defineOnFirstUse: boolean,
  ) {}

  /**
   * Reads the values of one profile into a user's change: an address into its column, the rest by code.
   *
   * @param profile  values by attribute code, not yet checked
   * @throws AppError malformed, bad_address
   */
  read(profile: Readonly<Record<string, unknown>>, change: UserChange): void {
    for (const [code, value] of Object.entries(profile)) {
      const where = `profile.${code.slice(0, 100)}`;
      const definition = this.definitions.get(code);
      refuseCalculated(definition, where);
      const stored = readValue(definition ?? this.defineFromValue(code, value, where), value, where);
      if (definition?.column) {
        change[definition.column] = String(stored);
      } else {
        change.attrs.set(code, (definition?.seal?.seal(stored) ?? stored) satisfies AttributeValue);
      }
    }
  }

  /**
   * Reads elements to add to the arrays of a user's change.
   *
   * @throws AppError malformed, also for an attribute that is no array
   */
  push(profile: Readonly<Record<string, unknown>>, change: UserChange): void {
    for (const [code, value] of Object.entries(profile)) {
      const where = `profile.${code.slice(0, 100)}`;
      const definition = this.definitions.get(code);
      const elements = readArrayElements(definition ?? this.defineFromValue(code, value, where), value, where);
      const { seal } = definition ?? {};
      const pushed = seal ? elements.map((element) => seal.sealScalar(element)) : elements;
      // Entries of one user may be many: a copy for each would take their number squared.
      const byCode = this.pushed.get(change) ?? new Map<string, Set<AttributeScalar>>();
      const unique = byCode.get(code) ?? new Set<AttributeScalar>();
      pushed.forEach((element) => unique.add(element));
      if (unique.size > 0) {
        this.pushed.set(change, byCode.set(code, unique));
      }
    }
  }

  /** Reads an address of a user. @throws AppError bad_address */
  readAddress(kind: ContactKind, text: string): string {
    return ADDRESS_READERS[kind](text, kind, this.definitions.get(kind)?.country);
  }

  /** Puts the collected elements into the changes of their users, each once. Call it after the last `push`. */
  takePushed(): void {
    for (const [change, byCode] of this.pushed) {
      byCode.forEach((elements, code) => change.attrs.set(code, [...elements]));
    }
  }

  /** A reader for one entry that may be refused: what it defines does not count for the next one. */
  trial(): ProfileReader {
    const reader = new ProfileReader(this.definitions, this.defineOnFirstUse);
    for (const [code, attribute] of this.newDefinitions) {
      reader.newDefinitions.set(code, attribute);
    }
    return reader;
  }

  private defineFromValue(code: string, value: unknown, where: string): NewAttribute {
    const defined = this.newDefinitions.get(code);
    if (defined) {
      return defined;
    }
    if (!this.defineOnFirstUse) {
      throw new AppError('malformed', `Profile attribute '${code.slice(0, 100)}' is not defined`, { field: where });
    }
    const type = inferType(value, where);
    const attribute: NewAttribute = {
      code: readAttributeCode(code, where),
      ...type,
      privateInfo: false,
      mandatory: false,
    };
    this.newDefinitions.set(code, attribute);
    return attribute;
  }
}

/**
 * Only Herald sets and removes values that devices report.
 *
 * @throws AppError malformed
 */
export function refuseCalculated(definition: AttributeDefinition | undefined, where: string): void {
  if (definition?.calculated) {
    throw malformed(`Field '${where}' is calculated from the devices of the user and cannot be changed`);
  }
}

/** Reads elements to add to an array attribute, or to remove from it. @throws AppError malformed */
export function readArrayElements(
  type: AttributeDefinition | NewAttribute,
  value: unknown,
  where: string,
): readonly AttributeScalar[] {
  if (!type.array) {
    throw malformed(`Field '${where}': this attribute is not an array`);
  }
  return readElements(type, value, where);
}
