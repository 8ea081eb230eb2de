// npm run new -- provider NAME, or herald new provider NAME: the folder of a provider and that of its simulator, and both
// registered. What is generated compiles, and fails the conformance suite until it is filled in.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATES = join(dirname(fileURLToPath(import.meta.url)), 'provider');
const LIBRARY = 'libs/channels/providers/registry.ts';
const SIMULATORS = 'apps/simulators/apis/registry.ts';
const NAMES = 'apps/simulators/server/providers.ts';

/**
 * Writes a new provider into a checkout.
 *
 * @param {string} root
 * @param {string} name  small letters, digits and hyphens
 * @returns {{ created: string[], changed: string[] }} paths below the root
 * @throws Error for a name that is no name, or is taken
 */
export function newProvider(root, name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error('The name of a provider has small letters, digits and hyphens, such as "my-house"');
  }
  const folder = `libs/channels/providers/${name}`;
  if (existsSync(join(root, folder)) || existsSync(join(root, `apps/simulators/${name}`))) {
    throw new Error(`There is a provider ${name} already`);
  }
  const pascal = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());
  const constant = name.replaceAll('-', '_').toUpperCase();
  const fill = (text) =>
    text.replaceAll('__Name__', pascal).replaceAll('__NAME__', constant).replaceAll('__name__', name);
  const created = readdirSync(TEMPLATES).map((file) => {
    const part = file.replace(/\.txt$/, '');
    const path =
      part === 'simulator.ts'
        ? `apps/simulators/${name}/${name}.simulator.ts`
        : `${folder}/${name}${part.startsWith('provider.') ? '.' : '-'}${part}`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fill(readFileSync(join(TEMPLATES, file), 'utf8')));
    return path;
  });
  change(root, LIBRARY, (text) =>
    addImport(text, `import { ${constant} } from './${name}/${name}.provider.js';`).replace(
      /(PROVIDERS: readonly Provider\[\] = \[[^\]]*?),?\s*\]/,
      `$1, ${constant}]`,
    ),
  );
  change(root, SIMULATORS, (text) =>
    addImport(text, `import { show${pascal}, ${pascal}Simulator } from '../${name}/${name}.simulator.js';`).replace(
      /\n\};\n$/,
      `\n  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: {
    label: ['Text messages', '${pascal}'],
    make: ({ faults, callbacks }) => new ${pascal}Simulator(faults, callbacks),
    show: show${pascal},
  },\n};\n`,
    ),
  );
  change(root, NAMES, (text) => text.replace(/(HTTP_APIS = \[[^\]]*?),?\s*\]/, `$1, '${name}']`));
  return { created, changed: [LIBRARY, SIMULATORS, NAMES] };
}

/** @throws Error when the file has not the form that is expected: then it is changed by hand */
function change(root, path, edit) {
  const text = readFileSync(join(root, path), 'utf8');
  const edited = edit(text);
  if (edited === text) {
    throw new Error(`${path} has changed its form: register the provider there by hand`);
  }
  writeFileSync(join(root, path), edited);
}

function addImport(text, line) {
  const last = [...text.matchAll(/^import [^;]*;\n/gm)].at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
}
