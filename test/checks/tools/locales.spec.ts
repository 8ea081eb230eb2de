import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const panel = (): CopiedTree =>
  new CopiedTree([])
    .write('apps/panel/i18n/en.ts', "export const en = { save: 'Save' };\n")
    .write('apps/panel/i18n/tr.ts', "export const tr = { save: 'Kaydet' };\n")
    .write('apps/panel/locales/de.json', '{ "main": { "save": "Speichern" } }');
const call = (tr: string) => `messagesOf({ en: { a: 'A' }, tr: { a: '${tr}' } });\n`;

describe('Check of the translations of the panel', () => {
  it('Texts that are missing in a language are named, and are no fault', () => {
    const { code, output } = panel()
      .write('apps/panel/keys/messages.ts', `export const useKeyMessages = ${call('B')}`)
      .script('checks/locales');
    expect(output).toBe('de.json has 1 of 2 texts (npm run locales)\nde.json lacks keys.Key.a\n');
    expect(code).toBe(0);
  });

  it('Texts that name their type are read', () => {
    const { output } = panel()
      .write('apps/panel/keys/messages.ts', `export const useKeyMessages = ${call('B').replace('(', '<Texts>(')}`)
      .script('checks/locales');
    expect(output).toContain('de.json lacks keys.Key.a\n');
  });

  it.each([
    ['that are not exported', 'apps/panel/keys/messages.ts', `const useKeyMessages = ${call('B')}`],
    ['of a component', 'apps/panel/keys/keys.tsx', `export const useKeyMessages = ${call('B')}`],
  ])('Texts %s are refused, because no translator gets them', (_, path, text) => {
    const { code, output } = panel().write(path, text).script('checks/locales');
    expect(output).toContain(`${path}: export its texts`);
    expect(code).toBe(1);
  });
});
