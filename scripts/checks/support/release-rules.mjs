// What an overlay must say before it goes to production: which images, byte for byte, and its own addresses.
import { workloadsOf } from './reference-rules.mjs';

const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** Names that are there to be replaced (RFC 2606). */
const PLACEHOLDER = /(?:^|[./@])example\.(?:com|net|org)(?:$|[/:])/;

/**
 * @param {object[]} objects  of an overlay, as they are composed
 * @returns {string[]} faults
 */
export function faultsOfRelease(objects) {
  const images = new Set(
    workloadsOf(objects).flatMap(({ spec: { template } }) =>
      [...(template.spec.initContainers ?? []), ...template.spec.containers].map(({ image }) => image),
    ),
  );
  return [
    ...[...images]
      .filter((image) => !DIGEST.test(image))
      .map(
        (image) =>
          `${image}: a tag may mean another image tomorrow; write its digest (images: digest: sha256:… in kustomization.yaml)`,
      ),
    ...[...images].filter((image) => PLACEHOLDER.test(image)).map((image) => `${image}: name your own registry`),
    ...objects.flatMap(({ kind, metadata, data, spec }) =>
      [...Object.entries(data ?? {}), ...(spec?.rules ?? []).map(({ host }) => ['host', host])]
        .filter(([, value]) => PLACEHOLDER.test(value ?? ''))
        .map(([name, value]) => `${kind}/${metadata.name}: ${name} is still ${value}`),
    ),
  ];
}
