import type { OpenAPIObject } from '@nestjs/swagger';

/** The beginning of the paths of the panel's interface. */
export const PANEL_PREFIX = '/panel/';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const REFUSALS: Record<string, string> = {
  '400': 'A field is at fault; nothing changed',
  '401': 'Nobody is signed in',
  '403': 'The member may not do this, or must first prove who it is',
  '404': 'There is nothing with this id, or the member may not see it',
  '409': 'Try again later',
  '429': 'Too many requests',
  '503': 'Nothing was committed; try again',
};
const REFUSED = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/PanelRefusedDto' } } },
};

/** Takes the paths of the panel out of a document, with what they alone refer to. */
export function leaveOutPanel(document: OpenAPIObject): void {
  const isOfPanel = (path: string): boolean => path.startsWith(PANEL_PREFIX);
  const entries = Object.entries(document.paths);
  const components = (document.components ?? {}) as Record<string, Record<string, unknown>>;
  const ofPanel = reachedFrom(
    entries.filter(([path]) => isOfPanel(path)),
    components,
  );
  const ofOthers = reachedFrom(
    entries.filter(([path]) => !isOfPanel(path)),
    components,
  );
  for (const [path] of entries.filter(([name]) => isOfPanel(name))) {
    Reflect.deleteProperty(document.paths, path);
  }
  for (const name of [...ofPanel].filter((reached) => !ofOthers.has(reached))) {
    const [kind = '', part = ''] = name.split('/');
    Reflect.deleteProperty(components[kind] ?? {}, part);
  }
}

/** Keeps the paths of the panel alone, and says of each how it is called and how it refuses. */
export function completePanel(document: OpenAPIObject): void {
  const entries = Object.entries(document.paths).filter(([path]) => path.startsWith(PANEL_PREFIX));
  document.paths = Object.fromEntries(entries);
  for (const [path, item] of entries) {
    for (const method of ['get', 'post'] as const) {
      const operation = item[method];
      if (operation) {
        complete(operation, method, path);
      }
    }
  }
}

function complete(operation: Operation, method: string, path: string): void {
  const words = path.split('/').filter((part) => part !== '' && !/^(panel|\d.*)$/.test(part));
  const name = [method, ...words].map((word) => word.replaceAll(/[{}]/g, '').split(/[-.]/).map(capitalize).join(''));
  operation.operationId = name.join('').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  for (const [status, description] of Object.entries(REFUSALS)) {
    operation.responses[status] = { description, ...REFUSED };
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Names of all components, as `kind/name`, that something refers to, also by way of others. */
export function reachedFrom(value: unknown, components: Record<string, Record<string, unknown>>): Set<string> {
  const reached = new Set<string>();
  const reach = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (!reached.has(`${kind}/${name}`)) {
        reached.add(`${kind}/${name}`);
        reach(components[kind]?.[name] ?? {});
      }
    }
  };
  reach(value);
  return reached;
}
