import { metadataOf } from './labels.js';
import type { Tree } from './tree.js';

/** Settings of every process, without secrets. An installation adds its own beside these. */
export const settings: Tree[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf('herald', 'settings'),
    data: {
      '*settings': 'text',
      '?inboundMail.enabled': { INBOUND_MAIL_PORT: '2525', INBOUND_MAIL_HOST: '0.0.0.0' },
    },
  },
  {
    // No process speaks to the cluster, so none gets a token.
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: metadataOf('herald', 'settings'),
    automountServiceAccountToken: false,
  },
];
