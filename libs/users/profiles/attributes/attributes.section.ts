import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
  type Viewer,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { joinPath, namesOf } from '#platform/forms';
import { AttributeRepository, type AttributeRow } from './attribute.repository.js';
import { ATTRIBUTES_REFERENCE, USER_ATTRIBUTE_FIELDS } from './attributes-reference.js';
import { AttributeService } from './attribute.service.js';
import type { NewAttribute } from '../model/attribute.types.js';
import { requireMayShow, SHOWN } from './private-mark.js';
import { readAttributes } from './read-attributes.js';
import { RemovalRepository } from './removal.repository.js';
import { SealingKeyService } from '../sealing/sealing-key.service.js';
import { SealingRepository } from '../sealing/sealing.repository.js';
import { checkSeal, sealedForGood } from './sealing-rules.js';
import { FIRST_CUSTOM_ATTRIBUTE_ID, STANDARD_ATTRIBUTES } from './standard-attributes.js';

/** The section `attributes` of an application file. */
@Injectable()
export class AttributesSection implements ApplySection {
  readonly section = 'attributes';
  readonly reference = ATTRIBUTES_REFERENCE;

  constructor(
    private readonly repository: AttributeRepository,
    private readonly removals: RemovalRepository,
    private readonly attributeService: AttributeService,
    private readonly sealingKeys: SealingKeyService,
    private readonly sealings: SealingRepository,
  ) {}

  /**
   * A type changes only when a definition is removed and added again, because values of the old type would stay. A
   * built-in attribute may be listed with its own type, to refine its label or options.
   */
  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const attributes = readAttributes(value, this.section, namesOf(USER_ATTRIBUTE_FIELDS));
    await this.repository.lock(tx, app.id);
    const present = new Map((await this.repository.findActive(app.id, tx)).map((row) => [row.code, row]));
    const differences: Difference[] = [];
    for (const [index, attribute] of attributes.entries()) {
      differences.push(
        ...(await this.applyAttribute(tx, app.id, attribute, present.get(attribute.code), {
          path: joinPath('attributes', index),
          editor: context.editor,
        })),
      );
    }
    const listed = new Set(attributes.map((attribute) => attribute.code));
    for (const row of context.prune ? present.values() : []) {
      if (!listed.has(row.code) && (await this.removeAttribute(tx, app.id, row, context.editor))) {
        differences.push({ change: 'remove', subject: `attributes: ${row.code}` });
      }
    }
    this.attributeService.invalidateAfterCommit(tx, app.id);
    return differences;
  }

  /** Custom attributes, and built-in ones that the application refines. */
  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.repository.findActive(id, on);
    return rows.length === 0 ? undefined : { value: rows.map(toAttributeEntry), withheld: [] };
  }

  async remove(tx: Tx, app: Application, code: string, editor: Viewer): Promise<boolean> {
    await this.repository.lock(tx, app.id);
    const row = (await this.repository.findActive(app.id, tx)).find((attribute) => attribute.code === code);
    this.attributeService.invalidateAfterCommit(tx, app.id);
    return row !== undefined && this.removeAttribute(tx, app.id, row, editor);
  }

  private async applyAttribute(
    tx: Tx,
    appId: number,
    attribute: NewAttribute,
    row: AttributeRow | undefined,
    { path, editor }: { path: string; editor: Viewer },
  ): Promise<Difference[]> {
    const standard = STANDARD_ATTRIBUTES.find((definition) => definition.code === attribute.code);
    const current = row ?? standard;
    if (current && (current.dataType !== attribute.dataType || current.array !== attribute.array)) {
      throw malformed(
        `${joinPath(path, 'dataType')}: ${attribute.code} is ${current.dataType}${current.array ? ', an array' : ''}`,
      );
    }
    checkSeal(attribute, row, path);
    const subject = `attributes: ${attribute.code}`;
    const isSame = row
      ? isDeepStrictEqual(editableFields(row), editableFields(attribute))
      : standard !== undefined && isDeepStrictEqual(editableFields(attribute), DEFAULT_FIELDS);
    if (isSame) {
      return [];
    }
    const isShown = current?.privateInfo === true && !attribute.privateInfo;
    if (isShown) {
      requireMayShow(editor, path);
    }
    if (row) {
      if (attribute.sealed && !row.sealed) {
        await this.sealRows(tx, appId, attribute.code, row.attrId);
      }
      await this.repository.update(tx, appId, row.attrId, attribute);
      return [{ change: 'change', subject, ...(isShown && SHOWN) }];
    }
    if (attribute.sealed) {
      await this.sealRows(tx, appId, attribute.code, standard?.attrId);
    }
    await this.repository.insert(tx, appId, attribute, standard?.attrId);
    return [{ change: 'add', subject, ...(isShown && SHOWN) }];
  }

  /**
   * Prepares the seal of an attribute.
   *
   * @param attrId  of values that rows may have; undefined: a new attribute has none
   * @throws AppError malformed while a value is being removed from all users, which compares clear values
   */
  private async sealRows(tx: Tx, appId: number, code: string, attrId: number | undefined): Promise<void> {
    await this.sealingKeys.ensureKey(tx, appId);
    if (attrId !== undefined) {
      if ((await this.removals.findByAttributes(tx, appId, [attrId])).some(({ done }) => !done)) {
        throw malformed(`attributes: a value of ${code} is being removed from all users; seal it in some minutes`);
      }
      await this.sealings.insert(tx, appId, attrId);
    }
  }

  /**
   * Removes what refines a built-in attribute. Where its values were deleted, the row stays for the new id.
   *
   * @returns false when there was nothing to remove
   */
  private async removeAttribute(tx: Tx, appId: number, row: AttributeRow, editor: Viewer): Promise<boolean> {
    const standard = STANDARD_ATTRIBUTES.find(({ code }) => code === row.code);
    if (standard && row.sealed) {
      throw sealedForGood(row.code, this.section);
    }
    if (standard && row.privateInfo && !standard.privateInfo) {
      requireMayShow(editor, `${this.section}: ${row.code}`);
    }
    if (row.attrId < FIRST_CUSTOM_ATTRIBUTE_ID) {
      await this.repository.delete(tx, appId, row.attrId);
      return true;
    }
    if (!standard) {
      await this.repository.retire(tx, appId, row.attrId);
      await this.removals.insert(tx, appId, row.attrId, null);
      return true;
    }
    if (isDeepStrictEqual(editableFields(row), editableFields(standard))) {
      return false;
    }
    await this.repository.update(tx, appId, row.attrId, standard);
    return true;
  }
}

/** The fields of a definition that can change. */
function editableFields(attribute: NewAttribute | AttributeRow): object {
  const { options, label, description, unit, privateInfo, mandatory, sealed = false, search = false } = attribute;
  return { options, label, description, unit, privateInfo, mandatory, sealed, search };
}

const DEFAULT_FIELDS = editableFields({
  code: '',
  dataType: 'STRING',
  array: false,
  privateInfo: false,
  mandatory: false,
});

/** An attribute as `readAttributes` takes it; what has its default is left out. */
export function toAttributeEntry(attribute: NewAttribute): object {
  const { code, dataType, array, options, label, description, unit, privateInfo, mandatory, sealed, search } =
    attribute;
  return {
    code,
    dataType,
    ...(array && { array }),
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(unit !== undefined && { unit }),
    ...(options && { options }),
    ...(privateInfo && { privateInfo }),
    ...(mandatory && { mandatory }),
    ...(sealed === true && { sealed }),
    ...(search === true && { search }),
  };
}
