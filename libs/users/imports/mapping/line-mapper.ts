import { isJsonObject, parseKeepingDigits } from '#platform/collections';
import { inexact, malformed, missing, type AppError } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import type { AttributeDefinitions } from '#libs/users/profiles';
import type { RegistrationLine } from '#libs/users/registry';
import { explainColumn } from './explain-columns.js';
import { toAttributeForm, toFieldForm } from './cell-values.js';
import { keepFault, readLine } from './line-faults.js';
import { cutText, findPath, setField, toConditions, toText, type Conditions, type Lookup } from './line-values.js';
import type { ImportMappingDto, ValueSourceDto } from './mapping.dto.js';
import { USER_FIELDS } from './read-mapping.js';

/** Misspelt names of one line that are reported. */
const MAX_UNKNOWN = 20;
/** Devices of one user in one line. */
const MAX_DEVICES = 100;
const PROFILE_PREFIX = 'profile.';
/** In a list of devices: a field of the whole line. */
const LINE_PREFIX = 'line.';

type Sources = ReadonlyMap<string, ValueSourceDto>;

/** Names of the first level, where objects such as `consent` are fields too. */
const ENTRY_NAMES = new Set(['profile', ...[...USER_FIELDS.keys()].map((name) => name.split('.', 1)[0])]);

/** Turns lines of a file into entries of `registerUsers`. */
export class LineMapper {
  private readonly fields: Sources;
  private readonly profile: Sources;
  private readonly skip: Conditions;
  private readonly columns: ReadonlyMap<string, number> | undefined;
  private readonly conditions = new Map<ValueSourceDto, Conditions>();

  /**
   * @param columns  of CSV: the names in its first line
   * @throws AppError malformed for a column that the file does not have, or that has no meaning
   */
  constructor(
    private readonly mapping: ImportMappingDto,
    private readonly definitions: AttributeDefinitions,
    columns?: readonly string[],
  ) {
    this.columns = columns && indexColumns(columns);
    this.skip = toConditions(mapping.skip);
    const { fields, profile } = columns ? withColumns(mapping, definitions, columns) : mapping;
    this.fields = fields ?? new Map();
    this.profile = profile ?? new Map();
    this.checkColumns();
  }

  /**
   * The entries of a line, all of the same user, with its faults; undefined for a line that the mapping leaves out.
   *
   * @param content    the cells of CSV, the object of NDJSON
   * @param digitsPath  path of a number that NDJSON has as the text of its digits; without a mapping the line keeps its types
   * @throws AppError for a line that cannot be read as a whole
   */
  map(content: unknown, digitsPath?: string): RegistrationLine | undefined {
    const lookup = this.lookupIn(content);
    if (this.skip.length > 0 && this.skip.some(([column, texts]) => texts.has(toText(lookup(column))))) {
      return undefined;
    }
    if (this.columns === undefined && this.mapping.fields === undefined) {
      const unknown = this.findUnknownNames(content as object);
      return readLine([content as object], digitsPath === undefined ? unknown : [...unknown, inexact(digitsPath)]);
    }
    const faults: AppError[] = [];
    const entry: Record<string, unknown> = this.readFields(this.fields, lookup, faults);
    const profile = this.readProfile(lookup, faults);
    if (Object.keys(profile).length > 0) {
      entry['profile'] = profile;
    }
    const devices = keepFault(faults, () => this.readDevices(entry['extId'], lookup, faults)) ?? [];
    return readLine([entry, ...devices], faults);
  }

  private lookupIn(content: unknown): Lookup {
    const { columns } = this;
    if (columns) {
      const cells = content as readonly string[];
      if (cells.length < columns.size || cells.slice(columns.size).some((cell) => cell.trim() !== '')) {
        throw malformed(`The line has ${cells.length} cells, and the first one ${columns.size}`);
      }
      return (name) => {
        const cell = cells[columns.get(name) ?? -1] ?? '';
        return trimInvisible(cell) === '' ? undefined : cell;
      };
    }
    if (!isJsonObject(content)) {
      throw malformed('The line should be an object of JSON');
    }
    return (name) => findPath(content, name);
  }

  private readFields(sources: Sources, lookup: Lookup, faults: AppError[]): Record<string, unknown> {
    const entry: Record<string, unknown> = {};
    for (const [name, source] of sources) {
      const value = keepFault(faults, () => this.readValue(source, lookup, name));
      if (value !== undefined) {
        setField(entry, name, toFieldForm(value, USER_FIELDS.get(name) ?? 'text'));
      }
    }
    return entry;
  }

  private readProfile(lookup: Lookup, faults: AppError[]): Record<string, unknown> {
    const profile: Record<string, unknown> = Object.create(null);
    for (const [code, source] of this.profile) {
      const value = keepFault(faults, () => this.readValue(source, lookup, PROFILE_PREFIX + code));
      if (value === undefined) {
        continue;
      }
      if (code !== '*') {
        profile[code] = toAttributeForm(value, this.definitions.get(code), this.mapping.days);
        continue;
      }
      if (!isJsonObject(value)) {
        faults.push(malformed("Field 'profile.*' should be an object"));
        continue;
      }
      for (const [inner, entry] of Object.entries(value)) {
        const definition = this.definitions.get(inner);
        if (entry !== null && entry !== '' && (definition || source.definedOnly !== true)) {
          profile[inner] = toAttributeForm(entry, definition, this.mapping.days);
        }
      }
    }
    return profile;
  }

