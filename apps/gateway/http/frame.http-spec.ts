import { connect } from 'node:net';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGGER } from '#platform/app';
import { AppError } from '#platform/errors';
import { RELEASE } from '#platform/release';
import type { Logger } from '#platform/runtime';
import { Int } from '#platform/validation';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { RequiresScope, RestApi, SdkApi } from './auth/api-key.guard.js';
import { OkResponse, EmptyResponse } from './responses/responses.js';

class FramePageDto {
  @IsOptional() @Int({ min: 1 }) max = 10;
}

@RestApi('Test')
@Controller('test')
class RestController {
  @Post('write')
  @EmptyResponse('Writes')
  async write(): Promise<void> {}

  @Post('echo')
  @OkResponse('Echo', FramePageDto)
  echo(@Body() body: FramePageDto): object {
    return body;
  }

  @Get('page')
  @OkResponse('Query', FramePageDto)
  page(@Query() query: FramePageDto): object {
    return query;
  }

  @Post('scoped')
  @RequiresScope('users')
  @EmptyResponse('Needs a scope')
  scoped(): void {}

  @Post('fails')
  @EmptyResponse('Fails')
  fails(): never {
    throw new Error('connect to postgres://user:password@host failed');
  }

  @Post('away')
  @EmptyResponse('Is away')
  away(): never {
    throw new AppError('unavailable', 'Come again later');
  }

  @Post('limited')
  @EmptyResponse('Is limited')
  limited(): never {
    throw new AppError('rate_limited', 'Too many requests', { retryAfterSeconds: 1.2 });
  }
}

@SdkApi('Test')
@Controller('sdk')
class SdkController {
  @Post('write')
  @EmptyResponse('Writes')
  write(): void {}
}

let gateway: TestGateway;
const call: TestGateway['call'] = (...args) => gateway.call(...args);

beforeAll(async () => {
  gateway = await startGateway([RestController, SdkController]);
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js' });
  await gateway.makeKey('elsewhere', { addresses: ['10.0.0.0/8'] });
  await gateway.makeKey('local', { addresses: ['127.0.0.0/8'] });
  await gateway.makeKey('events only', { scopes: ['events'] });
  await gateway.makeKey('users only', { scopes: ['users'] });
});
afterAll(() => gateway.close());

describe('Log of failed requests', () => {
  it('Requests that fail one after the other have a line for each kind of failure, with its first request', async () => {
    const lines: unknown[][] = [];
    const logger = gateway.app.get<Logger>(LOGGER);
    for (const level of ['warn', 'error'] as const) {
      logger[level] = (fields: { requestId?: string }, text?: string) =>
        void lines.push([level, text, fields.requestId]);
    }
    for (let n = 0; n < 20; n += 1) {
      for (const path of ['away', 'fails']) {
        const answer = await call(`/test/${path}`, { headers: { 'x-request-id': `${path}-${n}` } });
        expect(answer.status).toBe(path === 'away' ? 503 : 500);
      }
    }
    expect(lines.slice(0, 2)).toEqual([
      ['error', 'request failed', 'away-0'],
      ['error', 'request failed', 'fails-0'],
    ]);
    // A machine that took more than five seconds adds a line about the repeats.
    expect(lines.length).toBeLessThan(10);
  });
});

