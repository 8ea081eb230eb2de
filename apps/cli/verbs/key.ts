import { ApiKeyService, ApplicationService, KEY_KINDS, SCOPES, type NewKey } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withRooms } from '../rooms.js';
import { say } from '../surroundings.js';
import type { Call, Verb } from '../verb.js';

export const keyCreate: Verb = {
  name: 'key create',
  summary: 'Makes an API key and shows it once.',
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
    const wanted = readKey(call);
    const secret = await withRooms(async (rooms) => {
      const app = await findApp(rooms.get(ApplicationService), call.values['app']);
      return (await rooms.get(ApiKeyService).create(app.id, wanted)).secret;
    });
    say(secret);
    return 0;
  },
};

function readKey({ values, positionals }: Call): NewKey {
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

async function findApp(applications: ApplicationService, name: unknown): Promise<{ id: number }> {
  const all = await applications.list();
  const found = typeof name === 'string' ? all.find((app) => app.name === name) : all.length === 1 ? all[0] : undefined;
  if (found === undefined) {
    const names = all.map((app) => app.name).join(', ') || 'none yet; "herald apply FILE" makes one';
    throw new OperatorError(`Name one of the applications with --app: ${names}.`);
  }
  return found;
}

function oneOf<T extends string>(allowed: readonly T[], text: string, option: string): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) {
    throw new OperatorError(`${option} takes ${allowed.join(', ')}, not "${text}".`);
  }
  return found;
}

function list(value: string | boolean | undefined): string[] | undefined {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : undefined;
}
