// npm run picture: draws the imports between modules as docs/images/modules.svg. Ends with 1 when an arrow points up.
//
//   --check  draws nothing and ends with 1 when the committed picture is another one
//
// Modules stand on a diagonal in the order of the ladder, the highest first. An import leaves its module to the right
// and comes down on the module that it needs. Allowed imports go down; an import against the ladder goes up, in red.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { setUpDependencies } from './setup.mjs';

const FILE = 'docs/images/modules.svg';
const FOLDERS = ['apps', 'libs', 'migrations'];
const APPS = ['gateway', 'worker', 'scheduler', 'cli', 'simulators'];
const TEST = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;

const BOX = { width: 116, height: 30 };
const STEP = { x: 76, y: 44 };
const MARGIN = { left: 32, top: 84, right: 32, bottom: 32 };

/**
 * Lists apps and modules from top to bottom. The ladder is the one that the import rules enforce.
 *
 * @returns {{ name: string, floor: string }[]}
 */
function readLayers() {
  const { LADDER } = createRequire(import.meta.url)(resolve('.ladders.cjs'));
  return [
    ...APPS.map((name) => ({ name, floor: 'app' })),
    { name: 'migrations', floor: 'app' },
    ...LADDER.toReversed().map((name) => ({ name, floor: 'module' })),
    { name: 'platform', floor: 'platform' },
  ];
}

/** @returns {string} the module or app of a file; '' for files outside */
function ownerOf(path) {
  const [, folder, name] = /^(apps|libs|migrations)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return folder === 'migrations' ? folder : (name ?? '');
}

/**
 * Lists each pair of modules of which one imports the other, without tests.
 *
 * @returns {Promise<{ from: string, to: string }[]>} sorted
 */
async function readPairs() {
  await setUpDependencies();
  const { readImports } = await import('./borders/read-imports.mjs');
  const pairs = new Set();
  for (const [source, targets] of [...readImports(FOLDERS)].filter(([path]) => !TEST.test(path))) {
    for (const { to: target } of targets) {
      const [from, to] = [ownerOf(source), ownerOf(target)];
      if (from !== '' && to !== '' && from !== to) {
        pairs.add(`${from} ${to}`);
      }
    }
  }
  return [...pairs].sort().map((pair) => {
    const [from, to] = pair.split(' ');
    return { from, to };
  });
}

/** Tests if an import goes up the ladder, or from one app to another. */
function isAgainst(layers, { from, to }) {
  const floorOf = (name) => layers.find((entry) => entry.name === name)?.floor;
  const place = (name) => layers.findIndex((entry) => entry.name === name);
  return (
    place(from) > place(to) ||
    (APPS.includes(from) && APPS.includes(to)) ||
    floorOf(from) === undefined ||
    floorOf(to) === undefined
  );
}

