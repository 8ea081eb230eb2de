import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const house = (): CopiedTree =>
  new CopiedTree([])
    .write('package.json', '{ "devDependencies": { "react": "19.3.1" } }')
    .write('apps/panel/i18n/en.ts', `export const en = { title: 'Home' };\n`)
    .write('apps/panel/api/client.ts', `export const read = () => fetch('/panel/1.0/me');\n`)
    .write('apps/panel/home/home.tsx', `export const Home = () => <p title={w.title}>{w.title} · Herald</p>;\n`);

describe('Rules of the panel', () => {
  it('The panel may show words of the catalogues and format numbers', () => {
    const text = `export const f = new Intl.NumberFormat('en', { style: 'percent' });\n`;
    expect(house().write('apps/panel/i18n/formats.ts', text).script('checks/panel')).toMatchObject({ code: 0 });
  });

  it.each([
    ['<p>Sending now</p>', '"Sending now" belongs into apps/panel/i18n'],
    ['<Button label="Close" />', '"Close" belongs into apps/panel/i18n'],
    ['<p dangerouslySetInnerHTML={{ __html: name }} />', 'dangerouslySetInnerHTML is refused'],
    ['<p style={{ color: name }} />', 'style is refused'],
    [`fetch('/rest/3.0/getUsers')`, 'only apps/panel/api speaks to the server'],
    [`new EventSource('/panel/1.0/live')`, 'only apps/panel/api speaks to the server'],
  ])('The panel code %s is refused', (code, fault) => {
    const tree = house().write('apps/panel/home/week.tsx', `export const week = (name) => ${code};\n`);
    const { code: exit, output } = tree.script('checks/panel');
    expect(output).toContain(`apps/panel/home/week.tsx:1: `);
    expect(output).toContain(fault);
    expect(exit).toBe(1);
  });

  it('The check refuses a second library for an existing purpose', () => {
    const { code, output } = house()
      .write('package.json', '{ "devDependencies": { "react": "19.3.1", "moment": "2.30.1" } }')
      .script('checks/panel');
    expect(output).toContain('package.json: moment does what a library of the panel does already');
    expect(code).toBe(1);
  });
});
