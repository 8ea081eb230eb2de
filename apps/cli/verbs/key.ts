import { ApiKeyService, ApplicationService, KEY_KINDS, SCOPES, type NewKey } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../runtime/app-context.js';
import { say } from '../runtime/environment.js';
import type { VerbCall, Verb } from '../runtime/verb.js';
import { findApp, oneOf } from './arguments.js';

export const keyCreate: Verb = {
  name: 'key create',
  summary: 'Creates an API key and shows it once.',
  operands: '',
  options: {
    app: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    addresses: { type: 'string' },
  },
  explain: {
    app: 'name of the application (not needed when there is only one)',
    kind: `${KEY_KINDS.join(', ')}; rest when absent`,
    name: 'what the key is for',
    scopes: `parts of the interface it may use, with commas: ${SCOPES.join(', ')}`,
    addresses: 'addresses and networks that may use it, with commas',
  },
  async run(call) {
    const newKey = readKey(call);
    const secret = await withAppContext(async (context) => {
      const app = await findApp(context.get(ApplicationService), call.values['app']);
      return (await context.get(ApiKeyService).createKey(app.id, newKey)).secret;
    });
    say(secret);
    return 0;
  },
};

function readKey({ values, positionals }: VerbCall): NewKey {
  if (positionals.length > 0) {
    throw new OperatorError('Usage: herald key create [options] (see "herald key create --help").');
  }
  return {
    kind: oneOf(KEY_KINDS, String(values['kind'] ?? 'rest'), '--kind'),
    name: String(values['name'] ?? 'made by herald key create'),
    scopes: list(values['scopes'])?.map((scope) => oneOf(SCOPES, scope, '--scopes')),
    addresses: list(values['addresses']),
  };
}

function list(value: string | boolean | undefined): string[] | undefined {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : undefined;
}
