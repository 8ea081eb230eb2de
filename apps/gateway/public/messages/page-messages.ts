import type { PageLanguage } from '../layout/page-language.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import type { PageMessages } from './page-texts.js';
import { tr } from './tr.js';

/** Texts of the public pages by language. */
export const PAGE_MESSAGES: Readonly<Record<PageLanguage, PageMessages>> = { en, tr, ar, de };
