import { metadataOf } from './labels.js';
import { PATHS } from './paths.js';
import { text, tree, type Tree } from './tree.js';

const backend: Tree = { service: { name: 'herald-gateway', port: { name: 'http' } } };

function pathsOf(name: string): Tree {
  return PATHS.filter(({ by }) => by === name).map(({ path, type }) => ({ path, pathType: type, backend }));
}

function ingressOf(name: 'herald' | 'herald-streams', annotations: string): Tree {
  const http = { paths: pathsOf(name) };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { ...(metadataOf(name, 'gateway') as object), annotations: tree(annotations) },
    spec: {
      ingressClassName: text('ingress.className'),
      tls: [
        {
          secretName: text('ingress.tlsSecret'),
          hosts: [text('ingress.host'), { '?ingress.panelHost': [text('ingress.panelHost')] }],
        },
      ],
      rules: [
        { host: text('ingress.host'), http },
        // The gateway keeps the two hosts apart by itself (PANEL_URL).
        { '?ingress.panelHost': [{ host: text('ingress.panelHost'), http }] },
      ],
    },
  };
}

/** TLS ends here. Only what clients call is let through: health and metrics stay inside. */
export const ingress: Tree[] = [
  ingressOf('herald', 'ingress.annotations'),
  ingressOf('herald-streams', 'ingress.streamAnnotations'),
];
