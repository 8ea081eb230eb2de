/**
 * Import rules: imports run strictly down the ladder, into other modules by their entry points alone, and each library
 * stays in the modules that may speak to it.
 */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { APP_LADDERS, FOLDER_LADDERS, LADDER, PARTS } = require('./.ladders.cjs');

const TESTS = '\\.(spec|db-spec|http-spec|e2e-spec)\\.ts$';

const ladder = LADDER.map((module, index) => ({
  name: `ladder-${module}`,
  comment: `${module} may import only platform and the modules below it`,
  from: { path: `^libs/${module}/` },
  to: { path: `^libs/(${LADDER.slice(index + 1).join('|') || 'nothing-above'})/` },
}));

/** Screens of the panel: what two of them need stands below both. */
const SCREENS =
  'home|campaigns|users|imports|suppressions|erasures|audience|geofences|accounts|simulators|setup|keys|audit|members|me|gallery';

const LADDERS_BY_PLACE = [
  ...Object.entries(FOLDER_LADDERS).map(([module, folders]) => [`libs/${module}`, folders]),
  ...Object.entries(APP_LADDERS).map(([app, folders]) => [`apps/${app}`, folders]),
];

/** A folder that is renamed, or new in a module, would lose its rules without a word. */
function checkLadders() {
  const listed = LADDERS_BY_PLACE.flatMap(([place, folders]) => folders.map((folder) => `${place}/${folder}`));
  const modules = [...Object.keys(FOLDER_LADDERS), ...Object.keys(PARTS)];
  const present = modules.flatMap((module) => listFolders(`libs/${module}`));
  const isBelow = (path, folder) => `${path}/`.startsWith(`${folder}/`);
  const faults = [
    ...listed.filter((folder) => !existsSync(join(__dirname, folder))).map((folder) => `${folder} does not exist`),
    ...present
      .filter((folder) => !listed.some((entry) => isBelow(folder, entry) || isBelow(entry, folder)))
      .map((folder) => `${folder} has no place in FOLDER_LADDERS`),
  ];
  if (faults.length > 0) {
    throw new Error(`The ladders of .ladders.cjs are not those of the folders:\n${faults.join('\n')}`);
  }
}

