import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADDRESSES, BOUNDS, CONNECTIONS } from './tenant-fields.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const DOCUMENTS = ['rest', 'sdk', 'panel'].map((name) => readJson(`openapi/${name}.json`) as ApiDocument);
const FILE = readJson('schema/application.schema.json') as Schema;

/** Names of fields with an address to connect to, or to open. */
const ADDRESS_NAME = /url|uri|link|host|origin|domain|endpoint|webhook|issuer|server|image$|topic|^region$/i;

/** Visits the schema of each field once, by the name of the field in its class: `ClickActionDto.url`. */
function visitFields(schema: Schema, name: string, visit: (name: string, schema: Schema) => void): void {
  visit(name, schema);
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    visitFields(part, name, visit);
  }
  if (schema.items) {
    visitFields(schema.items, name, visit);
  }
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    visitFields(part, `${name}.${field}`, visit);
  }
  if (typeof schema.additionalProperties === 'object') {
    visitFields(schema.additionalProperties, `${name}.*`, visit);
  }
}

/** Classes with the fields of a message; `Body` is a schema that joins several. They take them from one class of the code. */
const MESSAGE_CLASS =
  /^(Body|(Bulk|Send)MessageDto|BulkNotificationDto|(Changed)?DefinitionDto|(Direct|Composed|Campaign)ContentDto|DirectSendDto)(?=\.)/;

/** Classes that requests of a document reach, and fields of queries and forms. */
function visitRequests({ paths, components }: ApiDocument, visit: (name: string, schema: Schema) => void): void {
  const reached = new Set<string>();
  const follow = (name: string, schema: Schema): void => {
    visit(name, schema);
    const reference = schema.$ref?.split('/').pop();
    if (reference !== undefined && !reached.has(reference)) {
      reached.add(reference);
      visitFields(components.schemas[reference] ?? {}, reference, follow);
    }
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const { parameters = [], requestBody } of Object.values(methods)) {
      for (const { name, in: place, schema } of parameters) {
        // The line of a request has at most 16 KB.
        if (place === 'query') {
          visitFields(schema, `${path}?${name}`, follow);
        }
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        visitFields(schema, 'Body', follow);
      }
    }
  }
}

function isOpen({ type, pattern, maxLength, maxItems, enum: values, const: value, format }: Schema): boolean {
  const types = [type].flat();
  const isText = types.includes('string') && ![maxLength, values, value, format].some((bound) => bound !== undefined);
  const isList = types.includes('array') && maxItems === undefined;
  return isList || (isText && !(pattern !== undefined && isBounded(pattern)));
}

/** Tests if a pattern fits texts of a bounded length alone. */
function isBounded(pattern: string): boolean {
  const rest = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  return rest.startsWith('^') && rest.endsWith('$') && !/[*+]|\{\d+,\}/.test(rest);
}

function listRequests(isListed: (name: string, schema: Schema) => boolean): string[] {
  const found = new Set<string>();
  for (const document of DOCUMENTS) {
    visitRequests(
      document,
      (name, schema) => isListed(name, schema) && found.add(name.replace(MESSAGE_CLASS, 'Message')),
    );
  }
  return [...found].toSorted();
}

describe('Texts, lists and addresses of requests', () => {
  it('A text or list without a bound of its own stands in the list of what else bounds it', () => {
    const listed = Object.values(BOUNDS).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, own]) =>
        own.split(' ').map((field) => (field === '' ? name : `${name}.${field}`)),
      ),
    );
    expect(listed.toSorted()).toEqual(listRequests((_, schema) => isOpen(schema)));
  });

  it('Each of these bounds has a test', () => {
    expect(Object.values(BOUNDS).filter(({ test }) => !existsSync(test))).toEqual([]);
  });

  it('A field with an address stands in the list that says who connects to it', () => {
    const ofRequests = listRequests((name) => ADDRESS_NAME.test(name.split(/[.?]/).pop() ?? ''));
    const ofFile = new Set<string>();
    visitFields(FILE, 'file', (name) => ADDRESS_NAME.test(name.split('.').pop() ?? '') && ofFile.add(name));
    expect(Object.keys(ADDRESSES).toSorted()).toEqual([...ofRequests, ...ofFile].toSorted());
  });

  it('An address that Herald connects to names the file with the check of it', () => {
    const called = Object.values(ADDRESSES).filter((caller) => caller.startsWith('Herald'));
    expect(called.length).toBeGreaterThan(4);
    for (const caller of called) {
      expect(readFileSync(caller.replace('Herald: ', ''), 'utf8'), caller).toMatch(
        /lookupPublicAddress|AllowedAddresses/,
      );
    }
  });
});

const OPENS = [
  /^import (?!type )[^;]*from '(undici|nodemailer|twilio[^']*|openid-client|google-auth-library|firebase-admin\/app|@aws-sdk[^']*|@smithy[^']*|node:https|node:tls)'/m,
  /^import [^;]*\bconnect\b[^;]*from 'node:(net|http2)'/m,
  /\b(?:require|import)\('(nodemailer|twilio|@aws-sdk[^']*|firebase-admin\/app|google-auth-library)'\)/,
  /(?<![\w.'"`])fetch\((?!\))/,
];

describe('Connections of processes to others', () => {
  it('A file that opens connections stands in the list that says where its hosts come from', () => {
    const files = globSync(['libs/**/*.ts', 'apps/{gateway,worker,scheduler}/**/*.ts'])
      .filter((path) => !/spec\.ts$|\/browser\/|\/health\/|openapi\//.test(path))
      .filter((path) => OPENS.some((pattern) => pattern.test(readFileSync(path, 'utf8'))));
    expect(Object.keys(CONNECTIONS).toSorted()).toEqual(files.toSorted());
  });

  it('Connections to a host that an application names go through the check of the address', () => {
    const guarded = Object.entries(CONNECTIONS).filter(([, source]) => source.startsWith('application'));
    expect(guarded.length).toBeGreaterThan(3);
    for (const [path] of guarded) {
      expect(readFileSync(path, 'utf8'), path).toMatch(/lookupPublicAddress|AllowedAddresses|\blookup\b/);
    }
  });
});
