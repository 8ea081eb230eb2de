// Requirements of an overlay for production: which images, byte for byte, and its own addresses.
import { workloadsOf } from './reference-rules.mjs';

const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** Names and addresses that are there to be replaced (RFC 2606, RFC 5737). */
const PLACEHOLDER =
  /(?:^|[./@])example\.(?:com|net|org)(?:$|[/:?])|(?:^|[/@])(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d/;

/**
 * @param {object[]} objects  of an overlay, as they are composed
 * @returns {string[]} faults
 */
export function faultsOfRelease(objects) {
  const images = new Set([...workloadsOf(objects).flatMap(imagesOf), ...objects.flatMap(imagesOfOperators)]);
  return [
    ...[...images]
      .filter((image) => !DIGEST.test(image))
      .map(
        (image) =>
          `${image}: a tag may mean another image tomorrow; write its digest (images: digest: sha256:… in kustomization.yaml)`,
      ),
    ...[...images].filter((image) => PLACEHOLDER.test(image)).map((image) => `${image}: name your own registry`),
    ...objects.flatMap((object) =>
      textsOf(object)
        .filter(([, value]) => PLACEHOLDER.test(value) && !images.has(value))
        .map(([name, value]) => `${object.kind}/${object.metadata.name}: ${name} is still ${value}`),
    ),
  ];
}

function imagesOf({ spec: { template } }) {
  return [...(template.spec.initContainers ?? []), ...template.spec.containers].map(({ image }) => image);
}

/** The image of the servers that CloudNativePG starts. Without a name it takes one of its own release. */
function imagesOfOperators({ apiVersion, kind, metadata, spec }) {
  return kind === 'Cluster' && apiVersion.startsWith('postgresql.cnpg.io/')
    ? [spec.imageName ?? `Cluster ${metadata.name} without an imageName`]
    : [];
}

/** Every text of an object, with the name of its field. */
function textsOf(value, name = '') {
  if (typeof value === 'string') {
    return [[name, value]];
  }
  return Object.entries(value ?? {}).flatMap(([key, entry]) => textsOf(entry, Array.isArray(value) ? name : key));
}