function listFolders(place) {
  const entries = existsSync(join(__dirname, place))
    ? readdirSync(join(__dirname, place), { withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${place}/${name}`, ...listFolders(`${place}/${name}`)]);
}

if (existsSync(join(__dirname, 'libs', 'platform'))) {
  checkLadders();
}

const folderLadders = LADDERS_BY_PLACE.flatMap(([place, folders]) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: `folders-of-${`${place}/${folder}`.split('/').slice(1).join('-')}`,
    comment: `${folder} may import only the folders of ${place} below it`,
    from: { path: `^${place}/${folder}/`, pathNot: TESTS },
    to: { path: `^${place}/(${folders.slice(index + 1).join('|')})/` },
  })),
);

/** The Nest module of a module with folders lists the providers of its parts too; parts alone have Nest modules each. */
const nestModulesOf = (module) => (FOLDER_LADDERS[module] ? [`^libs/${module}/[^/]+\\.module\\.ts$`] : []);

const partRules = Object.entries(PARTS).flatMap(([module, parts]) =>
  parts.flatMap((part, index) => [
    {
      name: `parts-of-${module}-${part}`,
      comment: `${part} may import only the parts of ${module} below it`,
      from: { path: `^libs/${module}/${part}/`, pathNot: TESTS },
      to: {
        path: `^libs/${module}/(${[...parts.slice(index + 1).map((above) => `${above}/`), 'index\\.ts$', '[^/]+\\.module\\.ts$'].join('|')})`,
      },
    },
    {
      name: `entry-of-${module}-${part}`,
      comment: 'parts of a module import each other by their entry points alone',
      from: { path: `^libs/${module}/`, pathNot: [`^libs/${module}/${part}/`, TESTS, ...nestModulesOf(module)] },
      to: { path: `^libs/${module}/${part}/(?!index\\.ts$)` },
    },
    {
      name: `no-own-entry-${module}-${part}`,
      from: { path: `^libs/${module}/${part}/`, pathNot: TESTS },
      to: { path: `^libs/${module}/${part}/index\\.ts$` },
    },
  ]),
);

/** The entry points of a module, as a part of a pattern. */
const entriesOf = (module) => `${PARTS[module] ? `(?:(?:${PARTS[module].join('|')})/)?` : ''}index\\.ts$`;

function only(name, library, allowed) {
  return {
    name,
    from: { pathNot: [...allowed, TESTS, '^(lab|test)/'] },
    to: { path: library },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      // Fields hold lists of entries that have fields; a dispatch has a run of a series, and a series the request of a dispatch.
      from: { pathNot: '^(apps/panel/setup/forms/entry-|libs/delivery/model/(delivery|series)[.]types)' },
      to: { circular: true },
    },
    // Files of further languages are made by the build.
    { name: 'nothing-unresolved', from: {}, to: { kind: 'unknown', pathNot: '^virtual:' } },
    {
      name: 'libs-never-import-apps',
      from: { path: '^libs/', pathNot: TESTS },
      to: { path: '^(apps|lab|test|migrations)/' },
    },
    {
      name: 'apps-never-import-each-other',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    ...LADDER.map((module) => ({
      name: `entry-of-${module}`,
      comment: 'other modules import the entry point of a module alone',
      // A benchmark compares a module with its bare statements; the senders' tests need the simulators beside them.
      from: {
        pathNot: [
          `^libs/${module}/`,
          '^lab/bench/',
          ...(module === 'channels' ? ['^test/channels/', '^lab/chaos/lines/'] : []),
          // Random histories of sends run the statements of single repositories.
          ...(module === 'delivery' ? ['^test/support/retention/'] : []),
        ],
      },
      to: { path: `^libs/${module}/(?!${entriesOf(module)})` },
    })),
    {
      name: 'no-own-entry',
      from: { path: '^libs/([^/]+)/(?!platform)', pathNot: [TESTS, '^libs/platform/'] },
      to: { path: '^libs/$1/index\\.ts$' },
    },
    {
      name: 'platform-imports-nothing-above',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/(?!platform/)' },
    },
    {
      name: 'platform-parts-only-through-entries',
      from: { path: '^libs/platform/([^/]+)/' },
      to: { path: '^libs/platform/([^/]+)/(?!index\\.ts$)', pathNot: '^libs/platform/$1/' },
    },
    ...ladder,
    ...partRules,
    ...folderLadders,
    {
      name: 'lab-is-imported-by-nothing',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'packages-import-node-alone',
      from: { path: '^packages/([^/]+)/', pathNot: [TESTS, '^packages/[^/]+/test/'] },
      to: { pathNot: '^packages/$1/', kindNot: 'node' },
    },
    {
      name: 'tests-of-packages-know-no-module',
      from: { path: '^packages/' },
      to: { path: '^(apps|libs|lab|migrations)/' },
    },
    {
      name: 'packages-only-through-their-entry',
      // The tests against servers of others need frames and conversations.
      from: { pathNot: ['^packages/', '^test/channels/http2-peers/'] },
      to: { path: '^packages/[^/]+/(?!index\\.ts$)' },
    },
    only('http2-client-only-in-channels', '^packages/http2-client/', ['^libs/channels/', '^packages/']),
    only('typeorm-only-in-repositories', 'node_modules/typeorm/', [
      '\\.(repository|entity|module)\\.ts$',
      '^libs/platform/db/',
      '^migrations/',
    ]),
    only('bullmq-only-in-queue', 'node_modules/(bullmq|ioredis)/', ['^libs/platform/queue/']),
    only('pg-only-in-the-floor', 'node_modules/pg/', [
      '^libs/platform/(db|queue|embedded|postgres)/',
      '^libs/tenancy/.*\\.repository\\.ts$',
    ]),
    only(
      'providers-only-in-channels',
      'node_modules/(@parse/node-apn|firebase-admin|web-push|nodemailer|twilio|google-auth-library|@aws-sdk)/',
      ['^libs/channels/'],
    ),
    only('http-only-at-the-edge', 'node_modules/(express|@nestjs/swagger|@nestjs/platform-express)/', [
      '^apps/gateway/',
    ]),
    only('validators-only-in-dtos', 'node_modules/(class-validator|class-transformer)/', [
      '^apps/gateway/',
      '^libs/platform/(config|validation)/',
      '\\.(dto|decorators)\\.ts$',
    ]),
    {
      name: 'panel-knows-the-interface-alone',
      comment: 'the browser program shares nothing with the server but the types of its interface',
      from: { path: '^apps/panel/' },
      to: {
        path: '^(apps|lab|libs|migrations|packages|test|scripts|openapi)/',
        pathNot: ['^apps/panel/', '^openapi/panel\\.d\\.ts$'],
      },
    },
    {
      name: 'panel-screens-stand-alone',
      // The dialog of a new attribute shows the form of the set-up.
      from: { path: `^apps/panel/(${SCREENS})/`, pathNot: '^apps/panel/imports/new-attribute' },
      to: { path: `^apps/panel/(${SCREENS})/`, pathNot: '^apps/panel/$1/' },
    },
    {
      name: 'react-only-in-the-panel',
      from: { pathNot: '^(apps/panel/|node_modules/)' },
      to: { path: 'node_modules/(react|react-dom|react-aria-components|@tanstack)/' },
    },
    {
      name: 'react-aria-only-in-the-kit',
      from: { path: '^apps/panel/', pathNot: '^apps/panel/kit/' },
      to: { path: 'node_modules/(react-aria|react-aria-components|@react-aria|react-stately|@internationalized)/' },
    },
    {
      name: 'router-only-in-its-file',
      from: { path: '^apps/panel/', pathNot: '^apps/panel/(router|main)\\.tsx$' },
      to: { path: 'node_modules/@tanstack/react-router/' },
    },
  ],
};
