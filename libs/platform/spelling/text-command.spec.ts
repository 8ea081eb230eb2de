import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/support/corpora/corpus.js';
import type { TextCommand } from './command-words.js';
import { readTextCommand } from './text-command.js';

describe('readTextCommand', () => {
  const lines = readCorpus<{ text: string; language: string; command: TextCommand | null; source: string }>('commands');

  it('The corpora have hundreds of answers in at least twelve languages', () => {
    expect(lines.length).toBeGreaterThanOrEqual(200);
    expect(new Set(lines.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });

  it('Every answer of the corpora is read as its line says', () => {
    const read = lines.map((line) => ({ ...line, command: readTextCommand(line.text) ?? null }));
    expect(read).toEqual(lines);
  });

  it.each([
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['Stopall', 'stop'],
    ['ARRÊT', 'stop'],
    ['İPTAL', 'stop'],
    ['“Stop”', 'stop'],
    ['СТОП', 'stop'],
    ['START', 'start'],
    ['yes', 'start'],
    ['unstop', 'start'],
    ['HELP', 'help'],
    ['Info', 'help'],
    ['opt out', 'stop'],
    ['STOP ALL', 'stop'],
    ['STOP,', 'stop'],
    ['STOP🙏', 'stop'],
    ['RED', 'stop'],
    ['please stop', 'stop'],
    ['yes please', undefined],
    ['stop it', undefined],
    ['end of june?', undefined],
    ['', undefined],
  ])('readTextCommand reads %j as %s', (text, command) => expect(readTextCommand(text)).toBe(command));

  it('readTextCommand prefers the command that the provider recognized', () => {
    expect(readTextCommand('genug', 'STOP')).toBe('stop');
    expect(readTextCommand('STOP', 'HELP')).toBe('help');
    expect(readTextCommand('STOP', '')).toBe('stop');
  });
});
