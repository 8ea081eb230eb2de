import { sayRefusal, type RefusalSentences } from './refusal-sentences.js';

/** The fault of a text, by a name and the values of its sentence. @property line  from 1; absent: the whole text */
export interface Reason {
  code: string;
  values: readonly string[];
  line?: number;
  column?: number;
}

/** A fault of a request. */
interface Problem {
  /** The field at fault; empty for the request as a whole. */
  path: string;
  code: string;
  text: string;
  /** The message of the server, in English: it may name the place of the fault. */
  detail?: string;
  reason?: Reason;
}

/** A request that was not answered as asked. Its first problem's text is for the reader. */
export class Refusal extends Error {
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    readonly requestId: string | null,
    readonly problems: readonly Problem[],
    /** A sentence in place of the first problem's text. */
    sentence?: string,
  ) {
    super(sentence ?? problems[0]?.text ?? `HTTP ${status}`);
  }

  /** Nothing came back: no network, or the gateway is away. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  get isDenied(): boolean {
    return this.status === 403;
  }

  /** The server has no such operation; a missing object of an operation comes with a problem. */
  get isUnserved(): boolean {
    return this.status === 404 && this.problems.length === 0;
  }

  get code(): string | undefined {
    return this.problems[0]?.code;
  }
}

type Texts = Readonly<Record<string, string>>;
let textsByCode: Texts = {};
let inLanguage: { sentences: RefusalSentences; isEnglish: boolean } | undefined;

/** Sets the texts for refusals, by code. A code without a text shows the message of the server. */
export function setRefusalTexts(texts: Texts): void {
  textsByCode = texts;
}

/** Sets the sentences for refusals of a field. */
export function setRefusalSentences(sentences: RefusalSentences, isEnglish: boolean): void {
  inLanguage = { sentences, isEnglish };
}

/** The text in the reader's language, with the field, which has one name in all languages. */
function textOf({ code, path, text }: Problem): string {
  const own = textsByCode[code];
  return own === undefined ? text : path === '' ? own : `${own} (${path})`;
}

/** Reads a refusal from an answer, whatever its body is. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => ({}))) as { requestId?: string; problems?: Problem[] };
  const requestId = body.requestId ?? answer.headers.get('x-request-id');
  const problems = (body.problems ?? []).map((problem) => ({
    ...problem,
    text: textOf(problem),
    detail: problem.text,
  }));
  const [first] = body.problems ?? [];
  const sentence = first && inLanguage && sayRefusal(first.text, inLanguage.sentences, inLanguage.isEnglish);
  return new Refusal(answer.status, requestId, problems, sentence);
}
