import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject } from '#platform/collections';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Postgres stores neither of them. */
const UNSTORABLE = ['a\0b', 'a\ud800b'];
/** Forms of the interface are not deeper. */
const MAX_DEPTH = 6;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(() => gateway.close());

function resolve(schema: Schema | undefined, { components }: Document): Schema {
  const { $ref, allOf, oneOf } = schema ?? {};
  const inner = $ref === undefined ? (allOf?.[0] ?? oneOf?.[0]) : components.schemas[$ref.split('/').at(-1) ?? ''];
  return inner ? resolve(inner, { components, paths: {} }) : (schema ?? {});
}

/** A value of a schema whose texts are all the same, its free keys too. */
function sampleOf(reference: Schema | undefined, document: Document, text: string, depth = 0): unknown {
  const schema = resolve(reference, document);
  if (schema.type === 'array') {
    return [sampleOf(schema.items, document, text, depth + 1)];
  }
  if (schema.type === 'object') {
    const fields = depth < MAX_DEPTH ? Object.entries(schema.properties ?? {}) : [];
    const free = fields.length === 0 ? { [text]: text, a: text, b: { c: [text] } } : {};
    return {
      ...free,
      ...Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, document, text, depth + 1)])),
    };
  }
  return schema.type === 'integer' || schema.type === 'number' ? 1 : schema.type === 'boolean' || text;
}

/** A value with one text of it replaced, one key more, or one more field of its schema. */
function* variantsOf(value: unknown, reference: Schema | undefined, document: Document, text: string): Generator {
  const schema = resolve(reference, document);
  if (typeof value === 'string') {
    yield text;
  } else if (Array.isArray(value)) {
    for (const variant of variantsOf(value[0], schema.items, document, text)) {
      yield [variant];
    }
  } else if (isJsonObject(value)) {
    yield { ...value, [text]: text };
    for (const name of new Set([...Object.keys(value), ...Object.keys(schema.properties ?? {})])) {
      const field = schema.properties?.[name];
      if (value[name] === undefined) {
        yield { ...value, [name]: sampleOf(field, document, text) };
      } else {
        for (const variant of variantsOf(value[name], field, document, text)) {
          yield { ...value, [name]: variant };
        }
      }
    }
  }
}

function* requestsOf(document: Document, text: string): Generator<{ path: string; method: string; body?: unknown }> {
  const written = encodeURIComponent(text.toWellFormed());
  for (const [place, operations] of Object.entries(document.paths)) {
    const path = place.replace(/\{\w+\}/g, written);
    for (const [name, { parameters = [], requestBody }] of Object.entries(operations)) {
      const method = name.toUpperCase();
      if (!METHODS.includes(name)) {
        continue;
      }
      for (const parameter of parameters.filter((field) => field.in === 'query')) {
        yield { path: `${path}?${parameter.name}=${written}`, method };
      }
      const { schema, example } = requestBody?.content?.['application/json'] ?? {};
      for (const body of schema ? variantsOf(example, schema, document, text) : []) {
        yield { path, method, body };
      }
      yield schema ? { path, method, body: sampleOf(schema, document, text) } : { path, method };
    }
  }
}

describe('Texts that Postgres cannot store', () => {
  it.each([
    ['rest', 'rest'],
    ['sdk', 'mobile'],
  ])(
    'No operation of the document %s answers a NUL or half a surrogate pair with a server error',
    { timeout: 120_000 },
    async (name, key) => {
      const document = JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8')) as Document;
      const failed: unknown[] = [];
      let refused = 0;
      for (const { path, method, body } of UNSTORABLE.flatMap((text) => [...requestsOf(document, text)])) {
        const { status } = await gateway.call(path, { method, key, ...(body !== undefined && { body }) });
        refused += status === 400 ? 1 : 0;
        if (status >= 500) {
          failed.push({ path, method, body, status });
        }
      }
      expect(failed).toEqual([]);
      expect(refused).toBeGreaterThan(20);
    },
  );
});
