// From the messages of a language, apps/panel/locales/LANGUAGE.json, to a module of functions. Nothing of ICU is left for browsers.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { isLeaf } from './read-messages.mjs';

/**
 * Compiles the translated texts of a language. What it lacks, and what the sources do not have any more, is left out.
 *
 * @param areas       as `readMessages` returns them
 * @param translated  trees of ICU messages by area
 * @param locale      a tag, such as `de-DE`
 * @returns the code of a module with `translate(area, english)`, and faults by the path of a text
 */
export function compileLocale(areas, translated, locale) {
  const faults = [];
  const compiled = [...areas].flatMap(([area, { en }]) => {
    const code = compileTree(en, translated[area], area, faults);
    return code === undefined ? [] : [`${JSON.stringify(area)}:${code}`];
  });
  return { code: moduleOf(compiled, locale), faults };
}

function compileTree(english, translated, path, faults) {
  if (translated === undefined || english === undefined) {
    return undefined;
  }
  if (isLeaf(english)) {
    try {
      return compileMessage(translated, english);
    } catch (error) {
      faults.push(`${path}: ${error.message}`);
      return undefined;
    }
  }
  const entries = Object.entries(english).flatMap(([key, below]) => {
    const code = compileTree(below, translated[key], `${path}.${key}`, faults);
    return code === undefined ? [] : [`${JSON.stringify(key)}:${code}`];
  });
  return entries.length === 0 ? undefined : `{${entries.join(',')}}`;
}

/** @throws Error for a text that is no ICU message, or names values that the English one has not */
function compileMessage(text, { params, isCalled = false }) {
  if (typeof text !== 'string') {
    throw new Error('is a group of texts, and should be a text');
  }
  const expression = compileParts(parse(text), params);
  // A function stays one without values, too: pages call it.
  return isCalled ? `(${params.join(',')})=>${expression}` : expression;
}

function compileParts(parts, params, counted) {
  return parts.length === 0 ? '""' : parts.map((part) => compilePart(part, params, counted)).join('+');
}

function compilePart(part, params, counted) {
  if (part.type === TYPE.literal) {
    return JSON.stringify(part.value);
  }
  if (part.type === TYPE.pound) {
    return `d(${counted})`;
  }
  if (!params.includes(part.value)) {
    throw new Error(`there is no value ${part.value}; there are: ${params.join(', ') || 'none'}`);
  }
  if (part.type === TYPE.argument) {
    return `""+${part.value}`;
  }
  if (part.type === TYPE.plural || part.type === TYPE.select) {
    const isPlural = part.type === TYPE.plural;
    const branches = Object.entries(part.options).map(
      ([key, { value }]) =>
        `${JSON.stringify(key)}:()=>${compileParts(value, params, isPlural ? part.value : counted)}`,
    );
    return `${isPlural ? 'p' : 's'}(${part.value},{${branches.join(',')}})`;
  }
  throw new Error('only plural, select and plain values are compiled');
}

const moduleOf = (compiled, locale) => `
const r=new Intl.PluralRules(${JSON.stringify(locale)}),d=new Intl.NumberFormat(${JSON.stringify(locale)}).format;
const p=(n,b)=>(b["="+n]??b[r.select(n)]??b.other)();
const s=(v,b)=>(b[v===""?"none":v]??b.other)();
const areas={${compiled.join(',\n')}};
const merged=new Map();
const merge=(english,own)=>own===undefined?english:typeof own==="object"?Object.assign(Array.isArray(english)?[...english]:{...english},
Object.fromEntries(Object.entries(own).map(([key,value])=>[key,merge(english[key],value)]))):own;
export const translate=(area,english)=>{
if(!merged.has(area))merged.set(area,merge(english,areas[area]));
return merged.get(area);
};
`;
