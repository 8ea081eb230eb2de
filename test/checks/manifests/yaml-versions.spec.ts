import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { toYamlText } from '../../../k8s/manifests/yaml-text.js';

/** Without the templates of the chart, which are no YAML yet. */
const FILES = readdirSync('k8s', { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.yaml') && !path.startsWith('chart/templates/'),
);

function read(text: string, version: '1.1' | '1.2'): unknown[] {
  return parseAllDocuments(text, { version }).map((document) => document.toJS() as unknown);
}

describe('YAML of k8s', () => {
  it.each(FILES)('Readers of YAML 1.1, as kubectl and Helm are, find the same values in k8s/%s', (path) => {
    const text = readFileSync(`k8s/${path}`, 'utf8');
    expect(read(text, '1.1')).toEqual(read(text, '1.2'));
  });

  it.each(['off', 'on', 'yes', 'No', 'y', 'N'])('The text %s stays a text for readers of YAML 1.1', (word) => {
    const value = { annotations: { buffering: word }, words: [word] };
    expect(read(toYamlText(value), '1.1')).toEqual([value]);
  });
});
