import { createHash } from 'node:crypto';
import type { Brand } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import { readableColor, textColorOn } from './readable-color.js';

/** The style of a page, and the source that a content security policy names it by. */
export interface PageStyle {
  css: string;
  source: string;
}

const LIGHT = { ink: '#1c2330', soft: '#586174', paper: '#ffffff', ground: '#f2f4f8', line: '#7c8698' };
const DARK = { ink: '#eef1f6', soft: '#a5aec0', paper: '#1b212c', ground: '#12161e', line: '#8b95a8' };
const COLOR = '#1f5fd0';
const SYSTEM_FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif';
/** Families that are words of CSS stand without quotes. */
const GENERIC = ['serif', 'sans-serif', 'monospace', 'system-ui', 'cursive'];

const RULES = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;padding:24px 16px;background:var(--ground);color:var(--ink);font-size:1rem;line-height:1.5}
.sheet{width:100%;max-width:36rem;margin:0 auto;padding:2rem;background:var(--paper);border-radius:14px;overflow-wrap:anywhere}
header{margin:0 0 1.5rem;font-weight:600}
header img{display:block;max-width:100%;max-height:3.5rem;height:auto}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
h2{margin:2rem 0 .5rem;font-size:1.125rem}
p{margin:0 0 .75rem}
[dir=auto]{text-align:-webkit-match-parent;text-align:match-parent}
.soft,footer{color:var(--soft)}
a{color:var(--accent);text-underline-offset:.15em}
form{margin:1.25rem 0 0}
fieldset{margin:0;padding:1rem 0;border:0;border-block-start:1px solid var(--line);min-width:0}
legend{float:inline-start;width:100%;padding:0;font-weight:600}
legend+*{clear:both}
fieldset p{margin:0 0 .25rem}
.choices{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.stacked{flex-direction:column;align-items:flex-start}
label{display:inline-flex;align-items:center;gap:.6rem;min-height:2.75rem;cursor:pointer}
input[type=checkbox],input[type=radio]{width:1.35rem;height:1.35rem;margin:0;flex:none;accent-color:var(--accent)}
button{width:100%;min-height:3rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:10px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:var(--paper);color:var(--accent)}
.note{margin:0 0 1rem;padding:.75rem 1rem;border-inline-start:4px solid var(--accent);background:var(--ground)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
footer{margin:2rem 0 0;padding:1rem 0 0;border-block-start:1px solid var(--line);font-size:.875rem;white-space:pre-line}
@media(max-width:30rem){.sheet{padding:1.5rem 1.25rem}}
@media(forced-colors:active){.sheet,button{border:1px solid}}
`;

/** More than the applications of one installation that people open at a time. */
const CACHE_SIZE = 500;
const styles = new LruCache<string, PageStyle>({ max: CACHE_SIZE });

/** The style of a page in the color and font of a brand, in light and dark. Both are checked where they are set. */
export function buildPageStyle({ color = COLOR, font }: Pick<Brand, 'color' | 'font'>): PageStyle {
  const key = `${color} ${font ?? ''}`;
  const cached = styles.get(key);
  if (cached) {
    return cached;
  }
  const css = `
:root{color-scheme:light dark;${writeColors(LIGHT, color)}}
@media(prefers-color-scheme:dark){:root{${writeColors(DARK, color)}}}
body,button{font-family:${font === undefined ? '' : `${writeFamily(font)},`}${SYSTEM_FONTS}}${RULES}`;
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  styles.set(key, style);
  return style;
}

function writeColors(colors: typeof LIGHT, color: string): string {
  const accent = readableColor(color, [colors.paper, colors.ground]);
  return Object.entries({ ...colors, accent, on: textColorOn(accent) })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

function writeFamily(font: string): string {
  return GENERIC.includes(font.toLowerCase()) ? font.toLowerCase() : `"${font}"`;
}
