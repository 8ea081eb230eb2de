import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '#libs/users/imports';
import { INSIDE, PATHS } from '../../../k8s/manifests/paths.js';
import { resolveParts } from '../../../k8s/manifests/parts.js';
import { layValues, PRESETS } from '../../../k8s/manifests/values.js';
import { overlays, parts } from './written-files.js';

interface Ingress {
  kind: string;
  metadata: { name: string; annotations: Record<string, string> };
  spec: { rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[] };
}

const GATEWAY = 'apps/gateway';
/** A path as a source names it: of a controller, of a router, of a page, or compared with that of a request. */
const NAMED = [
  /@Controller\('([^']+)'\)/g,
  /\brouter\.\w+\(\s*'\/([^']+)'/g,
  /onlyBelow\('\/([^']+)'/g,
  /_PATH = '\/([^']+)'/g,
  /ADDRESS = \/\^\\\/(\w+)/g,
  /request\.path === '\/([^']+)'/g,
  /request\.path\.startsWith\('\/([^']+)'/g,
];

/** The first parts of all paths that the sources of the gateway name. */
function listServed(): string[] {
  const texts = readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/spec\.ts$|browser\//.test(path))
    .map((path) => readFileSync(`${GATEWAY}/${path}`, 'utf8'));
  // PAGE_PATHS is a pattern: its names are read from its alternatives.
  const pages = texts.flatMap((text) => /PAGE_PATHS = \/\^\\\/\(([^)]+)\)/.exec(text)?.[1]?.match(/[a-z]+/g) ?? []);
  const named = texts.flatMap((text) =>
    NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, path]) => path)),
  );
  return [...new Set([...named, ...pages].flatMap((path) => (path === undefined ? [] : [`/${path.split('/')[0]}`])))];
}

const served = listServed();
const ingresses = (values: Parameters<typeof layValues>[1]): Ingress[] => {
  const objects: unknown[] = resolveParts(parts, layValues(PRESETS, values));
  return (objects as Ingress[]).filter(({ kind }) => kind === 'Ingress');
};
const enabled = { ingress: { enabled: true, host: 'a.test', panelHost: 'b.test' } };

/** The Ingress that takes a request: an exact path first, then the longest prefix. */
function routeOf(values: Parameters<typeof layValues>[1], host: string, path: string): string | undefined {
  return ingresses(values)
    .flatMap(({ metadata, spec }) =>
      spec.rules
        .filter((rule) => rule.host === host)
        .flatMap((rule) => rule.http.paths.map((entry) => ({ ...entry, name: metadata.name }))),
    )
    .filter((entry) =>
      entry.pathType === 'Exact' ? entry.path === path : path === entry.path || path.startsWith(`${entry.path}/`),
    )
    .toSorted(
      (a, b) => Number(b.pathType === 'Exact') - Number(a.pathType === 'Exact') || b.path.length - a.path.length,
    )[0]?.name;
}

describe('Routes of the Ingress', () => {
  it('The sources of the gateway name the paths that are known', () => {
    expect(served).toEqual(
      expect.arrayContaining(['/rest', '/sdk', '/panel', '/push', '/c', '/m', '/u', '/docs', '/health']),
    );
  });

  it.each(served)('The path %s has a route, or stays inside', (path) => {
    const isInside = INSIDE.some((inside) => inside === path);
    for (const host of ['a.test', 'b.test']) {
      expect(routeOf(enabled, host, path) !== undefined || routeOf(enabled, host, `${path}/x`) !== undefined).toBe(
        !isInside,
      );
    }
  });

  it.each(PATHS.map(({ path }) => path))('The route %s leads to something that the gateway serves', (path) => {
    expect(path === '/' || served.includes(`/${path.split('/')[1]}`)).toBe(true);
  });

  it.each([
    ['/rest/3.0/registerUsers', 'herald'],
    ['/rest/3.0/importUsers', 'herald-streams'],
    ['/panel/1.0/apps/shop/imports', 'herald-streams'],
    ['/panel/1.0/live', 'herald-streams'],
    ['/panel/', 'herald-streams'],
    ['/push/1.1/x', 'herald'],
    ['/c/TOKEN', 'herald'],
    ['/', 'herald'],
    ['/metrics', undefined],
    ['/health/ready', undefined],
    ['/healthy', undefined],
  ])('The path %s is led by %s', (path, name) => {
    expect(routeOf(enabled, 'a.test', path)).toBe(name);
  });

  it('Imports and event streams have large bodies, long time limits and no buffer', () => {
    const [streams] = ingresses(enabled).filter(({ metadata }) => metadata.name === 'herald-streams');
    const annotations = streams?.metadata.annotations ?? {};
    const size = /^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '')?.[1];
    expect(Number(size) * 1024 * 1024).toBeGreaterThan(MAX_FILE_BYTES);
    expect(annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    });
    const heartbeat = /HEARTBEAT_MS = ([\d_]+)/.exec(readFileSync(`${GATEWAY}/panel/live/live-stream.ts`, 'utf8'))?.[1];
    const patience = Number(annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']) * 1000;
    expect(patience).toBeGreaterThan(3 * Number(heartbeat?.replaceAll('_', '')));
  });

  it.each(overlays.filter(({ values }) => 'PUBLIC_URL' in Object(values['settings'])))(
    'The overlay $name has routes for its addresses',
    ({ values }) => {
      expect(routeOf(values, 'herald.example.com', '/panel/')).toBe('herald-streams');
      expect(routeOf(values, 'herald.example.com', '/rest/3.0/x')).toBe('herald');
    },
  );
});
