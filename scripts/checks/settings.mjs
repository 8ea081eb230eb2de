// .env.example and the table of docs/deployment.md name the settings of Config, with its defaults; nothing is read that is
// not declared.
import { configFields, CONFIG } from './support/settings.mjs';
import { textOf } from './support/files.mjs';
import { report } from './support/report.mjs';

const LOADER = 'libs/platform/config/load.ts';
const EXAMPLE = '.env.example';
const TABLE = 'docs/deployment.md';

const fields = configFields();

function compare(file, told) {
  return [
    ...[...fields.keys()].filter((name) => !told.has(name)).map((name) => `${file} does not name ${name} of ${CONFIG}`),
    ...[...told.keys()]
      .filter((name) => !fields.has(name))
      .map((name) => `${file} names ${name}, which ${CONFIG} has not`),
    ...[...told]
      .filter(([name, value]) => fields.has(name) && fields.get(name) !== value)
      .map(([name, value]) => `${file} says ${name}=${value}, but its default is "${fields.get(name)}"`),
  ];
}

const example = new Map(
  [...textOf(EXAMPLE).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const table = new Map(
  [...textOf(TABLE).matchAll(/^\| `([A-Z][A-Z0-9_]*)` +\| (?:`([^`]*)`|–) +\|/gm)].map(([, name, value = '']) => [
    name,
    value,
  ]),
);
// A field without a default does not exist until it is given: the loader must know its name.
const loader = textOf(LOADER);
const unread = [...fields]
  .filter(([name, value]) => value === '' && !loader.includes(`'${name}'`))
  .map(([name]) => `${LOADER} never reads ${name}, which has no default`);

report(
  [...compare(EXAMPLE, example), ...compare(TABLE, table), ...unread],
  `${fields.size} settings stand in Config, ${EXAMPLE} and ${TABLE} alike`,
);
