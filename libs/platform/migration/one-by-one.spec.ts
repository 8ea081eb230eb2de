import { expect, it } from 'vitest';
import { splitStatements } from './one-by-one.js';

it.each<[string, string, string[]]>([
  ['one statement', 'SELECT 1', ['SELECT 1']],
  ['a semicolon at the end', 'SELECT 1;\n', ['SELECT 1']],
  [
    'several',
    "SET LOCAL lock_timeout = '5s'; ALTER TABLE a ADD b int;",
    ["SET LOCAL lock_timeout = '5s'", 'ALTER TABLE a ADD b int'],
  ],
  [
    'texts',
    `SELECT ';', 'it''s; so', E'\\'; b', "a;b"; SELECT 2`,
    [`SELECT ';', 'it''s; so', E'\\'; b', "a;b"`, 'SELECT 2'],
  ],
  [
    'bodies of functions',
    'CREATE FUNCTION f() AS $$ BEGIN a; END $$; DO $x$ b; $$ c; $x$',
    ['CREATE FUNCTION f() AS $$ BEGIN a; END $$', 'DO $x$ b; $$ c; $x$'],
  ],
  [
    'bodies in SQL',
    `CREATE FUNCTION f() RETURNS void BEGIN ATOMIC SELECT CASE WHEN a THEN 'END' END; SELECT b; END; SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3`,
    [
      `CREATE FUNCTION f() RETURNS void BEGIN ATOMIC SELECT CASE WHEN a THEN 'END' END; SELECT b; END`,
      'SELECT CASE 1 WHEN 1 THEN 2 END',
      'SELECT 3',
    ],
  ],
  [
    'comments',
    '-- first; no\nSELECT 1; /* a; b */ SELECT 2; -- end;',
    ['-- first; no\nSELECT 1', '/* a; b */ SELECT 2'],
  ],
])('splitStatements splits a migration with %s', (_, message, statements) => {
  expect(splitStatements(message)).toEqual(statements);
});
