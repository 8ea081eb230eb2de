/** The server to which samples send. The API reference puts its own address in its place. */
export const SAMPLE_BASE = 'http://localhost:8080';
/** Variable of the environment that holds the API key in every sample. */
const KEY_VARIABLE = 'HERALD_KEY';
/** File that samples upload. */
const SAMPLE_FILE = 'file.txt';

/** An example of a request. */
export interface SampleRequest {
  method: string;
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  keyHeader: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Fields of multipart/form-data; `isFile` uploads a file in place of the value. */
  form?: readonly { name: string; value: string; isFile: boolean }[];
}

/** One entry of the vendor extension `x-codeSamples` (Redocly; read by Scalar and others). */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: string;
  source: string;
}

/** The request in three languages. None needs a package: curl, Node's own fetch, Python's own library. */
export function makeCodeSamples(request: SampleRequest): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: toCurl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: toTypeScript(request) },
    { lang: 'Python', label: 'Python', source: toPython(request) },
  ];
}

function toUrl({ path, query }: SampleRequest): string {
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return `${SAMPLE_BASE}${path}${search === '' ? '' : `?${search}`}`;
}

function toCurl(request: SampleRequest): string {
  const { method, keyHeader, body, form } = request;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteShell(toUrl(request))}`,
    `-H "${keyHeader}: $${KEY_VARIABLE}"`,
  ];
  if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoteShell(JSON.stringify(body, null, 2))}`);
  }
  for (const { name, value, isFile } of form ?? []) {
    lines.push(
      isFile ? `-F ${quoteShell(`${name}=@${SAMPLE_FILE}`)}` : `--form-string ${quoteShell(`${name}=${value}`)}`,
    );
  }
  return lines.join(' \\\n  ');
}

function toTypeScript(request: SampleRequest): string {
  const { method, keyHeader, body, form } = request;
  const headers = [
    `'${keyHeader}': process.env['${KEY_VARIABLE}'] ?? ''`,
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const files = form?.some(({ isFile }) => isFile);
  return [
    ...(files ? [`import { readFileSync } from 'node:fs';`, ''] : []),
    ...(form === undefined ? [] : ['const form = new FormData();']),
    ...(form ?? []).map(({ name, value, isFile }) =>
      isFile
        ? `form.append('${name}', new Blob([readFileSync('${SAMPLE_FILE}')]), '${SAMPLE_FILE}');`
        : `form.append('${name}', ${JSON.stringify(value)});`,
    ),
    ...(form === undefined ? [] : ['']),
    `const response = await fetch(${JSON.stringify(toUrl(request))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
    ...(form === undefined ? [] : ['  body: form,']),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function toPython(request: SampleRequest): string {
  const { method, keyHeader, body, form } = request;
  const type =
    body !== undefined ? '"application/json"' : form !== undefined ? 'f"multipart/form-data; boundary={boundary}"' : '';
  const headers = [
    `"${keyHeader}": os.environ["${KEY_VARIABLE}"]`,
    ...(type === '' ? [] : [`"Content-Type": ${type}`]),
  ];
  return [
    ...(body === undefined ? [] : ['import json']),
    'import os',
    'import urllib.error',
    'import urllib.request',
    ...(form === undefined ? [] : ['import uuid', '', ...pythonForm(form)]),
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(toUrl(request))},`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${indent(toPythonLiteral(body), 4)}).encode(),`]),
    ...(form === undefined ? [] : ['    data=data,']),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as refused:',
    '    print(refused.status, refused.read().decode())',
  ].join('\n');
}

/** Python's library has no multipart; RFC 7578 in a few lines. */
function pythonForm(form: NonNullable<SampleRequest['form']>): string[] {
  return [
    'boundary = uuid.uuid4().hex',
    'data = b""',
    ...form.flatMap(({ name, value, isFile }) => {
      const head = `Content-Disposition: form-data; name=\\"${name}\\"${isFile ? `; filename=\\"${SAMPLE_FILE}\\"` : ''}`;
      const content = isFile ? `open("${SAMPLE_FILE}", "rb").read()` : `${JSON.stringify(value)}.encode()`;
      return [`data += f"--{boundary}\\r\\n${head}\\r\\n\\r\\n".encode() + ${content} + b"\\r\\n"`];
    }),
    'data += f"--{boundary}--\\r\\n".encode()',
  ];
}

/** A JSON value as Python writes it. A text of JSON is one of Python too. */
function toPythonLiteral(value: unknown, depth = 0): string {
  const pad = '    '.repeat(depth + 1);
  const end = '    '.repeat(depth);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => `${pad}${toPythonLiteral(entry, depth + 1)},\n`);
    return entries.length === 0 ? '[]' : `[\n${entries.join('')}${end}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, entry]) => `${pad}${JSON.stringify(name)}: ${toPythonLiteral(entry, depth + 1)},\n`,
    );
    return entries.length === 0 ? '{}' : `{\n${entries.join('')}${end}}`;
  }
  return value === null || value === undefined
    ? 'None'
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : JSON.stringify(value);
}

function indent(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** POSIX shell, section 2.2.2: nothing is special between single quotes but the quote. */
function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
