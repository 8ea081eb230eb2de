import { readFile, writeFile } from 'node:fs/promises';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { documentOf } from './openapi-operations.js';
import { buildDocument, buildPanelDocument, INTERFACES } from './openapi.js';
import { formatFile } from '../../../../test/support/files/format-file.js';

let gateway: TestGateway;
let whole: OpenAPIObject;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes: ATTRIBUTES }, { dryRun: false });
  whole = buildDocument(gateway.app, gateway.app.get(Config));
});
afterAll(() => gateway.close());

/** The attributes that stand in examples. */
const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'lastVisitedCategories', dataType: 'STRING', array: true },
  { code: 'lastVisitedProducts', dataType: 'STRING', array: true },
  { code: 'favoriteFootballPlayers', dataType: 'STRING', array: true },
];

/** `npm run openapi` sets it: the files are then written in place of being compared. */
const isWriting = process.env['WRITE_OPENAPI'] === '1';

async function keep(file: string, text: string): Promise<void> {
  const formatted = await formatFile(file, text);
  if (isWriting) {
    await writeFile(file, formatted);
  }
  expect(formatted === (await readFile(file, 'utf8')), `${file} is out of date: npm run openapi`).toBe(true);
}

describe.each(Object.entries(INTERFACES))('openapi/%s', (name, prefixes) => {
  it('The stored .json file matches the API document that the code builds', async () => {
    const document = documentOf(name === 'panel' ? buildPanelDocument(gateway.app) : whole, prefixes);
    expect(Object.keys(document.paths).length).toBeGreaterThan(5);
    await keep(`openapi/${name}.json`, JSON.stringify(document));
  });
});

interface Operation {
  method: string;
  path: string;
  id: string | undefined;
  parameters: { name: string; in: string; required: boolean; description?: string; example: unknown }[];
  body: { schema: object; example: unknown } | undefined;
  form: { schema: object; example: unknown } | undefined;
  responses: Record<string, { schema: object; example: unknown } | undefined>;
}

function operations(): Operation[] {
  const { paths } = JSON.parse(JSON.stringify(whole)) as { paths: Record<string, Record<string, Raw>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      id: operationId,
      parameters: parameters
        .filter((parameter) => !('$ref' in parameter))
        .map(({ schema, example, ...rest }) => ({ ...rest, example: example ?? schema?.example })),
      body: requestBody?.content['application/json'],
      form: requestBody?.content['multipart/form-data'],
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [status, content?.['application/json']]),
      ),
    })),
  );
}

interface Described {
  $ref?: string;
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
  allOf?: Described[];
  oneOf?: Described[];
  anyOf?: Described[];
  additionalProperties?: Described | boolean;
}

interface Raw {
  operationId?: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    example?: unknown;
    schema?: { example?: unknown };
  }[];
  requestBody?: { content: Record<string, { schema: object; example: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example: unknown }> }>;
}

let judge: Ajv | undefined;

/** Judges a value by a schema of the document, whose components are read once for all. */
function faultsOf(schema: object, value: unknown): string {
  judge ??= new Ajv({ strict: false, formats: { int64: true } }).addSchema(toDocument(whole), 'document');
  return judge.validate(toDocument(schema), value) ? '' : judge.errorsText();
}

/** A plain copy whose references lead to the components of `document`. */
function toDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
}

/** Lists stand for files, and so do texts whose schema says binary. */
function toForm(schema: object, example: Record<string, string | string[]>): FormData {
  const form = new FormData();
  const { properties = {} } = schema as { properties?: Record<string, { format?: string }> };
  for (const [name, given] of Object.entries(example)) {
    const value = properties[name]?.format === 'binary' ? [given].flat() : given;
    if (typeof value === 'string') {
      form.append(name, value);
    } else {
      value.forEach((content) => form.append(name, new Blob([content]), 'file.txt'));
    }
  }
  return form;
}

describe('Operations of the API document', () => {
  it('Every operation has a unique name', () => {
    const ids = operations().map(({ id }) => id);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('Every operation documents its success and its error statuses', () => {
    for (const { method, path, responses, parameters, body, form } of operations()) {
      const statuses = ['200', '401', '403', '429', '503'];
      statuses.push(
        ...(method === 'POST' || parameters.length > 0 ? ['400'] : []),
        ...(method === 'POST' ? ['409', '422'] : []),
        ...(body || form ? ['415'] : []),
      );
      expect(Object.keys(responses).toSorted(), path).toEqual(statuses.toSorted());
    }
  });

  it('Every field and parameter of the REST operations has a description', () => {
    const { components } = JSON.parse(JSON.stringify(whole)) as { components: { schemas: Record<string, Described> } };
    const undescribed = new Set<string>();
    const walked = new Set<Described>();
    const resolve = (schema: Described): Described =>
      components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    const isDescribed = (schema: Described): boolean =>
      schema.description !== undefined ||
      (schema.$ref !== undefined && isDescribed(resolve(schema))) ||
      (schema.allOf ?? []).some(isDescribed);
    const walk = (reference: Described, place: string): void => {
      const schema = resolve(reference);
      if (walked.has(schema)) {
        return;
      }
      walked.add(schema);
      const { properties = {}, items, allOf = [], oneOf = [], anyOf = [], additionalProperties: others } = schema;
      const parts = [...allOf, ...oneOf, ...anyOf, ...(items ? [items] : [])];
      [...parts, ...(typeof others === 'object' ? [others] : [])].forEach((part) => walk(part, place));
      for (const [name, property] of Object.entries(properties)) {
        if (!isDescribed(property)) {
          undescribed.add(`${place}.${name}`);
        }
        walk(property, `${place}.${name}`);
      }
    };
    for (const { path, body, form, parameters } of operations().filter(({ path: at }) => at.startsWith('/rest/'))) {
      [body, form].forEach((media) => media && walk(media.schema as Described, path));
      parameters
        .filter(({ description }) => description === undefined)
        .forEach(({ name }) => undescribed.add(`${path}?${name}`));
    }
    expect([...undescribed]).toEqual([]);
  });

  it('Every operation has examples of its request and response that match its own schema', () => {
    for (const { path, parameters, body, responses } of operations()) {
      for (const parameter of parameters.filter(({ required }) => required)) {
        expect(parameter.example, `${path} ${parameter.name}`).toBeDefined();
      }
      for (const [part, media] of [
        ['request', body],
        ['answer', responses['200']],
      ] as const) {
        if (media) {
          expect(media.example, `${path} ${part}`).toBeDefined();
          expect
            .soft(faultsOf(media.schema, media.example), `${path} ${part} ${JSON.stringify(media.example)}`)
            .toBe('');
        }
      }
    }
  });

  it('Every operation accepts its own example, and may reject it only for missing state', async () => {
    for (const { method, path, parameters, body, form } of operations()) {
      const query = new URLSearchParams(
        parameters
          .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
          .map(({ name, example }): [string, string] => [name, String(example)]),
      );
      const answer = await gateway.call(`${path}?${query}`, {
        method,
        key: path.startsWith('/sdk/') ? 'mobile' : 'rest',
        ...(body && { body: body.example }),
        ...(form && { raw: toForm(form.schema, form.example as Record<string, string | string[]>) }),
      });
      expect.soft(answer.status, `${path} ${answer.text}`).toBeLessThan(500);
      expect
        .soft([2004, 2009, 2020], `${path} ${answer.text}`)
        .not.toContain((answer.json as { code?: number } | undefined)?.code);
    }
  });
});
