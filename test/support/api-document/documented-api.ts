import { Ajv, type ValidateFunction } from 'ajv';
import type { TestGateway } from '../contract/gateway.js';

interface Media {
  'application/json'?: { schema?: object; examples?: Record<string, { value: { code: number } }> };
}

export interface DocumentedParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonSchema;
}

/** The part of JSON Schema that the API document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface DocumentedOperation {
  path: string;
  method: 'GET' | 'POST';
  parameters: DocumentedParameter[];
  body: JsonSchema | undefined;
}

interface Response {
  content?: Media;
}

interface Item {
  parameters?: (DocumentedParameter | { $ref: string })[];
  requestBody?: { content: Media };
  responses: Record<string, Response | { $ref: string }>;
}

/** The API document that a gateway serves. */
export class Documented {
  private readonly judge = new Ajv({ strict: false, allErrors: true, formats: { int64: true } });

  private readonly judges = new Map<string, ValidateFunction>();

  private constructor(
    private readonly paths: Record<string, Record<string, Item>>,
    readonly schemas: Record<string, JsonSchema>,
    private readonly responses: Record<string, Response>,
  ) {}

  static async of(gateway: TestGateway): Promise<Documented> {
    const { json } = await gateway.call('/openapi.json', { method: 'GET', key: null });
    const { paths, components } = json as {
      paths: Documented['paths'];
      components: { schemas: Record<string, JsonSchema>; responses: Record<string, Response> };
    };
    return new Documented(paths, components.schemas, components.responses);
  }

  operations(): DocumentedOperation[] {
    return Object.entries(this.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
        path,
        method: method === 'get' ? 'GET' : 'POST',
        parameters: parameters.filter((parameter) => 'name' in parameter),
        body: requestBody?.content['application/json']?.schema,
      })),
    );
  }

  /** Why the answer of an operation is not what the document says; empty when it is. */
  answerFaults(method: string, path: string, answer: { text: string; json: unknown }): string {
    const schema = this.media(method, path, 200)?.schema;
    if (!schema) {
      return answer.text === '' || this.isFile(method, path) ? '' : 'the answer should be empty';
    }
    const operation = `${method} ${path}`;
    const judge =
      this.judges.get(operation) ?? this.judge.compile({ ...schema, components: { schemas: this.schemas } });
    this.judges.set(operation, judge);
    return judge(answer.json) ? '' : this.judge.errorsText(judge.errors);
  }

  /** True where the document has this refusal of an operation. */
  refuses(method: string, path: string, status: number, code: number): boolean {
    const examples = this.media(method, path, status)?.examples ?? {};
    return Object.values(examples).some(({ value }) => value.code === code);
  }

  /** True where an operation answers with something other than JSON, which the document does not describe further. */
  private isFile(method: string, path: string): boolean {
    const response = this.paths[path]?.[method.toLowerCase()]?.responses[200];
    return response !== undefined && 'content' in response && Object.keys(response.content ?? {}).length > 0;
  }

  private media(method: string, path: string, status: number): Media['application/json'] {
    const response = this.paths[path]?.[method.toLowerCase()]?.responses[status];
    const ownValue = response && '$ref' in response ? this.responses[response.$ref.split('/').at(-1) ?? ''] : response;
    return ownValue?.content?.['application/json'];
  }
}
