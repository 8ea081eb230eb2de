import type { OpenAPIObject } from '@nestjs/swagger';
import { CATALOGUE, type Refusal } from '#platform/errors';
import { KEY_HEADER, REPLAYED_HEADER } from '../body/idempotency.interceptor.js';
import { BODY_LIMIT_EXTENSION, DEFAULT_LIMITS, SMALL_LIMITS, VALUE_LIMIT_EXTENSION } from '../request/body-limits.js';
import { REFUSALS_EXTENSION } from '../responses/responses.js';
import {
  COMMON_ERRORS,
  isTransient,
  BODY_ERRORS,
  POST_ERRORS,
  QUERY_ERRORS,
  LEGACY,
  toErrorResponses,
} from './openapi-errors.js';
import { makeCodeSamples, type SampleRequest } from './code-samples.js';
import { reachedFrom } from './panel-document.js';
import { exampleOf, schemaOf, type Extent, type SchemaOrRef, type Schemas } from './openapi-examples.js';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Header = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>[string];
type Media = { schema?: SchemaOrRef; example?: unknown; examples?: unknown };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

const KEY_PARAMETER: Parameter = {
  name: KEY_HEADER,
  in: 'header',
  required: false,
  description:
    'Names the request. A repeat within 24 hours gets the response of the first and changes nothing. ' +
    'Use a new, unguessable value for each request, for example a UUID',
  schema: { type: 'string', minLength: 1, maxLength: 255, example: '8e03978e-40d5-43dd-bc93-6894a57f9324' },
};

const HEADERS = {
  RequestId: { description: 'Part of every log line about the request', schema: { type: 'string' } },
  RateLimitPolicy: {
    description: 'If a limit is set: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-10)',
    schema: { type: 'string', example: '"key";q=100;w=2' },
  },
  RateLimit: {
    description: 'If a limit is set: `r` requests may follow at once; after `t` seconds `q` again',
    schema: { type: 'string', example: '"key";r=99;t=1' },
  },
  Replayed: {
    description: '`true`: the response of an earlier request with this Idempotency-Key; nothing was changed now',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Seconds after which to try again', schema: { type: 'integer', minimum: 1 } },
} satisfies Record<string, Header>;

const headerOf = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
/** Headers of every response. */
const ANY_HEADERS = {
  'X-Request-Id': headerOf('RequestId'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
  RateLimit: headerOf('RateLimit'),
};

/** A problem document (RFC 9457). */
const UNSUPPORTED_MEDIA_TYPE = {
  description: 'The body is not JSON by its Content-Type; nothing changed',
  headers: ANY_HEADERS,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/**
 * Adds to every operation its id, errors, headers, limits, examples and code samples.
 *
 * @param keyHeader  name of the header with the API key
 */
export function completeOperations(document: OpenAPIObject, keyHeader: string): void {
  const components = (document.components ??= {});
  const schemas = (components.schemas ??= {});
  components.headers = { ...HEADERS };
  components.parameters = { IdempotencyKey: KEY_PARAMETER };
  components.responses = { UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) {
        completeOperation(operation, { method, path, schemas, keyHeader, refused: components.responses });
      }
    }
  }
}

interface OperationContext {
  method: Method;
  path: string;
  schemas: Schemas;
  keyHeader: string;
  /** Shared error responses, by name. */
  refused: Record<string, unknown>;
}

function completeOperation(operation: Operation, context: OperationContext): void {
  const { method, path, schemas, refused } = context;
  operation.operationId = nameOf(path);
  const refusals = new Set<Refusal>(COMMON_ERRORS);
  const add = (list: readonly Refusal[]): void => list.forEach((refusal) => refusals.add(refusal));
  add(readOwnErrors(operation));
  if ((operation.parameters ?? []).length > 0) {
    add(QUERY_ERRORS);
  }
  if (operation.requestBody) {
    add(BODY_ERRORS);
    const limits = path.startsWith('/sdk/') ? SMALL_LIMITS : DEFAULT_LIMITS;
    const bytes: unknown = Reflect.get(operation, BODY_LIMIT_EXTENSION) ?? limits.bytes;
    Reflect.set(operation, BODY_LIMIT_EXTENSION, bytes);
    Reflect.set(operation, VALUE_LIMIT_EXTENSION, limits.values);
    operation.responses['415'] = { $ref: '#/components/responses/UnsupportedMediaType' };
  }
  const isPost = method === 'post';
  if (isPost) {
    add(POST_ERRORS);
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }];
  }
  const done = operation.responses['200'];
  if (done && !('$ref' in done)) {
    done.headers = { ...ANY_HEADERS, ...(isPost && { [REPLAYED_HEADER]: headerOf('Replayed') }), ...done.headers };
    giveExample(done.content, schemas, 'all');
  }
  for (const { status, name, response } of toErrorResponses([...refusals], path)) {
    const retry = isTransient(Number(status)) && { 'Retry-After': headerOf('RetryAfter') };
    refused[name] = { ...response, headers: { ...ANY_HEADERS, ...retry } };
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
  const { requestBody } = operation;
  if (requestBody && !('$ref' in requestBody)) {
    giveExample(requestBody.content, schemas, 'needed');
  }
  Reflect.set(operation, 'x-codeSamples', makeCodeSamples(toSample(operation, context)));
}

