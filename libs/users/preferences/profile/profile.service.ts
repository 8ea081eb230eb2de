import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { malformed, missing } from '#platform/errors';
import { retryOnConflict, ConcurrentWriteError, uniqueExtIds } from '#libs/users/identities';
import {
  AttributeRepository,
  AttributeService,
  type AttributeDefinition,
  RemovalRepository,
} from '#libs/users/profiles';
import {
  readArrayElements,
  refuseCalculated,
  UserEditorService,
  type RequestedRemoval,
  type ProfileUpdate,
} from '#libs/users/registry';
import type { DeletedValue, ProfileUnset } from './profile.types.js';
import {
  collectCodes,
  readEach,
  getOrCreateEdit,
  requireDeletable,
  readScalarValue,
  type ResolveAttribute,
} from './profile-edits.js';

/** Removes attributes and values from some users, or from all. Each call is one transaction. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
    private readonly repository: AttributeRepository,
    private readonly removals: RemovalRepository,
    private readonly editor: UserEditorService,
  ) {}

  /**
   * Removes attributes from users. Users that lack one, and unknown extIds, stay as they are.
   *
   * @throws AppError malformed (an undefined code)
   */
  async unsetProfileAttributes(appId: number, entries: readonly ProfileUnset[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.withDefinitions(appId, collectCodes(entries), async (resolve) => {
      const edits = new Map<string, RequestedRemoval>();
      readEach(entries, ({ extId, profile }) => {
        const edit = getOrCreateEdit(edits, extId);
        for (const definition of profile.map(resolve)) {
          refuseCalculated(definition, `profile.${definition?.code}`);
          if (definition?.column) {
            edit[definition.column] = true;
          } else if (definition) {
            edit.attrs.set(definition.attrId, null);
          }
        }
      });
      await this.editor.removeValues(appId, edits);
    });
  }

  /**
   * Removes elements from array attributes. Users that lack them stay as they are.
   *
   * @throws AppError malformed (an undefined code, no array, a wrong type)
   */
  async pullProfileAttributes(appId: number, entries: readonly ProfileUpdate[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.withDefinitions(
      appId,
      entries.flatMap((entry) => Object.keys(entry.profile)),
      async (resolve) => {
        const edits = new Map<string, RequestedRemoval>();
        readEach(entries, ({ extId, profile }) => {
          const { attrs } = getOrCreateEdit(edits, extId);
          for (const [code, value] of Object.entries(profile)) {
            const definition = resolve(code);
            if (definition) {
              const elements = readArrayElements(definition, value, `profile.${code.slice(0, 100)}`);
              const removed = attrs.get(definition.attrId) ?? [];
              removed.push(...elements.flatMap((element) => definition.seal?.listForms(element) ?? [element]));
              attrs.set(definition.attrId, removed);
            }
          }
        });
        await this.editor.removeValues(appId, edits);
      },
    );
  }

  /**
   * Deletes attributes from all users at once: each code gets a new id without values. The values under the old id are
   * removed in the background.
   *
   * @throws AppError malformed (an undefined code; `email` and `msisdn`, which are columns)
   */
  async deleteProfileAttributes(appId: number, entries: readonly { profile: readonly string[] }[]): Promise<void> {
    const codes = collectCodes(entries);
    if (codes.length === 0) {
      throw missing('profile');
    }
    await this.withDefinitions(appId, codes, async (resolve) => {
      const definitions = new Map<string, AttributeDefinition | undefined>();
      readEach(entries, ({ profile }) =>
        profile.forEach((code) => definitions.set(code, requireDeletable(resolve(code)))),
      );
      await this.db.tx(async (tx) => {
        for (const definition of definitions.values()) {
          if (definition) {
            await this.lockDefinition(tx, appId, definition);
            await this.repository.retire(tx, appId, definition.attrId);
            await this.repository.insert(tx, appId, definition);
            await this.removals.insert(tx, appId, definition.attrId, null);
          }
        }
        this.attributes.invalidateAfterCommit(tx, appId);
      });
    });
  }

  /**
   * Deletes values from all users at once: readers leave them out until the background work has removed them from the
   * rows. A user that gets such a value afterwards keeps it.
   *
   * @throws AppError malformed (an undefined code, a wrong type; `email` and `msisdn`), missing_field
   */
  async deleteProfileAttributeValue(appId: number, entries: readonly DeletedValue[]): Promise<void> {
    if (entries.length === 0) {
      throw missing('key');
    }
    await this.withDefinitions(
      appId,
      entries.map((entry) => entry.key),
      async (resolve) => {
        const values = readEach(entries, ({ key, value }) => {
          const definition = requireDeletable(resolve(key));
          return definition ? [{ definition, value: readScalarValue(definition, value) }] : [];
        }).flat();
        await this.db.tx(async (tx) => {
          for (const { definition, value } of values) {
            await this.lockDefinition(tx, appId, definition);
            for (const form of definition.seal?.listForms(value) ?? [value]) {
              await this.removals.insert(tx, appId, definition.attrId, form);
            }
          }
          this.attributes.invalidateAfterCommit(tx, appId);
        });
      },
    );
  }

  /** Locks the definitions. @throws ConcurrentWriteError when the id of the attribute has changed */
  private async lockDefinition(tx: Tx, appId: number, { code, attrId, locked }: AttributeDefinition): Promise<void> {
    await this.repository.lock(tx, appId);
    const row = (await this.repository.findActive(appId, tx)).find((active) => active.code === code);
    if (row ? row.attrId !== attrId : !locked) {
      throw new ConcurrentWriteError('An attribute was deleted by another request');
    }
  }

  /** Runs `work` with the definitions of some codes; after a conflict, again with fresh ones. */
  private async withDefinitions(
    appId: number,
    codes: readonly string[],
    work: (resolve: ResolveAttribute) => Promise<void>,
  ): Promise<void> {
    await retryOnConflict(async (attempt) => {
      const definitions = await this.attributes.getDefinitionsFor(appId, codes, attempt);
      const isStrict =
        codes.some((code) => !definitions.has(code)) && !(await this.attributes.canDefineOnFirstUse(appId));
      await work((code) => {
        const definition = definitions.get(code);
        if (definition === undefined && isStrict) {
          throw malformed(`Profile attribute '${code.slice(0, 100)}' is not defined`);
        }
        return definition;
      });
    });
  }
}
