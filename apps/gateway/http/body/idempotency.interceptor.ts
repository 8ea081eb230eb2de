import { createHash } from 'node:crypto';
import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { INSTALLATION } from '#libs/audit';
import { permissionsOf } from '#libs/members';
import type { Caller } from '#libs/tenancy';
import { fromInstallationId } from '#libs/users/identities';
import { mapInStretches } from '#platform/async';
import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import { IdempotencyService } from '#platform/idempotency';
import { KEPT_HEADERS } from '../responses/kept-headers.js';
import { isMultipart, routeOf, type GatewayRequest } from '../request/request-context.js';

/** The client names its request in the first; the second marks a repeated response. */
export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const MAX_KEY = 255;
const SECRET_ANSWER = Symbol('secret answer');

/**
 * An operation whose answer has a secret, or values of a person, where an erasure would not find them. The answer is not
 * stored, so a repeat does the work once more.
 */
export const AnswersSecret = () => SetMetadata(SECRET_ANSWER, true);

const KEY_NEEDED = Symbol('key needed');
/** An operation that must not be done twice by accident: without an `Idempotency-Key` it is refused. */
export const NeedsIdempotencyKey = () => SetMetadata(KEY_NEEDED, true);

/**
 * Makes a POST with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07) safe to repeat. It runs after the
 * body is read, because the body identifies a repeat too. Only responses with status 200 are stored: a refusal changed
 * nothing.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly requests: IdempotencyService,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const header = request.get(KEY_HEADER);
    if (header === undefined && this.reflector.get<boolean | undefined>(KEY_NEEDED, context.getHandler()) === true) {
      throw missing(KEY_HEADER);
    }
    const requester = request.method === 'POST' ? readRequester(request) : undefined;
    const isSecret = this.reflector.get<boolean | undefined>(SECRET_ANSWER, context.getHandler()) === true;
    if (header === undefined || !requester || isSecret) {
      return next.handle();
    }
    const response = http.getResponse<Response>();
    const { value, headers, isReplayed } = await this.requests.run(
      {
        ...requester,
        key: readKey(header),
        fingerprint: await fingerprintOf(request),
      },
      () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      () => readKeptHeaders(response),
    );
    if (isReplayed) {
      response.set(headers);
      response.setHeader(REPLAYED_HEADER, 'true');
    }
    return of(value);
  }
}

function readKeptHeaders(response: Response): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = response.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** Reads the caller that may repeat the request; undefined where nothing distinguishes the caller. */
function readRequester(request: GatewayRequest): { appId: number; scope: string } | undefined {
  const { caller, panel } = request.context;
  if (panel) {
    // The path has ids, and a session may end between two attempts.
    const scope = `member ${panel.member.memberId} ${request.method} ${request.path}`;
    return { appId: panel.app?.id ?? INSTALLATION, scope };
  }
  return caller && !isUnknownDevice(caller, request)
    ? { appId: caller.appId, scope: scopeOf(caller, request) }
    : undefined;
}

/**
 * Keys of one kind share the scope, so that a rotated key finds the requests of its predecessor. Devices share their key
 * with strangers, so each has a scope of its own.
 */
function scopeOf(caller: Caller, request: GatewayRequest): string {
  const device = caller.kind === 'rest' ? '' : ` ${readDevice(request.body)}`;
  return `${caller.kind} ${request.method} ${routeOf(request)}${device}`;
}

/**
 * Tests if the asking device may be another one with the same key and body. The answer to its registration has a
 * secret, so it is never repeated: a second request registers a second installation. The identity token of a user is
 * known to the user's devices alone.
 */
function isUnknownDevice(caller: Caller, { body }: GatewayRequest): boolean {
  return caller.kind !== 'rest' && readDevice(body) === '' && readText(body, 'identityToken') === '';
}

/** The installation that a body names; empty for a text that names none, which the operation refuses. */
function readDevice(parsed: unknown): string {
  const text = readText(parsed, 'installationId');
  return fromInstallationId(text) === undefined ? '' : text;
}

function readText(parsed: unknown, field: string): string {
  const text = isJsonObject(parsed) ? parsed[field] : undefined;
  return typeof text === 'string' ? text : '';
}

/** The header is a structured string (RFC 9651), in quotes; without quotes it means the same. */
function readKey(header: string): string {
  const key = /^".*"$/.test(header) ? header.slice(1, -1) : header;
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY) {
    throw malformed(`The header ${KEY_HEADER} should have 1 to ${MAX_KEY} visible ASCII characters`);
  }
  return key;
}

/**
 * A hash of query and parsed body, so that white space between JSON tokens makes no difference, and of what may be
 * asked for: a stored answer is repeated only to the same rights. A form has a body where its route accepts files.
 */
async function fingerprintOf(request: GatewayRequest): Promise<Buffer> {
  if (isMultipart(request) && request.body === undefined) {
    throw malformed(`The header ${KEY_HEADER} is not taken with a form that the operation does not read`);
  }
  const [, query = ''] = request.originalUrl.split('?', 2);
  return hashJson([query, request.body, ...rightsOf(request)]);
}

/** The rights of the requester. A key without a list of scopes may do everything, and adds nothing. */
function rightsOf({ context: { caller, panel } }: GatewayRequest): string[] {
  if (panel) {
    return [[...permissionsOf(panel.grants, panel.app?.id ?? null)].toSorted().join(' ')];
  }
  return caller?.scopes ? [caller.scopes.toSorted().join(' ')] : [];
}

/** SHA-256 of the JSON text of a list. The entries of a list in it are written one by one: there may be many. */
async function hashJson(values: readonly unknown[]): Promise<Buffer> {
  const hash = createHash('sha256').update('[');
  for (const [index, value] of values.entries()) {
    hash.update(index > 0 ? ',' : '');
    if (Array.isArray(value)) {
      hash.update('[');
      await mapInStretches(value, (entry: unknown, place) => hash.update(`${place > 0 ? ',' : ''}${toJson(entry)}`));
      hash.update(']');
    } else {
      hash.update(toJson(value));
    }
  }
  return hash.update(']').digest();
}

/** A value that is not JSON is null in a list. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
