import type { paths as RestPaths } from '../../../openapi/rest.js';
import type { paths as SdkPaths } from '../../../openapi/sdk.js';

type Paths = RestPaths & SdkPaths;
type Method = 'get' | 'post';
interface Described {
  parameters: { query?: object };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content?: { 'application/json': unknown } } };
}

/** Paths of the API document that have the method. */
export type PathOf<M extends Method> = { [P in keyof Paths]: Paths[P][M] extends Described ? P : never }[keyof Paths];
type OperationOf<P extends keyof Paths, M extends Method> = Extract<Paths[P][M], Described>;
type BodyOf<O extends Described> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : undefined;
type QueryOf<O extends Described> = NonNullable<O['parameters']['query']>;
type AnswerOf<O extends Described> = O['responses'][200] extends { content: { 'application/json': infer A } }
  ? A
  : undefined;

interface Options<O extends Described> {
  query?: QueryOf<O>;
  idempotencyKey?: string;
}

/** An answer other than 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: number | undefined,
    text: string,
  ) {
    super(`${status} ${text}`);
  }
}

/** Calls a gateway in the types of its API document: a path, field or answer that is not documented does not compile. */
export class ApiClient {
  /** @param key  secret of an API key */
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  /** @throws Refusal for anything but 200 */
  async get<P extends PathOf<'get'>>(
    path: P,
    options: Options<OperationOf<P, 'get'>> = {},
  ): Promise<AnswerOf<OperationOf<P, 'get'>>> {
    return this.call(path, 'GET', undefined, options);
  }

  /** @throws Refusal for anything but 200 */
  async post<P extends PathOf<'post'>>(
    path: P,
    body: BodyOf<OperationOf<P, 'post'>>,
    options: Options<OperationOf<P, 'post'>> = {},
  ): Promise<AnswerOf<OperationOf<P, 'post'>>> {
    return this.call(path, 'POST', body, options);
  }

  private async call<A>(
    path: string,
    method: string,
    body: unknown,
    { query = {}, idempotencyKey }: { query?: object; idempotencyKey?: string },
  ): Promise<A> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await fetch(`${this.base}${path}?${search}`, {
      method,
      headers: {
        'X-SVC-Api-Key': this.key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = text === '' ? undefined : (JSON.parse(text) as unknown);
    if (answer.status !== 200) {
      throw new Refusal(answer.status, (json as { code?: number } | undefined)?.code, text);
    }
    return json as A;
  }
}
