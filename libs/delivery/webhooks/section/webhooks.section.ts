import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { isWebhookSecret, generateWebhookSecret } from '#platform/crypto';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { parsePublicHttpsUrl } from '#platform/net';
import { Form, joinPath, namesOf } from '#platform/forms';
import { WebhookEndpointRepository, type StoredEndpoint } from '../webhook-endpoint.repository.js';
import { WebhookSecretService } from '../webhook-secret.service.js';
import { isWebhookEvent, listWebhookEvents, type WebhookEvent } from '../webhook-events.js';
import { HOOK_FIELDS, HOOKS_REFERENCE, MAX_NAME_LENGTH, MAX_PARAMS, MAX_URL_LENGTH } from './webhooks-reference.js';

interface EndpointSettings {
  name: string;
  url: string | null;
  params: Record<string, string>;
  events: WebhookEvent[];
  secret: string | undefined;
}

/**
 * The section `hooks` of an application file: servers that get the results of sends. An endpoint without a secret gets one,
 * which is shown once. Another secret in the file replaces it; for a day both sign requests.
 */
@Injectable()
export class WebhooksSection implements ApplySection {
  readonly section = 'hooks';
  readonly reference = HOOKS_REFERENCE;

  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecretService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const settingsByName = parseEndpoints(value, this.section);
    const storedByName = new Map(
      (await this.endpoints.lockEndpoints(tx, app.id)).map((endpoint) => [endpoint.name, endpoint]),
    );
    const differences: Difference[] = [];
    for (const settings of settingsByName.values()) {
      const stored = storedByName.get(settings.name);
      differences.push(
        ...(stored
          ? await this.changeEndpoint(tx, stored, settings)
          : await this.addEndpoint(tx, app.id, settings, context)),
      );
    }
    for (const { hookId, name } of context.prune ? storedByName.values() : []) {
      if (!settingsByName.has(name)) {
        await this.endpoints.deleteEndpoint(tx, hookId);
        differences.push({ change: 'remove', subject: `hooks: ${name}` });
      }
    }
    return differences;
  }

  /** An endpoint that is listed without its secret keeps it. */
  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.endpoints.listEndpoints(on, id);
    return rows.length === 0 ? undefined : { value: rows.map(toEntry), withheld: [] };
  }

  private async addEndpoint(
    tx: Tx,
    appId: number,
    settings: EndpointSettings,
    context: ApplyContext,
  ): Promise<Difference[]> {
    const { name, url, params, events } = settings;
    const secret = settings.secret ?? generateWebhookSecret();
    await this.endpoints.insertEndpoint(tx, {
      appId,
      name,
      url,
      params,
      events,
      sealed: this.secrets.sealSecret(appId, name, secret),
    });
    if (settings.secret === undefined) {
      context.reveal({ kind: 'hook', name, secret });
    }
    return [{ change: 'add', subject: `hooks: ${name}` }];
  }

  private async changeEndpoint(
    tx: Tx,
    stored: StoredEndpoint,
    { name, url, params, events, secret }: EndpointSettings,
  ): Promise<Difference[]> {
    const differences: Difference[] = [];
    if (!isDeepStrictEqual([stored.url, stored.params, stored.events], [url, params, events])) {
      await this.endpoints.updateEndpoint(tx, { hookId: stored.hookId, url, params, events });
      differences.push({ change: 'change', subject: `hooks: ${name}` });
    }
    if (secret !== undefined && secret !== this.secrets.openSecret(stored)) {
      await this.endpoints.replaceSecret(tx, stored.hookId, this.secrets.sealSecret(stored.appId, name, secret));
      differences.push({ change: 'change', subject: `hooks: ${name}: secret` });
    }
    return differences;
  }
}

function toEntry({ name, url, params, events }: StoredEndpoint): object {
  return {
    name,
    ...(url === null ? { simulator: true } : { url }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(events.length > 0 && { events }),
  };
}

function parseEndpoints(value: unknown, path: string): Map<string, EndpointSettings> {
  const endpoints = new Map<string, EndpointSettings>();
  for (const form of Form.readList(value, path, namesOf(HOOK_FIELDS))) {
    const name = form.text('name');
    if (name.length > MAX_NAME_LENGTH) {
      throw malformed(`${joinPath(form.path, 'name')} should have at most ${MAX_NAME_LENGTH} characters`);
    }
    if (endpoints.has(name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${name} is listed twice`);
    }
    const secret = form.optionalText('secret');
    if (secret !== undefined && !isWebhookSecret(secret)) {
      throw malformed(`${joinPath(form.path, 'secret')} should be whsec_ and 24 to 64 bytes in base64`);
    }
    endpoints.set(name, { name, url: parseUrl(form), params: parseParams(form), events: parseEvents(form), secret });
  }
  return endpoints;
}

function parseUrl(form: Form): string | null {
  if (form.flag('simulator') === true) {
    if (form.has('url')) {
      throw malformed(`${joinPath(form.path, 'url')} has no meaning beside simulator`);
    }
    return null;
  }
  const url = form.text('url');
  if (url.length > MAX_URL_LENGTH || !parsePublicHttpsUrl(url)) {
    throw malformed(`${joinPath(form.path, 'url')} should be an https address of the public internet`);
  }
  return url;
}

/** @returns each event once, in the order of all */
function parseEvents(form: Form): WebhookEvent[] {
  const names = form.texts('events') ?? [];
  const unknown = names.findIndex((name) => !isWebhookEvent(name));
  if (unknown !== -1) {
    const path = joinPath(joinPath(form.path, 'events'), unknown);
    throw malformed(`${path} should be one of ${listWebhookEvents().join(', ')}`);
  }
  return listWebhookEvents().filter((name) => names.includes(name));
}

function parseParams(form: Form): Record<string, string> {
  const value = form.value('params') ?? {};
  const path = joinPath(form.path, 'params');
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw malformed(`${path} should be a map`);
  }
  const params = Object.entries(value);
  if (params.length > MAX_PARAMS || params.some(([, text]) => typeof text !== 'string')) {
    throw malformed(`${path} should hold at most ${MAX_PARAMS} texts`);
  }
  return Object.fromEntries(params) as Record<string, string>;
}
