import type { Filter, FilterRun } from './filter.types.js';
import { textOf, type TextStep } from './text-step.js';

const HTML_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};
const WRITTEN_SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" };
/** Characters that one sign becomes at most. */
const LONGEST_SIGN = 5;
/** Characters that one character of a text becomes at most, percent-encoded. */
const LONGEST_ENCODED = 9;

function escapeSigns(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign);
}

/** Counts what a text grows by when some sign in it becomes longer. */
function countGrowth(text: string, run: FilterRun, factor: number): void {
  run.budget.write(text.length * factor);
}

export const encode: Filter = (input, _values, run) => {
  const text = textOf(input, run);
  countGrowth(text, run, LONGEST_ENCODED);
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
};

/** A text that is not encoded rightly stays as it is. */
export const decode: Filter = (input, _values, run) => {
  const text = textOf(input, run);
  run.budget.write(text.length);
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

export const escape: Filter = (input, _values, run) => {
  const text = textOf(input, run);
  countGrowth(text, run, LONGEST_SIGN);
  return escapeSigns(text);
};

export const escapeOnce: Filter = (input, _values, run) => {
  const text = textOf(input, run);
  countGrowth(text, run, LONGEST_SIGN);
  return escapeSigns(text.replace(/&(amp|lt|gt|#34|#39);/g, (_all, name: string) => WRITTEN_SIGNS[name] ?? ''));
};

/** Takes away what stands in angle brackets, and the insides of scripts, styles and comments. */
export const stripHtml: TextStep = (text) => {
  const kinds = new Map([
    ['<script', '</script>'],
    ['<style', '</style>'],
    ['<!--', '-->'],
    ['<', '>'],
  ]);
  let remaining = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start === -1) {
      return remaining + text.slice(at);
    }
    remaining += text.slice(at, start);
    at = start;
    for (const [opening, closing] of kinds) {
      const end = text.startsWith(opening, start) ? text.indexOf(closing, start + opening.length) : undefined;
      if (end !== undefined && end >= 0) {
        at = end + closing.length;
        break;
      }
      if (end === -1) {
        kinds.delete(opening);
      }
    }
    if (at === start) {
      return remaining + text.slice(start);
    }
  }
};
