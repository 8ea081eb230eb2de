import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { joinPath, Form, type Application, type ApplyContext, type ApplySection, type Difference } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { parsePublicHttpsUrl } from '#platform/net';
import { HookRepository, type StoredHook } from './hook.repository.js';
import { HookSecrets } from './hook-secrets.js';
import { isSecret, makeSecret } from './webhook.js';

const LONGEST_NAME = 100;
const LONGEST_URL = 2000;
const MOST_PARAMS = 50;

interface WantedHook {
  name: string;
  url: string | null;
  params: Record<string, string>;
  secret: string | undefined;
}

/**
 * The section `hooks` of an application file: servers that are told what became of a send. A hook without a secret is
 * given one, which is shown once; another secret in the file replaces it, and for a day calls are signed with both.
 */
@Injectable()
export class HooksSection implements ApplySection {
  readonly section = 'hooks';

  constructor(
    private readonly hooks: HookRepository,
    private readonly secrets: HookSecrets,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const wanted = readHooks(value, this.section);
    const present = new Map((await this.hooks.findAll(tx, app.id)).map((hook) => [hook.name, hook]));
    const differences: Difference[] = [];
    for (const hook of wanted.values()) {
      const known = present.get(hook.name);
      differences.push(...(known ? await this.change(tx, known, hook) : await this.add(tx, app.id, hook, context)));
    }
    for (const { hookId, name } of context.prune ? present.values() : []) {
      if (!wanted.has(name)) {
        await this.hooks.delete(tx, hookId);
        differences.push({ change: 'remove', subject: `hooks: ${name}` });
      }
    }
    return differences;
  }

  private async add(tx: Tx, appId: number, hook: WantedHook, context: ApplyContext): Promise<Difference[]> {
    const { name, url, params } = hook;
    const secret = hook.secret ?? makeSecret();
    await this.hooks.insert(tx, { appId, name, url, params, sealed: this.secrets.seal(appId, name, secret) });
    if (hook.secret === undefined) {
      context.reveal({ kind: 'hook', name, secret });
    }
    return [{ change: 'add', subject: `hooks: ${name}` }];
  }

  private async change(tx: Tx, known: StoredHook, { name, url, params, secret }: WantedHook): Promise<Difference[]> {
    const differences: Difference[] = [];
    if (known.url !== url || !isDeepStrictEqual(known.params, params)) {
      await this.hooks.update(tx, { hookId: known.hookId, url, params });
      differences.push({ change: 'change', subject: `hooks: ${name}` });
    }
    const [current] = this.secrets.open(known);
    if (secret !== undefined && secret !== current) {
      await this.hooks.replaceSecret(tx, known.hookId, this.secrets.seal(known.appId, name, secret));
      differences.push({ change: 'change', subject: `hooks: ${name}: secret` });
    }
    return differences;
  }
}

function readHooks(value: unknown, path: string): Map<string, WantedHook> {
  const hooks = new Map<string, WantedHook>();
  for (const form of Form.readList(value, path, ['name', 'url', 'simulator', 'params', 'secret'])) {
    const name = form.text('name');
    if (name.length > LONGEST_NAME) {
      throw malformed(`${joinPath(form.path, 'name')} should have at most ${LONGEST_NAME} characters`);
    }
    if (hooks.has(name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${name} is listed twice`);
    }
    const secret = form.optionalText('secret');
    if (secret !== undefined && !isSecret(secret)) {
      throw malformed(`${joinPath(form.path, 'secret')} should be whsec_ and 24 to 64 bytes in base64`);
    }
    hooks.set(name, { name, url: readUrl(form), params: readParams(form), secret });
  }
  return hooks;
}

function readUrl(form: Form): string | null {
  if (form.flag('simulator') === true) {
    if (form.has('url')) {
      throw malformed(`${joinPath(form.path, 'url')} has no meaning beside simulator`);
    }
    return null;
  }
  const url = form.text('url');
  if (url.length > LONGEST_URL || !parsePublicHttpsUrl(url)) {
    throw malformed(`${joinPath(form.path, 'url')} should be an https address of the public internet`);
  }
  return url;
}

function readParams(form: Form): Record<string, string> {
  const value = form.value('params') ?? {};
  const path = joinPath(form.path, 'params');
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw malformed(`${path} should be a map`);
  }
  const params = Object.entries(value);
  if (params.length > MOST_PARAMS || params.some(([, text]) => typeof text !== 'string')) {
    throw malformed(`${path} should hold at most ${MOST_PARAMS} texts`);
  }
  return Object.fromEntries(params) as Record<string, string>;
}
