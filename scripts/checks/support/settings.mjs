// The settings as the sources declare them: fields of Config, and the few variables that the simulators read themselves.
import { codeOf } from './files.mjs';

export const CONFIG = 'libs/platform/config/config.ts';
const SIMULATORS = 'apps/simulators/settings.ts';

/**
 * Fields of Config in their order.
 *
 * @returns {Map<string, string>} name to default, as one writes it into an environment; '' without one
 */
export function configFields() {
  const fields = new Map();
  for (const [, name, value = ''] of codeOf(CONFIG).matchAll(
    /^ {2}([A-Z][A-Z0-9_]*)[!?]?(?:: [^=;]+)?(?: = (.+))?;$/gm,
  )) {
    fields.set(name, /^[\d_]+$/.test(value) ? value.replaceAll('_', '') : value.replace(/^'(.*)'$/, '$1'));
  }
  return fields;
}

const SECRET = /PASSWORD|SECRET|KEY|TOKEN|_URL$/;
/** Addresses that people see, limits of keys, and the path of a file. */
const NO_SECRET = /^(PUBLIC_URL|PANEL_URL|TLS_KEY|\w+_PER_(SECOND|MINUTE))$/;

/** Recognizes a secret by the name of its variable: a ConfigMap must not have it. */
export function isSecret(name) {
  return SECRET.test(name) && !NO_SECRET.test(name);
}

/** @returns {Set<string>} */
export function simulatorSettings() {
  return new Set([...codeOf(SIMULATORS).matchAll(/\benv\.([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name));
}