describe('Responses of the gateway', () => {
  it('A successful request answers exactly 200, with a body of zero length for a write', async () => {
    const answer = await call('/test/write');
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-length')).toBe('0');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect((await call('/test/echo', { body: {} })).status).toBe(200);
  });

  it('The response carries the id of the request, and a given id is kept when it is harmless', async () => {
    const callWithId = (id: string) => call('/test/write', { headers: { 'x-request-id': id } });
    expect((await callWithId('trace-7')).headers.get('x-request-id')).toBe('trace-7');
    expect((await callWithId('a b')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('An unknown route answers with a problem document that names the path, also without a key', async () => {
    for (const path of ['/nowhere', '/', '/test/writes/']) {
      const answer = await call(`${path}?secret=1`, { key: null });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer.headers.get('allow')).toBeNull();
      expect(answer.json).toEqual({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: `There is no POST ${path}`,
        instance: path,
      });
    }
  });

  it.each([
    ['/test/write', 'GET', 'POST'],
    ['/test/write', 'DELETE', 'POST'],
    ['/test/page', 'POST', 'GET, HEAD'],
  ])('A request to %s with %s is rejected with the allowed methods %s', async (path, method, allowed) => {
    const answer = await call(path, { key: null, method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.json).toMatchObject({ title: 'Method Not Allowed', status: 405, instance: path });
  });

  it('An internal error reveals nothing about its cause', async () => {
    const answer = await call('/test/fails');
    expect(answer).toMatchObject({ status: 500, json: { code: 2001, error: 'Internal error' } });
  });

  it('A rate-limited response gives the time of the next attempt in retry-after', async () => {
    const answer = await call('/test/limited');
    expect(answer).toMatchObject({ status: 429, json: { code: 2029, error: 'Too many requests' } });
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});

describe('Malformed HTTP requests', () => {
  /** Sends bytes as they are. @returns all that comes back */
  const say = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(gateway.base);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', reject);
      socket.on('end', () => resolve(answer));
    });

  it.each([
    ['an address of 20 kB', `GET /test/page?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['another protocol', 'EHLO mail\r\n\r\n', 400],
    ['two lengths', 'POST /test/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 400],
  ])('A request with %s is answered in the envelope', async (_, text, status) => {
    const answer = await say(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      code: 2004,
      error: expect.any(String) as string,
    });
    expect((await call('/test/write')).status).toBe(200);
  });
});

describe('API keys', () => {
  it.each([
    [null, 401, 2010],
    ['', 401, 2010],
    ['hr_rest_guess-guess-guess-guess', 401, 2010],
    ['mobile', 403, 2022],
    ['js', 403, 2022],
    ['elsewhere', 403, 2021],
    ['events only', 403, 2022],
  ])('The key %j is rejected on the REST interface', async (key, status, code) => {
    const answer = await call('/test/scoped', { key });
    expect(answer).toMatchObject({ status, json: { code, error: expect.any(String) as string } });
  });

  it.each(['rest', 'local', 'users only'])('The key named %j is accepted on the REST interface', async (key) => {
    expect((await call('/test/scoped', { key })).status).toBe(200);
  });

  it('A key that is limited to scopes cannot use a route that names no scope', async () => {
    expect(await call('/test/write', { key: 'users only' })).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('Keys for apps and pages open the SDK interface, and server keys do not', async () => {
    expect((await call('/sdk/write', { key: 'mobile' })).status).toBe(200);
    expect((await call('/sdk/write', { key: 'js' })).status).toBe(200);
    expect(await call('/sdk/write', { key: 'rest' })).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('The key is checked before the body', async () => {
    expect(
      (await call('/test/echo', { key: null, raw: '{', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(401);
  });
});

describe('Pages of other origins', () => {
  const preflight = (path: string) =>
    call(path, {
      key: null,
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });

  it('A page of another origin may call the SDK interface', async () => {
    const preflighted = await preflight('/sdk/write');
    expect(preflighted.status).toBe(204);
    expect(preflighted.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflighted.headers.get('access-control-allow-headers')).toContain('x-svc-api-key');
    expect((await call('/sdk/write', { key: 'js' })).headers.get('access-control-allow-origin')).toBe('*');
    expect((await call('/sdk/write', { key: null })).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('A page of another origin cannot call the REST interface', async () => {
    expect((await preflight('/test/write')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await call('/test/write')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('Operator endpoints', () => {
  it('Health, metrics by route pattern, and the API document are available without a key', async () => {
    const get = (path: string) => call(path, { key: null, method: 'GET' });
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).json).toEqual({ status: 'ready', ...RELEASE, checks: [] });
    await call('/test/page?extId=somebody', { method: 'GET' });
    const metrics = (await get('/metrics')).text;
    expect(metrics).toMatch(/herald_http_request_seconds_count\{.*method="GET",route="\/test\/page",status="200"/);
    expect(metrics).not.toContain('somebody');
    expect((await get('/openapi.json')).json).toMatchObject({ info: { title: 'Herald' } });
    expect((await get('/docs')).text).toContain('<title>Herald API reference</title>');
  });
});
