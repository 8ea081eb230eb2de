import { type Fields, fieldsOf, listMailTexts, listOf, textOf, withMailTexts } from './mail-form-texts.js';
import { nameOfLanguage } from './translation-units.js';
import type { SourceText } from './translation.types.js';

/** Fields of a form that stand for one language. */
interface Language extends Fields {
  name: string;
}

/** The contents of a campaign's form: one stands among its other fields, several in a list. */
export function contentsOf(body: Fields): Fields[] {
  const fields = fieldsOf(body['fields']);
  return 'platforms' in fields ? [fields] : listOf(fields['contents']).map(fieldsOf);
}

/** Names of the languages of a draft, each once. */
export function languagesOf(body: Fields): string[] {
  return [...new Set(contentsOf(body).flatMap((content) => listLanguages(content).map(({ name }) => name)))];
}

/** The texts of a draft with their translations into a language. */
export function listDraftTexts(body: Fields, language: string): SourceText[] {
  return contentsOf(body).flatMap((content) => {
    const part: Fields = findLanguage(content, language) ?? {};
    const id = idOf(content);
    const heading = textUnit(`${id}.title`, content[isMail(content) ? 'subject' : 'title'], part['title']);
    return isMail(content)
      ? [...heading, ...listMailTexts(fieldsOf(content['mail']), fieldsOf(part['mail']), `${id}.`)]
      : [...heading, ...textUnit(`${id}.text`, content['text'], part['text'])];
  });
}

function textUnit(id: string, source: unknown, target: unknown): SourceText[] {
  return textOf(source) === '' ? [] : [{ id, kind: 'text', source: textOf(source), target: textOf(target) || null }];
}

/** A draft with translations. @param texts  by id */
export function withDraftTexts(body: Fields, language: string, texts: ReadonlyMap<string, string>): Fields {
  const change = (content: Fields): Fields =>
    [...texts.keys()].some((id) => id.startsWith(`${idOf(content)}.`)) ? withTexts(content, language, texts) : content;
  const fields = fieldsOf(body['fields']);
  const next =
    'platforms' in fields
      ? change(fields)
      : { ...fields, contents: listOf(fields['contents']).map((content) => change(fieldsOf(content))) };
  return { ...body, fields: next };
}

function withTexts(content: Fields, language: string, texts: ReadonlyMap<string, string>): Fields {
  const languages = listLanguages(content);
  const part = findLanguage(content, language) ?? emptyLanguage(content, language);
  const id = idOf(content);
  const next = {
    ...part,
    title: texts.get(`${id}.title`) ?? part['title'],
    text: texts.get(`${id}.text`) ?? part['text'],
    mail: isMail(content)
      ? withMailTexts(fieldsOf(content['mail']), fieldsOf(part['mail']), texts, `${id}.`)
      : part['mail'],
  };
  const remaining = languages.filter(({ name }) => name !== part.name);
  const at = languages.findIndex(({ name }) => name === part.name);
  return { ...content, languages: at === -1 ? [...languages, next] : remaining.toSpliced(at, 0, next) };
}

function emptyLanguage({ mail }: Fields, name: string): Language {
  const empty = { html: '', preheader: '', blocks: [], template: { id: '', version: 0, regions: [] } };
  return { name, title: '', text: '', link: '', mail: { ...fieldsOf(mail), ...empty } };
}

function listLanguages(content: Fields): Language[] {
  return listOf(content['languages']).map((entry) => {
    const fields = fieldsOf(entry);
    return { ...fields, name: textOf(fields['name']) };
  });
}

function findLanguage(content: Fields, language: string): Language | undefined {
  const languages = listLanguages(content);
  const tag = nameOfLanguage(
    languages.map(({ name }) => name),
    language,
  );
  return languages.find(({ name }) => name === tag);
}

function isMail(content: Fields): boolean {
  return listOf(content['platforms']).includes('EMAIL');
}

/** The number of a content in its draft. */
function idOf({ id }: Fields): string {
  return typeof id === 'number' ? String(id) : '0';
}
