import { Refusal } from '../api/refusals/refusal.js';
import { useI18n } from '../i18n/i18n.js';
import { refusalText } from '../loading/loaded.js';
import { useReasonText } from '../widgets/template-faults/use-reason-text.js';
import { useTextMessages } from './messages.js';

/** Says why translations do not fit, and which one. @param nameOf  names a text by its id */
export function useImportFault(error: Error | null, nameOf: (id: string) => string): string | undefined {
  const { w } = useI18n();
  const { misfits } = useTextMessages();
  const refusal = error instanceof Refusal ? error : undefined;
  const { path = '', reason } = refusal?.problems[0] ?? {};
  const sayReason = useReasonText([reason]);
  const sentences: Readonly<Record<string, (value: string) => string>> = misfits;
  if (error === null) {
    return undefined;
  }
  const misfit = reason && Object.hasOwn(sentences, reason.code) ? sentences[reason.code] : undefined;
  const sentence = misfit?.(reason?.values[0] ?? '') ?? sayReason(reason);
  const [, id] = /^(?:units|xliff)\.(.+)$/.exec(path) ?? [];
  return sentence === undefined || id === undefined
    ? refusalText(refusal, w.state.offline, w.state.serverFault)
    : `${nameOf(id)}: ${sentence}`;
}
