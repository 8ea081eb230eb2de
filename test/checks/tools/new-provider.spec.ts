import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REGISTRATIONS = [
  'libs/channels/providers/registry.ts',
  'apps/simulators/apis/registry.ts',
  'apps/simulators/server/providers.ts',
];
const PROGRAM = `import(process.argv[1]).then(({ newProvider }) =>
  console.log(JSON.stringify(newProvider(process.argv[2], process.argv[3]))))`;

interface Created {
  created: string[];
  changed: string[];
}

/** A checkout with the files that name providers. */
function checkout(): string {
  const root = mkdtempSync(join(tmpdir(), 'herald-new-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of REGISTRATIONS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
  }
  return root;
}

function add(root: string, name: string): { code: number | null; output: string; error: string } {
  const generator = join(ROOT, 'scripts/new/provider.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', PROGRAM, generator, root, name]);
  return { code: status, output: stdout.toString(), error: stderr.toString() };
}

it('The generator writes a provider into two folders of its own, and registers it in three files', () => {
  const root = checkout();
  const { output } = add(root, 'my-house');
  const { created, changed } = JSON.parse(output) as Created;
  expect(changed).toEqual(REGISTRATIONS);
  expect(created).toHaveLength(readdirSync(join(ROOT, 'scripts/new/provider')).length);
  for (const path of created) {
    expect(path).toMatch(/^(libs\/channels\/providers|apps\/simulators)\/my-house\//);
    expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/__name__|__Name__|__NAME__/i);
  }
  const [library = '', simulators = '', names = ''] = changed.map((path) => readFileSync(join(root, path), 'utf8'));
  expect(library).toMatch(/^import \{ MY_HOUSE \} from '\.\/my-house\/my-house\.provider\.js';$/m);
  expect(library).toMatch(/PROVIDERS: readonly Provider\[\] = \[[^\]]*, MY_HOUSE\]/);
  expect(simulators).toMatch(/'my-house': \{/);
  expect(names).toMatch(/HTTP_APIS = \[[^\]]*, 'my-house'\]/);
});

it.each(['Twilio', 'my_house', '-x', '../x', ''])(
  'The generator refuses the provider name %j and writes nothing',
  (name) => {
    const root = checkout();
    const before = readdirSync(root, { recursive: true }).toSorted();
    expect(add(root, name).code).not.toBe(0);
    expect(readdirSync(root, { recursive: true }).toSorted()).toEqual(before);
  },
);

it('The generator does not overwrite an existing provider', () => {
  const root = checkout();
  expect(add(root, 'my-house').code).toBe(0);
  expect(add(root, 'my-house').error).toContain('There is a provider my-house already');
});
