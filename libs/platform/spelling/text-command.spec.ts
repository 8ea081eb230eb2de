import { describe, expect, it } from 'vitest';
import { readTextCommand } from './text-command.js';

describe('readTextCommand', () => {
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
    ['please stop', undefined],
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
