import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService, readApplicationFile, SECTIONS, SectionRegistryService } from '#libs/tenancy';
import type { JsonSchema } from '#platform/validation';
import { EXAMPLE_ENV, readExampleFile } from '../support/application-file/example-files.js';
import { PAGE, writePage } from '../support/application-file/page.js';
import { applicationSchema, referenceOf, SCHEMA_FILE, type References } from '../support/application-file/schema.js';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { formatFile } from '../support/files/format-file.js';

let gateway: TestGateway;
let references: References;
let isValid: (document: unknown) => boolean;

beforeAll(async () => {
  gateway = await startGateway();
  const registry = gateway.app.get(SectionRegistryService);
  references = new Map(SECTIONS.flatMap((section) => [[section, registry.find(section)?.reference ?? fail(section)]]));
  isValid = new Ajv({ strict: false, validateFormats: false }).compile(applicationSchema(references));
});
afterAll(() => gateway.close());

function fail(section: string): never {
  throw new Error(`No room takes the section ${section}`);
}

async function read(text: string): Promise<Record<string, unknown>> {
  return (await readApplicationFile(text, { env: EXAMPLE_ENV, readFile: readExampleFile })) as Record<string, unknown>;
}

const apply = (document: unknown) => gateway.app.get(ApplyService).apply(document, { dryRun: true });

async function isTaken(document: unknown): Promise<boolean> {
  return apply(document).then(
    () => true,
    () => false,
  );
}

async function written(path: string, text: string): Promise<string> {
  if (process.env['WRITE_APPLICATION_FILE'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return readFileSync(path, 'utf8');
}

describe('Reference of the application file', () => {
  it('The page in the docs equals the generated reference', async () => {
    const page = await writePage(references);
    expect(await written(PAGE, page)).toBe(page);
  });

  it('The stored schema for editors equals the generated one', async () => {
    const text = await formatFile(SCHEMA_FILE, JSON.stringify(applicationSchema(references)));
    expect(await written(SCHEMA_FILE, text)).toBe(text);
  });

  it.each(SECTIONS)('The example of the section %s is accepted by apply and by the schema', async (section) => {
    const document = await read(referenceOf(references, section).example);
    expect(Object.keys(document)).toContain(section);
    expect((await apply(document)).differences).not.toEqual([]);
    expect(isValid(document)).toBe(true);
  });
});

describe('Agreement of the schema and apply', () => {
  it.each(SECTIONS)(
    'The schema and apply refuse an unknown name beside any name of %s, at every depth',
    async (section) => {
      const document = await read(referenceOf(references, section).example);
      const { field } = referenceOf(references, section);
      const places = [...mapsOf(document[section], field.schema, [section])];
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) {
        const changed = changedAt(document, place, (map) => ({ ...(map as object), surplus: 'x' }));
        await expect(apply(changed), place.join('.')).rejects.toThrow(`surplus: unknown name`);
        expect(isValid(changed), place.join('.')).toBe(false);
      }
    },
  );

  it.each(SECTIONS)('The schema and apply refuse values of another kind in %s', async (section) => {
    const document = await read(referenceOf(references, section).example);
    for (const place of leavesOf(document[section], [section])) {
      const changed = changedAt(document, place, () => ({ another: ['kind'] }));
      expect([await isTaken(changed), isValid(changed)], place.join('.')).toEqual(
        isFree(place) ? [expect.any(Boolean), expect.any(Boolean)] : [false, false],
      );
    }
  });

  it('The schema and apply refuse a file without a name, and accept it with one', async () => {
    expect([await isTaken({}), isValid({})]).toEqual([false, false]);
    expect([await isTaken({ app: 'a' }), isValid({ app: 'a' })]).toEqual([true, true]);
  });
});

type Place = (string | number)[];

/** Maps that have names of their own, so neither `params` nor conditions by attribute. */
function* mapsOf(value: unknown, schema: JsonSchema | undefined, place: Place): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      yield* mapsOf(entry, schema?.items, [...place, index]);
    }
  } else if (typeof value === 'object' && value !== null) {
    const own = mapSchema(schema);
    if (own?.['additionalProperties'] === false) {
      yield place;
      for (const [name, entry] of Object.entries(value)) {
        yield* mapsOf(entry, own.properties?.[name], [...place, name]);
      }
    }
  }
}

function mapSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  const choices = [schema, ...((schema?.['anyOf'] ?? []) as JsonSchema[])];
  return choices.find((choice) => choice?.['type'] === 'object');
}

function* leavesOf(value: unknown, place: Place): Generator<Place> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      yield* leavesOf(entry, [...place, Array.isArray(value) ? Number(name) : name]);
    }
  } else {
    yield place;
  }
}

/** Places that take a map as well as a text. */
function isFree(place: Place): boolean {
  const free = ['serviceAccount', 'target', 'if'];
  return free.some((name) => place.includes(name)) || place.join('.') === 'settings.approval';
}

function changedAt(document: unknown, [name, ...rest]: Place, change: (value: unknown) => unknown): unknown {
  if (name === undefined) {
    return change(document);
  }
  if (Array.isArray(document)) {
    return document.map((entry: unknown, index) => (index === name ? changedAt(entry, rest, change) : entry));
  }
  const map = document as Record<string, unknown>;
  return { ...map, [name]: changedAt(map[name], rest, change) };
}