  private readDevices(extId: unknown, lookup: Lookup, faults: AppError[]): Record<string, unknown>[] {
    const { devices } = this.mapping;
    const list = devices && lookup(devices.from);
    if (!devices || list === undefined || list === null) {
      return [];
    }
    if (!Array.isArray(list) || !list.every(isJsonObject)) {
      throw malformed(`Field '${devices.from}' should be a list of objects`);
    }
    if (list.length > MAX_DEVICES) {
      throw malformed(`Field '${devices.from}' should have at most ${MAX_DEVICES} entries, it has ${list.length}`);
    }
    return list
      .map((device) =>
        this.readFields(
          devices.fields,
          (name) => (name.startsWith(LINE_PREFIX) ? lookup(name.slice(LINE_PREFIX.length)) : findPath(device, name)),
          faults,
        ),
      )
      .filter(({ platform, deviceToken }) => platform !== undefined && deviceToken !== undefined)
      .map((fields) => ({ ...fields, extId }));
  }

  private readValue(source: ValueSourceDto, lookup: Lookup, field: string): unknown {
    if (source.when && !this.applies(source, source.when, lookup)) {
      return undefined;
    }
    if (source.value !== undefined) {
      return source.value;
    }
    if (source.subscription) {
      const { endpoint, p256dh, auth } = source.subscription;
      const keys = { p256dh: lookup(p256dh), auth: lookup(auth) };
      return lookup(endpoint) === undefined ? undefined : JSON.stringify({ endpoint: lookup(endpoint), keys });
    }
    let value = lookup(source.column ?? source.from ?? '');
    if (value === undefined || value === null || value === '') {
      return undefined;
    }
    if (source.json === true && typeof value === 'string') {
      value = parseKeepingDigits(value);
      if (value === undefined) {
        throw malformed(`Field '${field}' should be JSON`);
      }
    }
    if (source.split !== undefined && typeof value === 'string') {
      return cutText(value, source.split);
    }
    const { values, otherwise } = source;
    return values ? (Object.hasOwn(values, toText(value)) ? values[toText(value)] : otherwise) : value;
  }

  private applies(source: ValueSourceDto, when: Record<string, unknown>, lookup: Lookup): boolean {
    let conditions = this.conditions.get(source);
    if (!conditions) {
      conditions = toConditions(when);
      this.conditions.set(source, conditions);
    }
    return conditions.every(([column, texts]) => texts.has(toText(lookup(column))));
  }

  /** A misspelt name in a line without a mapping would lose its values unseen. */
  private findUnknownNames(content: object): AppError[] {
    return Object.keys(content)
      .filter((name) => !ENTRY_NAMES.has(name) && this.mapping.ignore?.includes(name) !== true)
      .slice(0, MAX_UNKNOWN)
      .map((name) => malformed(`Field '${name.slice(0, 80)}' is no field of a user`));
  }

  private checkColumns(): void {
    const { columns } = this;
    if (!columns) {
      if (!this.mapping.fields && (this.mapping.profile || this.mapping.devices)) {
        throw missing('mapping.fields');
      }
      return;
    }
    const sources = [...this.fields.values(), ...this.profile.values()];
    const names = sources.flatMap(({ column, from, subscription, when }) => [
      ...[column, from, subscription?.endpoint, subscription?.p256dh, subscription?.auth].filter(
        (name) => name !== undefined,
      ),
      ...Object.keys(when ?? {}),
    ]);
    const absent = [...names, ...Object.keys(this.mapping.skip ?? {})].find((name) => !columns.has(name));
    if (absent !== undefined) {
      throw malformed(`The file has no column '${absent}'; it has ${[...columns.keys()].join(', ').slice(0, 500)}`);
    }
    if (this.mapping.devices) {
      throw malformed("Field 'mapping.devices' is for NDJSON; in CSV each device has a line of its own");
    }
    if (!this.fields.has('extId')) {
      throw malformed("The file has no column 'extId'; say in the mapping which one it is");
    }
  }
}

/** Without `fields`, a column is what its name says: a field, `profile.CODE`, or a defined attribute. */
function withColumns(
  mapping: ImportMappingDto,
  definitions: AttributeDefinitions,
  columns: readonly string[],
): Pick<ImportMappingDto, 'fields' | 'profile'> {
  if (mapping.fields) {
    return mapping;
  }
  const fields = new Map<string, ValueSourceDto>();
  const profile = new Map(mapping.profile);
  const mapped = new Set([...profile.values()].flatMap(({ column, from }) => column ?? from ?? []));
  for (const column of columns) {
    if (mapping.ignore?.includes(column) === true || mapped.has(column)) {
      continue;
    }
    const { kind, target } = explainColumn(column, definitions);
    if (target !== null) {
      (kind === 'FIELD' ? fields : profile).set(target, { column });
    } else {
      throw malformed(
        `Column '${column.slice(0, 80)}' is neither a field of a user nor a defined attribute; map it, or name it in 'ignore'`,
      );
    }
  }
  return { fields, profile };
}

function indexColumns(columns: readonly string[]): Map<string, number> {
  const index = new Map(columns.map((name, i) => [name, i]));
  const repeated = columns.find((name, i) => index.get(name) !== i);
  if (repeated !== undefined) {
    throw malformed(`The file has two columns '${repeated.slice(0, 80)}'`);
  }
  return index;
}
