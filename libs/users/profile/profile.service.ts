import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { malformed, missing } from '#platform/errors';
import { inAttempts, Raced } from '../attempts.js';
import { readElements } from '../attributes/attribute-values.js';
import { AttributeRepository } from '../attributes/attribute.repository.js';
import { AttributeService } from '../attributes/attribute.service.js';
import type { AttributeDefinition, AttributeScalar } from '../attributes/attribute.types.js';
import { elementsOf } from './profile-reader.js';
import { RemovalRepository } from '../attributes/removal.repository.js';
import { uniqueExtIds } from '../user-changes.js';
import { UserEditor, type Wanted } from '../writing/user-editor.service.js';
import type { DeleteValue, SetProfile, UnsetProfile } from '../users.types.js';

/** Finds the attribute of a code; undefined: one that nobody has yet, in an application that defines on first use. */
type Resolve = (code: string) => AttributeDefinition | undefined;

/** Attributes and values that users lose, some users or all of them. Each call is one transaction. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
    private readonly rows: AttributeRepository,
    private readonly removals: RemovalRepository,
    private readonly editor: UserEditor,
  ) {}

  /**
   * Takes attributes from users. Who does not have one, or does not exist, stays as is.
   *
   * @throws AppError malformed (an undefined code)
   */
  async unsetProfileAttributes(appId: number, entries: readonly UnsetProfile[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.resolving(appId, codesOf(entries), async (resolve) => {
      const wanted = new Map<string, Wanted>();
      for (const { extId, profile } of entries) {
        const of = wantedOf(wanted, extId);
        for (const definition of profile.map(resolve)) {
          if (definition?.column) {
            of[definition.column] = true;
          } else if (definition) {
            of.attrs.set(definition.attrId, null);
          }
        }
      }
      await this.editor.take(appId, wanted);
    });
  }

  /**
   * Takes elements out of array attributes, wherever they stand in them. Who does not have them stays as is.
   *
   * @throws AppError malformed (an undefined code, no array, a wrong type)
   */
  async pullProfileAttributes(appId: number, entries: readonly SetProfile[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.resolving(
      appId,
      entries.flatMap((entry) => Object.keys(entry.profile)),
      async (resolve) => {
        const wanted = new Map<string, Wanted>();
        for (const { extId, profile } of entries) {
          const { attrs } = wantedOf(wanted, extId);
          for (const [code, value] of Object.entries(profile)) {
            const definition = resolve(code);
            if (definition) {
              const elements = elementsOf(definition, value, `profile.${code.slice(0, 100)}`);
              attrs.set(definition.attrId, [...(attrs.get(definition.attrId) ?? []), ...elements]);
            }
          }
        }
        await this.editor.take(appId, wanted);
      },
    );
  }

  /**
   * Deletes attributes from all users, at once: each code goes on under a new id, which nobody has. The values under the
   * old one are stripped in the background.
   *
   * @throws AppError malformed (an undefined code; `email` and `msisdn`, which are more than attributes)
   */
  async deleteProfileAttributes(appId: number, entries: readonly { profile: readonly string[] }[]): Promise<void> {
    const codes = codesOf(entries);
    if (codes.length === 0) {
      throw missing('profile');
    }
    await this.resolving(appId, codes, async (resolve) => {
      const definitions = new Map(codes.map((code) => [code, deletable(resolve(code))]));
      await this.db.tx(async (tx) => {
        for (const definition of definitions.values()) {
          if (definition) {
            await this.lock(tx, appId, definition);
            await this.rows.retire(tx, appId, definition.attrId);
            await this.rows.insert(tx, appId, definition);
            await this.removals.insert(tx, appId, definition.attrId, null);
          }
        }
        this.attributes.forgetAfter(tx, appId);
      });
    });
  }

  /**
   * Deletes values from all users, at once: readers leave them out until they are stripped from the rows in the background.
   * Whoever is given such a value afterwards keeps it.
   *
   * @throws AppError malformed (an undefined code, a wrong type; `email` and `msisdn`), missing_field
   */
  async deleteProfileAttributeValue(appId: number, entries: readonly DeleteValue[]): Promise<void> {
    if (entries.length === 0) {
      throw missing('key');
    }
    await this.resolving(
      appId,
      entries.map((entry) => entry.key),
      async (resolve) => {
        const values = entries.flatMap(({ key, value }) => {
          const definition = deletable(resolve(key));
          return definition ? [{ definition, value: readOne(definition, value) }] : [];
        });
        await this.db.tx(async (tx) => {
          for (const { definition, value } of values) {
            await this.lock(tx, appId, definition);
            await this.removals.insert(tx, appId, definition.attrId, value);
          }
          this.attributes.forgetAfter(tx, appId);
        });
      },
    );
  }

  /** Takes the lock on the definitions. @throws Raced when the attribute has another id by now */
  private async lock(tx: Tx, appId: number, { code, attrId, locked }: AttributeDefinition): Promise<void> {
    await this.rows.lock(tx, appId);
    const row = (await this.rows.findActive(appId, tx)).find((active) => active.code === code);
    if (row ? row.attrId !== attrId : !locked) {
      throw new Raced('An attribute was deleted meanwhile');
    }
  }

  /** Runs `work` with the attributes of some codes, again with fresh ones when it lost a race. */
  private async resolving(
    appId: number,
    codes: readonly string[],
    work: (resolve: Resolve) => Promise<void>,
  ): Promise<void> {
    await inAttempts(async (attempt) => {
      const definitions = await this.attributes.definitionsOf(appId, codes, attempt);
      const unknown = codes.find((code) => !definitions.has(code));
      if (unknown !== undefined && !(await this.attributes.definesOnFirstUse(appId))) {
        throw malformed(`Profile attribute '${unknown.slice(0, 100)}' is not defined`);
      }
      await work((code) => definitions.get(code));
    });
  }
}

/** @throws AppError missing_field when an entry names none */
function codesOf(entries: readonly { profile: readonly string[] }[]): string[] {
  if (entries.some((entry) => entry.profile.length === 0)) {
    throw missing('profile');
  }
  return entries.flatMap((entry) => entry.profile);
}

function wantedOf(wanted: Map<string, Wanted>, extId: string): Wanted {
  const of = wanted.get(extId) ?? { attrs: new Map() };
  wanted.set(extId, of);
  return of;
}

function deletable(definition: AttributeDefinition | undefined): AttributeDefinition | undefined {
  if (definition?.column) {
    throw malformed(`Profile attribute '${definition.code}' is an address of the user and cannot be deleted from all`);
  }
  return definition;
}

/** A value as it stands in rows; one that is no option any more can be removed too. */
function readOne({ dataType }: AttributeDefinition, value: unknown): AttributeScalar {
  const [scalar] = readElements({ dataType, array: true }, [value], 'value');
  if (scalar === undefined) {
    throw missing('value');
  }
  return scalar;
}