/** The example of an operation as a request: what it needs, and what has an example. */
function toSample(operation: Operation, { method, path, schemas, keyHeader }: OperationContext): SampleRequest {
  const examples = (place: 'query' | 'path'): [string, string][] =>
    (operation.parameters ?? []).flatMap((parameter): [string, string][] => {
      if ('$ref' in parameter || parameter.in !== place || !parameter.required) {
        return [];
      }
      const { schema } = parameter;
      const example: unknown = parameter.example ?? (schema && exampleOf(schema, schemas, 'needed'));
      return [[parameter.name, String(example)]];
    });
  const { requestBody } = operation;
  const content: Record<string, Media> = requestBody && !('$ref' in requestBody) ? requestBody.content : {};
  const json = content['application/json']?.example;
  const form = content['multipart/form-data'];
  return {
    method: method.toUpperCase(),
    path: examples('path').reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path),
    query: examples('query'),
    keyHeader,
    ...(json !== undefined && { body: json }),
    ...(form?.schema && json === undefined && { form: toFields(form.schema, form.example, schemas) }),
  };
}

/** Lists stand for files, and so do texts whose schema says binary. */
function toFields(schema: SchemaOrRef, example: unknown, schemas: Schemas): NonNullable<SampleRequest['form']> {
  const { properties = {} } = schemaOf(schema, schemas);
  return Object.entries(example ?? {}).map(([name, value]: [string, unknown]) => {
    const property = properties[name] && schemaOf(properties[name], schemas);
    const isFile = property?.format === 'binary' || Array.isArray(value);
    return { name, value: typeof value === 'string' ? value : JSON.stringify(value), isFile };
  });
}

/** The errors that the handler declares. They are removed here and added to the responses. */
function readOwnErrors(operation: Operation): Refusal[] {
  const named: unknown = Reflect.get(operation, REFUSALS_EXTENSION);
  Reflect.deleteProperty(operation, REFUSALS_EXTENSION);
  return Array.isArray(named) ? named.filter((name): name is Refusal => String(name) in CATALOGUE) : [];
}

function giveExample(content: Record<string, Media> | undefined, schemas: Schemas, extent: Extent): void {
  for (const media of Object.values(content ?? {})) {
    if (media.schema && media.examples === undefined) {
      media.example ??= exampleOf(media.schema, schemas, extent);
    }
  }
}

/**
 * `/rest/3.0/inbox/get` → `inboxGet`, `/sdk/1.0/inbox/get` → `sdkInboxGet`: the names of functions in generated clients.
 * Only legacy paths differ in nothing but their version: `/push/1.1/notification` → `pushNotificationV11`.
 */
function nameOf(path: string): string {
  const parts = path.replace('/rest/', '/').split('/');
  const version = path.startsWith(LEGACY) ? parts.filter((part) => /^\d/.test(part)) : [];
  const words = [...parts, ...version.map((part) => `v${part.replaceAll('.', '')}`)]
    .filter((part) => part !== '' && !/^\d/.test(part))
    .flatMap((part) => part.replaceAll(/[{}]/g, '').split('-'));
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/**
 * The document of one interface: its paths in order, and the components that they use.
 *
 * @param prefixes  what its paths begin with
 */
export function documentOf(document: OpenAPIObject, prefixes: readonly string[]): OpenAPIObject {
  const paths = Object.entries(document.paths).filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix)));
  const kinds: Record<string, Record<string, unknown>> = { ...document.components };
  const reached = reachedFrom(paths, kinds);
  const used = Object.entries(kinds).map(([kind, parts]) => {
    const isUsed = ([name]: [string, unknown]): boolean => kind === 'securitySchemes' || reached.has(`${kind}/${name}`);
    return [kind, sorted(Object.entries(parts).filter(isUsed))] as const;
  });
  return { ...document, paths: sorted(paths), components: Object.fromEntries(used), tags: [] };
}

function sorted<V>(entries: readonly [string, V][]): Record<string, V> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