/** Draws modules that have imports. */
function draw(layers, imports) {
  const built = layers.filter(({ name }) => imports.some(({ from, to }) => from === name || to === name));
  const at = new Map(
    built.map(({ name }, index) => [name, { x: MARGIN.left + index * STEP.x, y: MARGIN.top + index * STEP.y }]),
  );
  const floors = new Map(built.map(({ name, floor }) => [name, floor]));
  const width = MARGIN.left + (built.length - 1) * STEP.x + BOX.width + MARGIN.right;
  const height = MARGIN.top + (built.length - 1) * STEP.y + BOX.height + MARGIN.bottom;
  const ways = imports.filter(({ from, to }) => at.has(from) && at.has(to));
  const down = ways.filter((way) => !isAgainst(layers, way));
  const against = ways.filter((way) => isAgainst(layers, way));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif">
  <title>Imports between the modules of Herald</title>
  <style>
    .way { fill: none; stroke: #a8b4c4; stroke-width: 1.5 }
    .turn { fill: #334155; stroke: #ffffff; stroke-width: 1.5 }
    .turn.app { fill: #7c3aed } .turn.module { fill: #0284c7 }
    .against { fill: none; stroke: #dc2626; stroke-width: 3 }
    .turn.against { fill: #dc2626; stroke: #ffffff; stroke-width: 1.5 }
    .name { font-size: 13px; font-weight: 600; text-anchor: middle }
    .app rect { fill: #ede9fe; stroke: #7c3aed } .app text { fill: #4c1d95 }
    .module rect { fill: #e0f2fe; stroke: #0284c7 } .module text { fill: #0c4a6e }
    .platform rect { fill: #f1f5f9; stroke: #475569 } .platform text { fill: #1e293b }
    .head { font-size: 18px; font-weight: 700; fill: #0f172a }
    .legend { font-size: 13px; fill: #475569 }
  </style>
  <defs>
    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#475569"/></marker>
    <marker id="tip-against" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#dc2626"/></marker>
  </defs>
  <rect width="${width}" height="${height}" fill="#ffffff"/>
  <text class="head" x="${MARGIN.left}" y="34">Imports between modules</text>
  <text class="legend" x="${MARGIN.left}" y="56">An import leaves its module to the right, turns at a dot and comes down on what it needs. ${against.length === 0 ? 'None goes up.' : `${against.length} ${against.length === 1 ? 'goes' : 'go'} against the ladder (red).`}</text>
${down.map((way) => drawDown(way, at)).join('\n')}
${down.map((way) => drawTurn(way, at, floors.get(way.from))).join('\n')}
${built.map(({ name, floor }) => drawBox(name, floor, at.get(name))).join('\n')}
${against.map((way) => drawAgainst(way, at)).join('\n')}
</svg>
`.replace(/\n\n+/g, '\n');
}

function drawBox(name, floor, { x, y }) {
  return `  <g class="${floor}"><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text class="name" x="${x + BOX.width / 2}" y="${y + BOX.height / 2 + 5}">${name}</text></g>`;
}

function drawDown({ from, to }, at) {
  const { x, y } = turnOf({ from, to }, at);
  return `  <path class="way" d="M${at.get(from).x + BOX.width} ${y}H${x}V${at.get(to).y}" marker-end="url(#tip)"/>`;
}

function drawTurn({ from, to }, at, kind) {
  const { x, y } = turnOf({ from, to }, at);
  return `  <circle class="turn ${kind}" cx="${x}" cy="${y}" r="5"><title>${from} imports ${to}</title></circle>`;
}

/** Draws it to the left and up; between apps, where down is wrong as well, to the right and down. */
function drawAgainst({ from, to }, at) {
  const [start, end] = [at.get(from), at.get(to)];
  const up = end.y < start.y;
  const { x, y } = turnOf({ from, to }, at);
  const [side, goal] = up ? [start.x, end.y + BOX.height] : [start.x + BOX.width, end.y];
  return `  <path class="against" d="M${side} ${y}H${x}V${goal}" marker-end="url(#tip-against)"/>
${drawTurn({ from, to }, at, 'against')}`;
}

/** Point where an import turns: the row of the importing module, the column of the imported one. */
function turnOf({ from, to }, at) {
  return { x: at.get(to).x + BOX.width / 2, y: at.get(from).y + BOX.height / 2 };
}

const layers = readLayers();
const imports = await readPairs();
const picture = draw(layers, imports);
const against = imports.filter((way) => isAgainst(layers, way));
for (const { from, to } of against) {
  console.error(`${from} imports ${to}, against the ladder`);
}
if (process.argv.includes('--check')) {
  const committed = readFileSync(FILE, 'utf8');
  if (committed !== picture) {
    console.error(`${FILE} is not what the sources say; run "npm run picture" and commit it`);
  }
  process.exitCode = against.length > 0 || committed !== picture ? 1 : 0;
} else {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, picture);
  console.log(`${FILE}: ${imports.length} imports between modules, ${against.length} against the ladder`);
  process.exitCode = against.length > 0 ? 1 : 0;
}
