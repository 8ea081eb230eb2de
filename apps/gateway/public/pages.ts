import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2330;--soft:#586174;--paper:#fff;--ground:#f2f4f8;--line:#dfe3ea;--accent:#1f5fd0;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#eef1f6;--soft:#a5aec0;--paper:#1b212c;--ground:#12161e;--line:#2e3644;--accent:#7fb0ff;--on:#0c1220}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;padding:40px 36px;background:var(--paper);border:1px solid var(--line);border-radius:14px;overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:24px;line-height:1.25;letter-spacing:-.01em}
p{margin:0;color:var(--soft)}
form{margin:28px 0 0}
button{width:100%;min-height:48px;padding:0 20px;border:0;border-radius:10px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
`;

/** Allows this style and a form to this origin: no script, no picture, no frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Asks first, because link scanners follow links too. The form posts to the URL of the page. */
export function confirmPage(name: string): string {
  return page(
    'Unsubscribe',
    `<h1>Unsubscribe from ${escape(name)}?</h1>
<p>You will get no more e-mail of this kind from ${escape(name)}. Messages that you ask for yourself, such as receipts and codes, still come.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

export function donePage(name: string): string {
  return page(
    'Unsubscribed',
    `<h1>You are unsubscribed</h1>
<p>${escape(name)} will send you no more e-mail of this kind. A message that is already on its way may still arrive.</p>`,
  );
}

export function missingPage(): string {
  return page(
    'Not found',
    `<h1>This link leads nowhere</h1>
<p>It may be incomplete: in some programs a long link breaks over two lines. Copy all of it, or look for the newest message.</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
